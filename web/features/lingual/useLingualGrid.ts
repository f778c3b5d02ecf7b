/** State of the lingual grid: current cell, selection, edit, last notice. The parent holds the sheet. */
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import {
  type BracketCode,
  codesAt,
  type SheetConflict,
  type SheetOutcome,
  setCodeRemovingConflicts,
  setCodes,
  type ToothSheet,
} from '#events/lingual/codes.ts';
import { type Fdi, TOOTH_SETS, type ToothSet } from '#events/tooth/fdi.ts';
import { useUndoHistory } from '#web/features/tooth/useUndoHistory.ts';
import { type GridAction, type GridSelection, pressGridKey, selectCell, selectedArea } from './grid-keys.ts';
import { copyCells, type PasteResult, pasteText } from './paste.ts';
import {
  cellAtSpot,
  cellLines,
  clearCells,
  type FillRange,
  fillCells,
  type GridArea,
  type GridSpot,
  normalizeSheet,
  spotOfCell,
} from './sheet.ts';
import { useCellEditing } from './useCellEditing.ts';
import { useGridPointer } from './useGridPointer.ts';

export type CodeTool = BracketCode | 'erase';
export type GridNoticeState =
  /**
   * `more`: number of other refused teeth; `override`: the sheet with the code and without contradicting
   * values.
   */
  | {
      kind: 'refused';
      conflict: SheetConflict;
      more: number;
      override?: { code: BracketCode; sheet: ToothSheet };
    }
  | { kind: 'paste'; pasted: PasteResult };

const start = selectCell(spotOfCell({ field: 'brackets', tooth: 11 }));
const idOf = ({ row, col }: GridSpot) => `${row}-${col}`;

/** The current cell; moves the focus after rendering. */
function usePlace() {
  const [place, setPlace] = useState<GridSelection>(start);
  const grid = useRef<HTMLTableElement>(null);
  const follow = useRef(false);
  const focus = (spot: GridSpot) =>
    grid.current?.querySelector<HTMLElement>(`[data-spot="${idOf(spot)}"]`)?.focus();
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    focus(place.at);
  });
  const go = (to: GridSelection) => {
    follow.current = true;
    setPlace(to);
  };
  return { place, grid, setPlace, go };
}

type Control = { sheet: ToothSheet; onChange: (sheet: ToothSheet) => void; tool: CodeTool };

export function useLingualGrid({ sheet: value, onChange, tool }: Control) {
  const sheet = useMemo(() => normalizeSheet(value), [value]);
  const history = useUndoHistory<ToothSheet>(sheet, onChange);
  const { place, grid, setPlace, go } = usePlace();
  const [notice, setNotice] = useState<GridNoticeState>();

  const change = (next: ToothSheet, joined = false) => {
    setNotice(undefined);
    history.change(normalizeSheet(next), joined);
  };
  const take = ({ sheet: next, refused }: SheetOutcome, joined: boolean, code?: BracketCode) => {
    change(next, joined);
    const [conflict, ...rest] = refused;
    if (!conflict) return;
    const way = code !== undefined && rest.length === 0;
    setNotice({
      kind: 'refused',
      conflict,
      more: rest.length,
      ...(way && {
        override: { code, sheet: setCodeRemovingConflicts(history.now(), code, conflict.tooth) },
      }),
    });
  };

  /** Applies the tool to teeth; the eraser removes all their codes. */
  const paint = (used: CodeTool, teeth: readonly Fdi[], on: boolean, joined = false) => {
    if (used !== 'erase') return take(setCodes(history.now(), used, teeth, on), joined, used);
    const cells = teeth.map(tooth => ({ field: 'brackets' as const, tooth }));
    change(clearCells(history.now(), cells), joined);
  };
  const hasAll = (used: CodeTool, teeth: readonly Fdi[]) =>
    used !== 'erase' && teeth.every(tooth => codesAt(history.now(), tooth).includes(used));
  const toggle = (used: CodeTool, teeth: readonly Fdi[]) => paint(used, teeth, !hasAll(used, teeth));

  const cellEditing = useCellEditing({
    sheet: history.now,
    change,
    refuse: conflict => setNotice({ kind: 'refused', conflict, more: 0 }),
    quiet: () => setNotice(undefined),
    go,
  });
  const { editing, isOpen, begin, commit } = cellEditing;

  const cells = () => cellLines(selectedArea(place)).flat();
  const codeCells = () => cells().flatMap(({ field, tooth }) => (field === 'brackets' ? [tooth] : []));
  const act = (what: GridAction) => {
    if (what.do === 'edit') return begin(place.at, what.text);
    if (what.do === 'code') return toggle(what.code, codeCells());
    const acts = {
      tool: () => toggle(tool, codeCells()),
      clear: () => change(clearCells(history.now(), cells())),
      undo: history.undo,
      redo: history.redo,
      dismiss: () => setNotice(undefined),
    };
    acts[what.do]();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen()) {
      // Invalid text keeps the edit open: the next keys go to its field.
      if (!(event.target instanceof HTMLInputElement)) grid.current?.querySelector('input')?.focus();
      return;
    }
    const { key, shiftKey: shift, altKey: alt, timeStamp: at } = event;
    const step = pressGridKey(place, { key, shift, alt, mod: event.ctrlKey || event.metaKey, at });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    // The text field of an edit takes the focus itself.
    if (step.act?.do !== 'edit') go(step.place);
    if (step.act) act(step.act);
  };

  const paste = (text: string) => {
    const found = pasteText(history.now(), selectedArea(place), text);
    if (found.bad.length > 0) return setNotice({ kind: 'paste', pasted: found });
    change(found.sheet);
    go({ at: found.area.to, anchor: found.area.from });
  };
  const copy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', copyCells(history.now(), selectedArea(place)));
  };
  /** During an edit, the clipboard belongs to the text field. */
  const unlessEditing = (run: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
    if (!isOpen()) run(event);
  };

  const pointer = useGridPointer({
    place,
    setPlace,
    mayLeave: commit,
    edit: begin,
    begin: tooth => {
      const on = !hasAll(tool, [tooth]);
      const before = history.now();
      paint(tool, [tooth], on);
      return { on, joined: history.now() !== before };
    },
    extend: (tooth, { on, joined }) => paint(tool, [tooth], on, joined),
  });

  const back = (next?: ToothSheet, area?: GridArea) => {
    if (next) change(next);
    else setNotice(undefined);
    go(area ? { at: area.to, anchor: area.from } : { ...place });
  };

  return {
    sheet,
    place,
    grid,
    editing,
    notice,
    history,
    handlers: {
      onKeyDown,
      onCopy: unlessEditing(copy),
      onCut: unlessEditing(event => {
        copy(event);
        change(clearCells(history.now(), cells()));
      }),
      onPaste: unlessEditing(event => {
        event.preventDefault();
        paste(event.clipboardData.getData('text/plain'));
      }),
      ...pointer,
    },
    editor: cellEditing.editor,
    fill: (range: FillRange) => change(fillCells(history.now(), cellAtSpot(place.at), range)),
    useOnSet: (teeth: ToothSet) => toggle(tool, TOOTH_SETS[teeth]),
    /** Closes a notice, with a new sheet or unchanged, and returns the focus to the grid. */
    back,
  };
}

export type LingualGridControl = ReturnType<typeof useLingualGrid>;
