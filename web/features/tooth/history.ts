/** Undo and redo of a controlled value: what was, and what was taken back. */
export type History<T> = { past: readonly T[]; future: readonly T[] };

const DEPTH = 100;

export const emptyHistory = <T>(): History<T> => ({ past: [], future: [] });

/** After a change: what stood before can be had back, what was taken back is gone. */
export const record = <T>({ past }: History<T>, before: T): History<T> => ({
  past: [...past, before].slice(-DEPTH),
  future: [],
});

/** The value before the last change, and the history then; undefined when there is none. */
export function undo<T>({ past, future }: History<T>, now: T): { history: History<T>; value: T } | undefined {
  const value = past.at(-1);
  return value === undefined
    ? undefined
    : { history: { past: past.slice(0, -1), future: [now, ...future] }, value };
}

/** The value last taken back, and the history then; undefined when there is none. */
export function redo<T>({ past, future }: History<T>, now: T): { history: History<T>; value: T } | undefined {
  const [value, ...rest] = future;
  return value === undefined ? undefined : { history: { past: [...past, now], future: rest }, value };
}
