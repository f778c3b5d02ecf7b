/**
 * Pointer input on the chart. Mouse and pen mark on press and paint while dragging; a finger marks by tapping
 * and scrolls by dragging.
 */
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { isFdi } from '#events/tooth/fdi.ts';
import { type ChartFocus, chartFocusAtContact, chartFocusAtTooth } from './chart-keys.ts';

/** A stroke gives all its places the state of its first place; `joined` after its first change. */
export type PaintStroke = { on: boolean; joined: boolean };

type Uses = {
  place: ChartFocus;
  open: readonly string[];
  readOnly: boolean;
  goTo: (place: ChartFocus) => void;
  /** Applies the tool at a place; undefined if this starts no stroke. */
  begin: (place: ChartFocus) => PaintStroke | undefined;
  extend: (place: ChartFocus, stroke: PaintStroke) => void;
};

const cellOf = (event: { target: EventTarget }) =>
  event.target instanceof Element ? event.target.closest<SVGElement>('[data-cell]') : null;

/** Handlers for the grid. `data-cell` identifies a cell: a tooth's code or a contact's key. */
export function useChartPointer({ place, open, readOnly, goTo, begin, extend }: Uses) {
  const stroke = useRef<PaintStroke & { last: string }>(undefined);
  const pressed = useRef(false);

  const placeOf = (cell: SVGElement): ChartFocus => {
    const key = cell.dataset.cell ?? '';
    const tooth = Number(key);
    return isFdi(tooth) ? chartFocusAtTooth(place, tooth, open) : chartFocusAtContact(place, key);
  };

  const press = (cell: SVGElement) => {
    const at = placeOf(cell);
    cell.focus({ preventScroll: true });
    goTo(at);
    const begun = readOnly ? undefined : begin(at);
    return begun && { ...begun, last: cell.dataset.cell ?? '' };
  };

  return {
    onPointerDown(event: PointerEvent) {
      const cell = cellOf(event);
      pressed.current = cell !== null && event.pointerType !== 'touch' && event.button === 0;
      if (!cell || !pressed.current) return;
      event.preventDefault();
      stroke.current = press(cell);
    },
    onPointerOver(event: PointerEvent) {
      const cell = cellOf(event);
      const run = stroke.current;
      if ((event.buttons & 1) === 0) stroke.current = undefined;
      if (!cell || !stroke.current || !run || run.last === cell.dataset.cell) return;
      run.last = cell.dataset.cell ?? '';
      goTo(placeOf(cell));
      extend(placeOf(cell), run);
      run.joined = true;
    },
    onPointerUp() {
      stroke.current = undefined;
    },
    /** Taps, and clicks by assistive technology, arrive without a pointer press. */
    onClick(event: MouseEvent) {
      const cell = cellOf(event);
      if (cell && !pressed.current) press(cell);
      pressed.current = false;
    },
  };
}
