/** State of the interactive chart: place, strokes, last refusal. The parent holds the marks. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Fdi, ToothSet } from '#events/tooth/fdi.ts';
import {
  contactsForIpr,
  emptyMarks,
  iprAt,
  type MarkConflict,
  type Marks,
  type MarkTool,
  setIpr,
  setMarkRemovingConflicts,
  type ToothTool,
} from '#events/tooth/marks.ts';
import { type ChartAction, type ChartPlace, isToolKey, placeAtOpenContact, pressKey } from './chart-keys.ts';
import {
  applyToolAtPlaces,
  clampIprAmount,
  isMarkedWithTool,
  type MarkingResult,
  stepIprAmount,
  toggleToothSet,
} from './marking.ts';
import { type PaintStroke, useChartPointer } from './useChartPointer.ts';
import { useUndoHistory } from './useUndoHistory.ts';

/**
 * `more`: number of other refused places of the range. `override`: the tool on one tooth, with the
 * contradicting marks removed.
 */
export type MarkRefusal = {
  conflict: MarkConflict;
  more: number;
  override?: { tool: ToothTool; tooth: Fdi; marks: Marks };
};

export type ChartControl = {
  marks: Marks;
  onChange?: (marks: Marks) => void;
  tool: MarkTool;
  onToolChange: (tool: MarkTool) => void;
  readOnly: boolean;
  onConflict?: (refusal: MarkRefusal) => void;
};

const FIRST_AMOUNT = 0.2;
const START: ChartPlace = { tooth: 11, contact: '11-21' };
const wayOut = (marks: Marks, tool: ToothTool, tooth: Fdi): MarkRefusal['override'] => ({
  tool,
  tooth,
  marks: setMarkRemovingConflicts(marks, tool, tooth),
});

/** The marks, their history and the last refusal; every change goes through `take`. */
function useMarking({ marks, onChange, onConflict }: ChartControl) {
  const history = useUndoHistory(marks, onChange);
  const [refusal, setRefusal] = useState<MarkRefusal>();
  const take = (marking: MarkingResult, joined = false, override?: MarkRefusal['override']) => {
    const [conflict, ...rest] = marking.refused;
    const refused = conflict && { conflict, more: rest.length, override: rest.length ? undefined : override };
    setRefusal(refused);
    if (refused) onConflict?.(refused);
    history.change(marking.marks, joined);
  };
  return { history, refusal, take, dismiss: () => setRefusal(undefined) };
}

/** Keeps the keyboard's place, and moves the focus after the new cell is rendered. */
function usePlace(tool: MarkTool, open: readonly string[]) {
  const [kept, setPlace] = useState<ChartPlace>(START);
  const place = { ...placeAtOpenContact(kept, open), digit: kept.digit };
  const grid = useRef<SVGSVGElement>(null);
  const follow = useRef(false);
  const cell = tool === 'ipr' ? place.contact : String(place.tooth);
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    grid.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  }, [cell]);
  const go = (to: ChartPlace) => {
    follow.current = true;
    setPlace(to);
  };
  const focus = () => grid.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  return { place, cell, grid, go, setPlace, focus };
}

/** The behaviour of the interactive chart; `ToothChart` only renders it. */
export function useToothChart(control: ChartControl) {
  const { marks, tool, onToolChange, readOnly } = control;
  const open = contactsForIpr(marks);
  const { history, refusal, take, dismiss } = useMarking(control);
  const { place, cell, grid, go, setPlace, focus } = usePlace(tool, open);
  const [amountsShown, showAmounts] = useState(false);
  const lastAmount = useRef(FIRST_AMOUNT);

  const mark = (places: readonly ChartPlace[], on: boolean, joined = false) => {
    const now = history.now();
    const [first, second] = places;
    // Undoing an extraction can be refused too (IPR over the gap): the override erases both.
    const way: ToothTool | undefined = tool === 'ipr' ? undefined : on ? tool : 'erase';
    const override = first && !second && way ? wayOut(now, way, first.tooth) : undefined;
    take(applyToolAtPlaces(now, tool, places, on, lastAmount.current), joined, override);
  };

  /** The first use on a marked contact shows its amount, the next removes the mark. */
  const use = (at: ChartPlace): PaintStroke | undefined => {
    const marked = isMarkedWithTool(history.now(), tool, at);
    const showing = amountsShown && at.contact === place.contact;
    showAmounts(tool === 'ipr' && !(marked && showing));
    if (tool === 'ipr' && marked && !showing) return undefined;
    const before = history.now();
    mark([at], !marked);
    return { on: !marked, joined: history.now() !== before };
  };

  const setAmount = (contact: string, mm: number | undefined | false) => {
    if (mm === false) focus(); // Closing the amounts must not lose the focus.
    if (typeof mm === 'number') lastAmount.current = mm;
    const outcome = setIpr(history.now(), contact, mm);
    take(
      outcome.ok
        ? { marks: outcome.marks, refused: [] }
        : { marks: history.now(), refused: [outcome.conflict] },
    );
  };

  const remove = (at: ChartPlace) => {
    if (tool === 'ipr') return setAmount(at.contact, false);
    const now = history.now();
    take(applyToolAtPlaces(now, 'erase', [at], true, 0), false, wayOut(now, 'erase', at.tooth));
  };

  const amountBy = (contact: string, by: number) => {
    const known = iprAt(history.now(), contact);
    setAmount(
      contact,
      known ? stepIprAmount(contact, known.mm, by) : clampIprAmount(contact, lastAmount.current),
    );
    showAmounts(true);
  };

  const hide = () => {
    dismiss();
    showAmounts(false);
  };

  const act = (what: ChartAction, at: ChartPlace) => {
    if (what.do === 'tool') return onToolChange(what.tool);
    if (what.do === 'paint') return mark([what.from, at], true);
    if (what.do === 'amount') return amountBy(at.contact, what.by);
    const plain = {
      toggle: () => use(at),
      remove: () => remove(at),
      undo: history.undo,
      redo: history.redo,
      dismiss: hide,
    };
    plain[what.do]();
  };

  const press = (event: KeyboardEvent, follow: (to: ChartPlace) => void) => {
    const { key, shiftKey: shift, altKey: alt, timeStamp: at } = event;
    const mod = event.ctrlKey || event.metaKey;
    const step = pressKey(place, { key, shift, alt, mod, at }, { tool, open, readOnly });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    if (step.place.contact !== place.contact) showAmounts(true);
    follow(step.place);
    if (step.act) act(step.act, step.place);
  };
  const onKeyDown = (event: KeyboardEvent) => press(event, go);
  /** The tools' shortcuts also work around the drawing; only a tooth number moves the focus to its tooth. */
  const onFrameKey = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey;
    if (!readOnly && isToolKey({ key: event.key, mod }))
      press(event, to => (to.tooth === place.tooth ? setPlace : go)(to));
  };

  const pointer = useChartPointer({
    place,
    open,
    readOnly,
    goTo: setPlace,
    begin: use,
    extend: (at, { on, joined }) => mark([at], on, joined),
  });

  return {
    place,
    cell,
    grid,
    open,
    refusal,
    history,
    dismiss,
    setAmount,
    handlers: { onKeyDown, ...pointer },
    onFrameKey,
    amounts: tool === 'ipr' && !readOnly && amountsShown ? iprAt(marks, place.contact) : undefined,
    hideAmounts: () => showAmounts(false),
    /** Closes the IPR amount buttons and returns the focus to their contact. */
    closeAmounts: () => {
      showAmounts(false);
      focus();
    },
    override: (way: Marks) => take({ marks: way, refused: [] }),
    clear: () => take({ marks: emptyMarks(), refused: [] }),
    markSet: (set: ToothSet) => take(toggleToothSet(history.now(), tool, set, lastAmount.current)),
  };
}

export type ToothChartControl = ReturnType<typeof useToothChart>;
