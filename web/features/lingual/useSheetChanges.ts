/** Changes of the lingual sheet: codes, clearing, filling, undo, and the last notice. The parent holds the sheet. */
import { useMemo, useState } from 'react';
import {
  type BracketCode,
  codesAt,
  type SheetContradiction,
  type SheetOutcome,
  setCodeRemovingConflicts,
  setCodes,
  type ToothSheet,
} from '#events/lingual/codes.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { PaintStroke } from '#web/features/tooth/useChartPointer.ts';
import { useUndoHistory } from '#web/features/tooth/useUndoHistory.ts';
import type { PasteResult } from './paste.ts';
import { clearCells, normalizeSheet, type SheetCell } from './sheet.ts';

export type BracketCodeTool = BracketCode | 'erase';
export type GridNoticeState =
  /**
   * `more`: number of other refused teeth; `override`: the sheet with the code and without contradicting
   * values.
   */
  | {
      kind: 'refused';
      conflict: SheetContradiction;
      more: number;
      override?: { code: BracketCode; sheet: ToothSheet };
    }
  | { kind: 'paste'; pasted: PasteResult };

export type SheetChanges = ReturnType<typeof useSheetChanges>;

export function useSheetChanges(value: ToothSheet, onChange: (sheet: ToothSheet) => void) {
  const sheet = useMemo(() => normalizeSheet(value), [value]);
  const history = useUndoHistory<ToothSheet>(sheet, onChange);
  const [notice, setNotice] = useState<GridNoticeState>();

  const change = (next: ToothSheet, joined = false) => {
    setNotice(undefined);
    history.change(normalizeSheet(next), joined);
  };
  const clear = (cells: readonly SheetCell[], joined = false) =>
    change(clearCells(history.now(), cells), joined);
  const take = ({ sheet: next, refused }: SheetOutcome, joined: boolean, code: BracketCode) => {
    change(next, joined);
    const [conflict, ...rest] = refused;
    if (!conflict) return;
    const override = () => ({ code, sheet: setCodeRemovingConflicts(history.now(), code, conflict.tooth) });
    const isOnly = rest.length === 0;
    setNotice({ kind: 'refused', conflict, more: rest.length, ...(isOnly && { override: override() }) });
  };
  /** Applies the tool to teeth; the eraser removes all their codes. */
  const paint = (tool: BracketCodeTool, teeth: readonly Fdi[], on: boolean, joined = false) => {
    if (tool !== 'erase') return take(setCodes(history.now(), tool, teeth, on), joined, tool);
    clear(
      teeth.map(tooth => ({ field: 'brackets', tooth })),
      joined,
    );
  };
  const hasAll = (tool: BracketCodeTool, teeth: readonly Fdi[]) =>
    tool !== 'erase' && teeth.every(tooth => codesAt(history.now(), tooth).includes(tool));
  return {
    sheet,
    history,
    notice,
    setNotice,
    change,
    clear,
    paint,
    toggle: (tool: BracketCodeTool, teeth: readonly Fdi[]) => paint(tool, teeth, !hasAll(tool, teeth)),
    /** Toggles the tool's code at one tooth. @returns the stroke that its other teeth continue */
    beginStroke: (tool: BracketCodeTool, tooth: Fdi): PaintStroke => {
      const on = !hasAll(tool, [tooth]);
      const before = history.now();
      paint(tool, [tooth], on);
      return { on, joined: history.now() !== before };
    },
  };
}
