/** The folded side columns; a preference of this browser. */
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { screenStore } from '#web/lib/screen-store.ts';
import { storageEntryByName } from '#web/lib/storage-keys.ts';

const columnSides = ['left', 'right'] as const;
export type ColumnSide = (typeof columnSides)[number];
export type FoldedSideColumns = Readonly<Record<ColumnSide, boolean>>;

const { key } = storageEntryByName['folded columns'];
const noneFolded: FoldedSideColumns = { left: false, right: false };
export const foldedColumnsAtom = atom<FoldedSideColumns>(noneFolded);

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stored as `left`, `right` or `left right`. */
export function readFoldedSideColumns(box: Pick<Box, 'getItem'>): FoldedSideColumns {
  const kept = (box.getItem(key) ?? '').split(' ');
  return { left: kept.includes('left'), right: kept.includes('right') };
}

export function storeFoldedSideColumns(box: Box, next: FoldedSideColumns): void {
  const kept = columnSides.filter(side => next[side]).join(' ');
  try {
    if (kept) box.setItem(key, kept);
    else box.removeItem(key);
  } catch {
    // With full or blocked storage only the preference is lost.
  }
}

export function foldColumn(side: ColumnSide, away: boolean): void {
  const next = { ...screenStore.get(foldedColumnsAtom), [side]: away };
  screenStore.set(foldedColumnsAtom, next);
  storeFoldedSideColumns(localStorage, next);
}

/** Reads the preference in the browser: the server renders both columns. */
export function useRestoreFoldedColumns(): void {
  useEffect(() => screenStore.set(foldedColumnsAtom, readFoldedSideColumns(localStorage)), []);
}

/** Unfolds a panel's column, scrolls to the panel and focuses it. */
export function revealAndFocusPanel(side: ColumnSide, id: string): void {
  foldColumn(side, false);
  // The unfolded column is laid out in the next frame.
  requestAnimationFrame(() => {
    const panel = document.getElementById(id);
    panel?.scrollIntoView({ block: 'start' });
    panel?.querySelector('input')?.focus({ preventScroll: true });
  });
}
