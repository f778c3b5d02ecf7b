/**
 * Pointer input on the sheet: codes are painted as on the tooth chart, other cells are selected as in a
 * spreadsheet.
 */
import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ChartFocus } from '#web/features/tooth/chart-keys.ts';
import { type PaintStroke, useChartPointer } from '#web/features/tooth/useChartPointer.ts';
import { type GridSelection, selectCell } from './grid-keys.ts';
import { cellAtSpot, type GridSpot, spotOfCell } from './sheet.ts';

type Uses = {
  place: GridSelection;
  setPlace: (place: GridSelection) => void;
  /** False while the edited cell contains invalid text. */
  mayLeave: () => boolean;
  edit: (spot: GridSpot) => void;
  begin: (tooth: Fdi) => PaintStroke;
  extend: (tooth: Fdi, stroke: PaintStroke) => void;
};

const elementOf = (event: { target: EventTarget }) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-spot]') : null;

function spotIn(element: HTMLElement | null): GridSpot | undefined {
  const [row, col] = (element?.dataset.spot ?? '').split('-').map(Number);
  return row === undefined || col === undefined ? undefined : { row, col };
}
const isEditor = (event: { target: EventTarget }) => event.target instanceof HTMLInputElement;
const sameSpot = (a: GridSpot, b: GridSpot) => a.row === b.row && a.col === b.col;

/** Handlers for the grid. `data-spot` identifies a cell; code cells also have the tooth as `data-cell`. */
export function useGridPointer({ place, setPlace, mayLeave, edit, begin, extend }: Uses) {
  const selecting = useRef(false);
  const codes = useChartPointer({
    place: { tooth: cellAtSpot(place.at).tooth, contact: '' },
    open: [],
    readOnly: false,
    goTo: ({ tooth }: ChartFocus) => setPlace(selectCell(spotOfCell({ field: 'brackets', tooth }))),
    begin: ({ tooth }) => begin(tooth),
    extend: ({ tooth }, stroke) => extend(tooth, stroke),
  });
  return {
    /** Any focus on a cell (a link to a field, a screen reader) makes it the current cell. */
    onFocus(event: FocusEvent) {
      const spot = isEditor(event) ? undefined : spotIn(elementOf(event));
      if (spot && !sameSpot(spot, place.at)) setPlace(selectCell(spot));
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
      setPlace(event.shiftKey ? { at: spot, anchor: place.anchor } : selectCell(spot));
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
    /** A second tap on a cell edits it, so that phones show the keyboard. */
    onClick(event: MouseEvent) {
      const element = elementOf(event);
      const spot = spotIn(element);
      if (!element || !spot || element.dataset.cell || isEditor(event)) return codes.onClick(event);
      const tap =
        event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === 'touch';
      if (!tap) return;
      if (sameSpot(spot, place.at)) edit(spot);
      else setPlace(selectCell(spot));
    },
  };
}
