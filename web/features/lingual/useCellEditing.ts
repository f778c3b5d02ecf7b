/** A cell while it is typed into: how it opens, what ends it, and why it stays open. */
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Issue } from '#events/errors.ts';
import { newConflicts, type SheetConflict, type ToothSheet, withEntry } from '#events/lingual/codes.ts';
import { alone, type GridPlace, moved, onward } from './grid-keys.ts';
import { cellAt, cellText, isShut, readCell, type Spot } from './sheet.ts';

/** `byTyping`: the arrows then end the edit, as they do in a spreadsheet. */
export type Editing = { spot: Spot; text: string; byTyping: boolean; issue?: Omit<Issue, 'path'> };

type Uses = {
  /** The latest sheet. */
  sheet: () => ToothSheet;
  change: (sheet: ToothSheet) => void;
  refuse: (conflict: SheetConflict) => void;
  /** Takes the last notice away. */
  quiet: () => void;
  go: (place: GridPlace) => void;
};

/** Where a key leads out of an edit; undefined where it stays within the text. */
function outOf({ key, shiftKey }: KeyboardEvent, { spot, byTyping }: Editing): Spot | undefined {
  if (key === 'Enter' || key === 'Tab') return onward(spot, key, shiftKey) ?? spot;
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return moved(spot, { row: key === 'ArrowUp' ? -1 : 1, col: 0 });
  if (byTyping && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return moved(spot, { row: 0, col: key === 'ArrowLeft' ? -1 : 1 });
  return undefined;
}

export function useCellEditing({ sheet, change, refuse, quiet, go }: Uses) {
  // The ref is the latest, also where the field leaves the page before anything is drawn anew.
  const open = useRef<Editing>(undefined);
  const [editing, show] = useState<Editing>();
  const set = (next: Editing | undefined) => {
    open.current = next;
    show(next);
  };

  const begin = (spot: Spot, typed?: string) => {
    const cell = cellAt(spot);
    if (isShut(sheet(), cell)) {
      const [conflict] = newConflicts(sheet(), withEntry(sheet(), cell.field, cell.tooth, 0));
      if (conflict) refuse(conflict);
      return;
    }
    quiet();
    set({ spot, text: typed ?? cellText(sheet(), cell), byTyping: typed !== undefined });
  };

  /** Takes what was typed. False where it says nothing: it stays open, with the reason. */
  const commit = (): boolean => {
    const now = open.current;
    if (!now) return true;
    const { field, tooth } = cellAt(now.spot);
    const reading = readCell(field, now.text);
    if ('issue' in reading) {
      set({ ...now, issue: reading.issue });
      return false;
    }
    const next = withEntry(sheet(), field, tooth, reading.entry);
    const [conflict] = newConflicts(sheet(), next);
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
    // Enter also ends what an input method composes.
    if (!now || event.nativeEvent.isComposing) return;
    const plain = !(event.ctrlKey || event.metaKey || event.altKey);
    const to = plain ? outOf(event, now) : undefined;
    if (!to && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!to) set(undefined);
    if (!to || commit()) go(alone(to ?? now.spot));
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
