/** Marks of the interactive chart: strokes, amounts, undo, and the last refusal. The parent holds the marks. */
import { useRef, useState } from 'react';
import type { Fdi, ToothSet } from '#events/tooth/fdi.ts';
import {
  createEmptyMarks,
  iprAt,
  type MarkConflict,
  type Marks,
  type MarkTool,
  setIpr,
  setMarkRemovingConflicts,
  type ToothTool,
} from '#events/tooth/marks.ts';
import type { ChartFocus } from './chart-keys.ts';
import {
  applyToolAtPlaces,
  clampIprAmount,
  type MarkingResult,
  stepIprAmount,
  toggleToothSet,
} from './marking.ts';
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

const FIRST_AMOUNT = 0.2;

const overrideAt = (marks: Marks, tool: ToothTool, tooth: Fdi): MarkRefusal['override'] => ({
  tool,
  tooth,
  marks: setMarkRemovingConflicts(marks, tool, tooth),
});

export type MarkingControl = {
  marks: Marks;
  onChange?: (marks: Marks) => void;
  tool: MarkTool;
  onConflict?: (refusal: MarkRefusal) => void;
};

export function useToothMarking({ marks, onChange, tool, onConflict }: MarkingControl) {
  const history = useUndoHistory(marks, onChange);
  const [refusal, setRefusal] = useState<MarkRefusal>();
  const lastAmount = useRef(FIRST_AMOUNT);

  /** Applies a change and records its refusals. All changes go through this function. */
  const take = (marking: MarkingResult, joined = false, override?: MarkRefusal['override']) => {
    const [conflict, ...rest] = marking.refused;
    const refused = conflict && { conflict, more: rest.length, override: rest.length ? undefined : override };
    setRefusal(refused);
    if (refused) onConflict?.(refused);
    history.change(marking.marks, joined);
  };

  const setAmount = (contact: string, mm: number | undefined | false) => {
    if (typeof mm === 'number') lastAmount.current = mm;
    const outcome = setIpr(history.now(), contact, mm);
    take(
      outcome.ok
        ? { marks: outcome.marks, refused: [] }
        : { marks: history.now(), refused: [outcome.conflict] },
    );
  };

  return {
    history,
    refusal,
    dismiss: () => setRefusal(undefined),
    mark: (places: readonly ChartFocus[], on: boolean, joined = false) => {
      const now = history.now();
      const [first, second] = places;
      // Undoing an extraction can be refused too (IPR over the gap): the override erases both.
      const way: ToothTool | undefined = tool === 'ipr' ? undefined : on ? tool : 'erase';
      const override = first && !second && way ? overrideAt(now, way, first.tooth) : undefined;
      take(applyToolAtPlaces(now, tool, places, on, lastAmount.current), joined, override);
    },
    erase: (at: ChartFocus) => {
      const now = history.now();
      take(applyToolAtPlaces(now, 'erase', [at], true, 0), false, overrideAt(now, 'erase', at.tooth));
    },
    /** @param mm undefined for an unspecified amount; false removes the mark */
    setAmount,
    /** Changes the amount at a contact; marks an unmarked one with the last amount used. */
    stepAmount: (contact: string, by: number) => {
      const known = iprAt(history.now(), contact);
      setAmount(
        contact,
        known ? stepIprAmount(contact, known.mm, by) : clampIprAmount(contact, lastAmount.current),
      );
    },
    override: (way: Marks) => take({ marks: way, refused: [] }),
    clear: () => take({ marks: createEmptyMarks(), refused: [] }),
    markSet: (set: ToothSet) => take(toggleToothSet(history.now(), tool, set, lastAmount.current)),
  };
}
