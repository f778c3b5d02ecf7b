/** Which columns beside the picture are folded away; a preference of this browser. */
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { screenStore } from '#web/lib/screen-store.ts';
import { storageKeys } from '#web/lib/storage-keys.ts';

const columnSides = ['left', 'right'] as const;
export type ColumnSide = (typeof columnSides)[number];
export type Folded = Readonly<Record<ColumnSide, boolean>>;

const { key } = storageKeys['folded columns'];
const noneFolded: Folded = { left: false, right: false };
export const folded = atom<Folded>(noneFolded);

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Kept as `left`, `right` or `left right`. */
export function keptFolds(box: Pick<Box, 'getItem'>): Folded {
  const kept = (box.getItem(key) ?? '').split(' ');
  return { left: kept.includes('left'), right: kept.includes('right') };
}

export function keepFolds(box: Box, next: Folded): void {
  const kept = columnSides.filter(side => next[side]).join(' ');
  try {
    if (kept) box.setItem(key, kept);
    else box.removeItem(key);
  } catch {
    // A full or blocked storage loses the preference only.
  }
}

export function foldColumn(side: ColumnSide, away: boolean): void {
  const next = { ...screenStore.get(folded), [side]: away };
  screenStore.set(folded, next);
  keepFolds(localStorage, next);
}

/** Reads the preference once the page is the browser's: the server renders both columns. */
export function useKeptFolds(): void {
  useEffect(() => screenStore.set(folded, keptFolds(localStorage)), []);
}

/** Unfolds the column of a panel, scrolls to the panel and gives it the focus. */
export function showPanel(side: ColumnSide, id: string): void {
  foldColumn(side, false);
  // The column is laid out in the next frame.
  requestAnimationFrame(() => {
    const panel = document.getElementById(id);
    panel?.scrollIntoView({ block: 'start' });
    panel?.querySelector('input')?.focus({ preventScroll: true });
  });
}
