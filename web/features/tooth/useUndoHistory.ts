import { useEffect, useRef, useState } from 'react';
import { emptyUndoHistory, recordChange, redo, type UndoHistory, undo } from './undo-history.ts';

/** Compares as JSON, so the order of keys and lists must be stable. */
const same = <T>(a: T, b: T) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Undo and redo of a value held by the parent. A change by the parent clears the history: undo must never
 * revert another
 * person's work. `now()` is the latest value, also between two renders.
 */
export function useUndoHistory<T>(value: T, onChange?: (value: T) => void) {
  const book = useRef({ now: value, history: emptyUndoHistory<T>() });
  const [shown, show] = useState<UndoHistory<T>>(book.current.history);

  useEffect(() => {
    if (same(value, book.current.now)) return;
    book.current = { now: value, history: emptyUndoHistory() };
    show(book.current.history);
  }, [value]);

  const turnTo = (step: { history: UndoHistory<T>; value: T } | undefined) => {
    if (!step) return;
    book.current = { now: step.value, history: step.history };
    show(step.history);
    onChange?.(step.value);
  };

  return {
    now: () => book.current.now,
    canUndo: shown.past.length > 0,
    canRedo: shown.future.length > 0,
    /** `joined`: the change belongs to the previous one (one stroke) and is undone together with it. */
    change(next: T, joined = false) {
      const { now, history } = book.current;
      if (!same(next, now)) turnTo({ value: next, history: joined ? history : recordChange(history, now) });
    },
    undo: () => turnTo(undo(book.current.history, book.current.now)),
    redo: () => turnTo(redo(book.current.history, book.current.now)),
  };
}
