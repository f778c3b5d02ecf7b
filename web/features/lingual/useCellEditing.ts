/** Editing of a cell: how it starts, what ends it, and why it stays open. */
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Issue } from '#events/errors.ts';
import {
  addedSheetContradictions,
  type SheetContradiction,
  type ToothSheet,
  withToothEntry,
} from '#events/lingual/codes.ts';
import { type GridSelection, moveSpot, selectCell, spotAfterKey } from './grid-keys.ts';
import { cellAtSpot, type GridSpot, isLockedCell, parseCell, textOfCell } from './sheet.ts';

/** `byTyping`: arrow keys end the edit, as in a spreadsheet. */
export type CellEdit = { spot: GridSpot; text: string; byTyping: boolean; issue?: Omit<Issue, 'path'> };

type Uses = {
  /** Returns the latest sheet. */
  sheet: () => ToothSheet;
  change: (sheet: ToothSheet) => void;
  refuse: (conflict: SheetContradiction) => void;
  /** Clears the grid's last notice. */
  quiet: () => void;
  go: (place: GridSelection) => void;
};

/** The cell that a key moves to from an edit; undefined if the key stays in the text. */
function spotAfterEdit({ key, shiftKey }: KeyboardEvent, { spot, byTyping }: CellEdit): GridSpot | undefined {
  if (key === 'Enter' || key === 'Tab') return spotAfterKey(spot, key, shiftKey) ?? spot;
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return moveSpot(spot, { row: key === 'ArrowUp' ? -1 : 1, col: 0 });
  if (byTyping && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return moveSpot(spot, { row: 0, col: key === 'ArrowLeft' ? -1 : 1 });
  return undefined;
}

export function useCellEditing({ sheet, change, refuse, quiet, go }: Uses) {
  // A ref is current even if the field unmounts before the next render.
  const open = useRef<CellEdit>(undefined);
  const [editing, show] = useState<CellEdit>();
  const set = (next: CellEdit | undefined) => {
    open.current = next;
    show(next);
  };

  const begin = (spot: GridSpot, typed?: string) => {
    const cell = cellAtSpot(spot);
    if (isLockedCell(sheet(), cell)) {
      const [conflict] = addedSheetContradictions(
        sheet(),
        withToothEntry(sheet(), cell.field, cell.tooth, 0),
      );
      if (conflict) refuse(conflict);
      return;
    }
    quiet();
    set({ spot, text: typed ?? textOfCell(sheet(), cell), byTyping: typed !== undefined });
  };

  /** Applies the typed text. Returns false for invalid text: the edit stays open with the reason. */
  const commit = (): boolean => {
    const now = open.current;
    if (!now) return true;
    const { field, tooth } = cellAtSpot(now.spot);
    const reading = parseCell(field, now.text);
    if ('issue' in reading) {
      set({ ...now, issue: reading.issue });
      return false;
    }
    const next = withToothEntry(sheet(), field, tooth, reading.entry);
    const [conflict] = addedSheetContradictions(sheet(), next);
    if (conflict) {
      set({ ...now, issue: conflict });
      return false;
    }
    set(undefined);
    change(next);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const now = open.current;
    // Enter also ends an input-method composition.
    if (!now || event.nativeEvent.isComposing) return;
    const plain = !(event.ctrlKey || event.metaKey || event.altKey);
    const to = plain ? spotAfterEdit(event, now) : undefined;
    if (!to && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!to) set(undefined);
    if (!to || commit()) go(selectCell(to ?? now.spot));
  };

  return {
    editing,
    isOpen: () => open.current !== undefined,
    begin,
    commit,
    editor: {
      onChange: (text: string) => open.current && set({ ...open.current, text, issue: undefined }),
      onKeyDown,
      onBlur: () => void commit(),
    },
  };
}
