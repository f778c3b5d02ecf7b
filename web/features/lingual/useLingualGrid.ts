/** State of the sheet's grid: the roving cell, what is selected and edited, the last notice. The sheet is the parent's. */
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Issue } from '#events/errors.ts';
import {
  type Code,
  codesAt,
  newConflicts,
  overrideCode,
  type SheetConflict,
  type SheetOutcome,
  setCodes,
  type ToothSheet,
  withEntry,
} from '#events/lingual/codes.ts';
import { type Fdi, TOOTH_SETS, type ToothSet } from '#events/tooth/fdi.ts';
import { useHistory } from '#web/features/tooth/useHistory.ts';
import { alone, type GridAct, type GridPlace, moved, onward, pressGridKey, selected } from './grid-keys.ts';
import { copied, type Pasted, pasted } from './paste.ts';
import {
  type Area,
  type Cell,
  cellAt,
  cellLines,
  cellText,
  emptied,
  type FillRange,
  filled,
  isShut,
  readCell,
  type Spot,
  sheetOf,
  spotOf,
} from './sheet.ts';
import { useGridPointer } from './useGridPointer.ts';

export type CodeTool = Code | 'erase';
/** `byTyping`: the arrows then end the edit, as they do in a spreadsheet. */
export type Editing = { spot: Spot; text: string; byTyping: boolean; issue?: Omit<Issue, 'path'> };

export type GridNotice =
  /** `more`: how many other teeth were refused; `override`: the sheet with the code, without what contradicts it. */
  | { kind: 'refused'; conflict: SheetConflict; more: number; override?: { code: Code; sheet: ToothSheet } }
  | { kind: 'paste'; pasted: Pasted };

const start = alone(spotOf({ field: 'brackets', tooth: 11 }));
const idOf = ({ row, col }: Spot) => `${row}-${col}`;

/** The roving cell, which brings the focus along once it has been drawn. */
function usePlace() {
  const [place, setPlace] = useState<GridPlace>(start);
  const grid = useRef<HTMLTableElement>(null);
  const follow = useRef(false);
  const focus = (spot: Spot) =>
    grid.current?.querySelector<HTMLElement>(`[data-spot="${idOf(spot)}"]`)?.focus();
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    focus(place.at);
  });
  const go = (to: GridPlace) => {
    follow.current = true;
    setPlace(to);
  };
  return { place, grid, setPlace, go };
}

/** What is being typed into a cell; the ref is the latest, also where an element leaves before it is drawn anew. */
function useEditing() {
  const open = useRef<Editing>(undefined);
  const [editing, show] = useState<Editing>();
  const set = (next: Editing | undefined) => {
    open.current = next;
    show(next);
  };
  return { editing, open, set };
}

type Control = { sheet: ToothSheet; onChange: (sheet: ToothSheet) => void; tool: CodeTool };

export function useLingualGrid({ sheet: value, onChange, tool }: Control) {
  const sheet = useMemo(() => sheetOf(value), [value]);
  const history = useHistory<ToothSheet>(sheet, onChange);
  const { place, grid, setPlace, go } = usePlace();
  const { editing, open, set } = useEditing();
  const [notice, setNotice] = useState<GridNotice>();

  const change = (next: ToothSheet, joined = false) => {
    setNotice(undefined);
    history.change(sheetOf(next), joined);
  };
  const take = ({ sheet: next, refused }: SheetOutcome, joined: boolean, code?: Code) => {
    change(next, joined);
    const [conflict, ...rest] = refused;
    if (!conflict) return;
    const way = code !== undefined && rest.length === 0;
    setNotice({
      kind: 'refused',
      conflict,
      more: rest.length,
      ...(way && { override: { code, sheet: overrideCode(history.now(), code, conflict.tooth) } }),
    });
  };

  /** The tool on teeth; erasing takes all of their codes. */
  const paint = (used: CodeTool, teeth: readonly Fdi[], on: boolean, joined = false) => {
    if (used !== 'erase') return take(setCodes(history.now(), used, teeth, on), joined, used);
    const cells = teeth.map(tooth => ({ field: 'brackets' as const, tooth }));
    change(emptied(history.now(), cells), joined);
  };
  const hasAll = (used: CodeTool, teeth: readonly Fdi[]) =>
    used !== 'erase' && teeth.every(tooth => codesAt(history.now(), tooth).includes(used));
  const toggle = (used: CodeTool, teeth: readonly Fdi[]) => paint(used, teeth, !hasAll(used, teeth));

  const begin = (spot: Spot, typed?: string) => {
    const cell = cellAt(spot);
    if (isShut(history.now(), cell)) {
      const [conflict] = newConflicts(history.now(), withEntry(history.now(), cell.field, cell.tooth, 0));
      if (conflict) setNotice({ kind: 'refused', conflict, more: 0 });
      return;
    }
    setNotice(undefined);
    const text = typed ?? cellText(history.now(), cell);
    set({ spot, text, byTyping: typed !== undefined });
  };

  /** Takes what was typed. False where it says nothing: it stays open, with the reason. */
  const commit = (): boolean => {
    const now = open.current;
    if (!now) return true;
    const { field, tooth } = cellAt(now.spot);
    const reading = readCell(field, now.text);
    const next = 'issue' in reading ? undefined : withEntry(history.now(), field, tooth, reading.entry);
    const [issue] = 'issue' in reading ? [reading.issue] : next ? newConflicts(history.now(), next) : [];
    if (issue || !next) {
      set({ ...now, issue });
      return false;
    }
    set(undefined);
    change(next);
    return true;
  };

  const cells = () => cellLines(selected(place)).flat();
  const codeCells = () => cells().flatMap(({ field, tooth }) => (field === 'brackets' ? [tooth] : []));
  const act = (what: GridAct) => {
    if (what.do === 'edit') return begin(place.at, what.text);
    if (what.do === 'code') return toggle(what.code, codeCells());
    const acts = {
      tool: () => toggle(tool, codeCells()),
      clear: () => change(emptied(history.now(), cells())),
      undo: history.undo,
      redo: history.redo,
      dismiss: () => setNotice(undefined),
    };
    acts[what.do]();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (open.current) {
      // Left with something that says nothing, the cell stays open: what is typed next is for it.
      if (!(event.target instanceof HTMLInputElement)) grid.current?.querySelector('input')?.focus();
      return;
    }
    const { key, shiftKey: shift, altKey: alt, timeStamp: at } = event;
    const step = pressGridKey(place, { key, shift, alt, mod: event.ctrlKey || event.metaKey, at });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    // The field that an edit opens takes the focus itself.
    if (step.act?.do !== 'edit') go(step.place);
    if (step.act) act(step.act);
  };

  /** Where a key leads out of an edit; undefined where it stays within the text. */
  const outOf = ({ key, shiftKey }: KeyboardEvent, { spot, byTyping }: Editing): Spot | undefined => {
    if (key === 'Enter' || key === 'Tab') return onward(spot, key, shiftKey) ?? spot;
    if (key === 'ArrowUp' || key === 'ArrowDown')
      return moved(spot, { row: key === 'ArrowUp' ? -1 : 1, col: 0 });
    if (byTyping && (key === 'ArrowLeft' || key === 'ArrowRight'))
      return moved(spot, { row: 0, col: key === 'ArrowLeft' ? -1 : 1 });
    return undefined;
  };
  const onEditKey = (event: KeyboardEvent) => {
    const now = open.current;
    // Enter also ends what an input method composes.
    if (!now || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      set(undefined);
      return go(alone(now.spot));
    }
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : outOf(event, now);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    if (commit()) go(alone(to));
  };

  const paste = (text: string) => {
    const found = pasted(history.now(), selected(place), text);
    if (found.bad.length > 0) return setNotice({ kind: 'paste', pasted: found });
    change(found.sheet);
    go({ at: found.area.to, anchor: found.area.from });
  };
  const copy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied(history.now(), selected(place)));
  };
  /** Within an edit the clipboard is the text field's own. */
  const unlessEditing = (run: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
    if (!open.current) run(event);
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

  const back = (next?: ToothSheet, area?: Area) => {
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
        change(emptied(history.now(), cells()));
      }),
      onPaste: unlessEditing(event => {
        event.preventDefault();
        paste(event.clipboardData.getData('text/plain'));
      }),
      ...pointer,
    },
    editor: {
      onChange: (text: string) => open.current && set({ ...open.current, text, issue: undefined }),
      onKeyDown: onEditKey,
      onBlur: () => void commit(),
    },
    /** The current cell, as the fill buttons mean it. */
    cell: cellAt(place.at) as Cell,
    fill: (range: FillRange) => change(filled(history.now(), cellAt(place.at), range)),
    useOnSet: (teeth: ToothSet) => toggle(tool, TOOTH_SETS[teeth]),
    /** Ends a notice, with a sheet or as everything was, and gives the focus back to the grid. */
    back,
  };
}

export type LingualGridControl = ReturnType<typeof useLingualGrid>;
