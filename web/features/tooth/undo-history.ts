/** Undo and redo of a controlled value: past and undone values. */
export type UndoHistory<T> = { past: readonly T[]; future: readonly T[] };

const DEPTH = 100;

export const emptyUndoHistory = <T>(): UndoHistory<T> => ({ past: [], future: [] });

/** Records a change: the earlier value can be undone to, and undone values are dropped. */
export const recordChange = <T>({ past }: UndoHistory<T>, before: T): UndoHistory<T> => ({
  past: [...past, before].slice(-DEPTH),
  future: [],
});

/** Returns the value before the last change, and the new history; undefined if there is none. */
export function undo<T>(
  { past, future }: UndoHistory<T>,
  now: T,
): { history: UndoHistory<T>; value: T } | undefined {
  const value = past.at(-1);
  return value === undefined
    ? undefined
    : { history: { past: past.slice(0, -1), future: [now, ...future] }, value };
}

/** Returns the value that was undone last, and the new history; undefined if there is none. */
export function redo<T>(
  { past, future }: UndoHistory<T>,
  now: T,
): { history: UndoHistory<T>; value: T } | undefined {
  const [value, ...rest] = future;
  return value === undefined ? undefined : { history: { past: [...past, now], future: rest }, value };
}
