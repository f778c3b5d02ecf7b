/** The pointer on the sheet: codes are painted as on the tooth chart, other cells are selected as in a spreadsheet. */
import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ChartPlace } from '#web/features/tooth/chart-keys.ts';
import { type Stroke, usePointer } from '#web/features/tooth/usePointer.ts';
import { alone, type GridPlace } from './grid-keys.ts';
import { cellAt, type Spot, spotOf } from './sheet.ts';

type Uses = {
  place: GridPlace;
  setPlace: (place: GridPlace) => void;
  /** False while something that was typed cannot be taken. */
  mayLeave: () => boolean;
  edit: (spot: Spot) => void;
  begin: (tooth: Fdi) => Stroke;
  extend: (tooth: Fdi, stroke: Stroke) => void;
};

const elementOf = (event: { target: EventTarget }) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-spot]') : null;

function spotIn(element: HTMLElement | null): Spot | undefined {
  const [row, col] = (element?.dataset.spot ?? '').split('-').map(Number);
  return row === undefined || col === undefined ? undefined : { row, col };
}
const isEditor = (event: { target: EventTarget }) => event.target instanceof HTMLInputElement;
const sameSpot = (a: Spot, b: Spot) => a.row === b.row && a.col === b.col;

/** Handlers for the grid; cells are told apart by `data-spot`, those that hold codes have the tooth as `data-cell` too. */
export function useGridPointer({ place, setPlace, mayLeave, edit, begin, extend }: Uses) {
  const selecting = useRef(false);
  const codes = usePointer({
    place: { tooth: cellAt(place.at).tooth, contact: '' },
    open: [],
    readOnly: false,
    goTo: ({ tooth }: ChartPlace) => setPlace(alone(spotOf({ field: 'brackets', tooth }))),
    begin: ({ tooth }) => begin(tooth),
    extend: ({ tooth }, stroke) => extend(tooth, stroke),
  });
  return {
    /** Whatever brings the focus to a cell (a link to a field, a reader's cursor) makes it the current one. */
    onFocus(event: FocusEvent) {
      const spot = isEditor(event) ? undefined : spotIn(elementOf(event));
      if (spot && !sameSpot(spot, place.at)) setPlace(alone(spot));
    },
    onPointerDown(event: PointerEvent) {
      if (isEditor(event)) return;
      if (!mayLeave()) {
        event.preventDefault();
        return;
      }
      const element = elementOf(event);
      const spot = spotIn(element);
      selecting.current = false;
      if (!element || !spot || element.dataset.cell) return codes.onPointerDown(event);
      if (event.pointerType === 'touch' || event.button !== 0) return;
      event.preventDefault();
      element.focus({ preventScroll: true });
      setPlace(event.shiftKey ? { at: spot, anchor: place.anchor } : alone(spot));
      selecting.current = true;
    },
    onPointerOver(event: PointerEvent) {
      if (!selecting.current) return codes.onPointerOver(event);
      const spot = spotIn(elementOf(event));
      if ((event.buttons & 1) === 0) selecting.current = false;
      else if (spot) setPlace({ at: spot, anchor: place.anchor });
    },
    onPointerUp() {
      selecting.current = false;
      codes.onPointerUp();
    },
    onDoubleClick(event: MouseEvent) {
      const element = elementOf(event);
      const spot = spotIn(element);
      if (spot && !element?.dataset.cell && !isEditor(event)) edit(spot);
    },
    /** A finger's second tap on a cell edits it, so that a phone shows its keys. */
    onClick(event: MouseEvent) {
      const element = elementOf(event);
      const spot = spotIn(element);
      if (!element || !spot || element.dataset.cell || isEditor(event)) return codes.onClick(event);
      const tap =
        event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === 'touch';
      if (!tap) return;
      if (sameSpot(spot, place.at)) edit(spot);
      else setPlace(alone(spot));
    },
  };
}
