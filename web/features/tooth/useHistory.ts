import { useEffect, useRef, useState } from 'react';
import { emptyHistory, type History, record, redo, undo } from './history.ts';

/** As JSON, so a value's keys and lists have to keep one order. */
const same = <T>(a: T, b: T) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Undo and redo around a value that the parent holds. A change that comes from the parent empties them: taking back must
 * never take back somebody else's work. `now()` is the latest value, also between two renders.
 */
export function useHistory<T>(value: T, onChange?: (value: T) => void) {
  const book = useRef({ now: value, history: emptyHistory<T>() });
  const [shown, show] = useState<History<T>>(book.current.history);

  useEffect(() => {
    if (same(value, book.current.now)) return;
    book.current = { now: value, history: emptyHistory() };
    show(book.current.history);
  }, [value]);

  const turnTo = (step: { history: History<T>; value: T } | undefined) => {
    if (!step) return;
    book.current = { now: step.value, history: step.history };
    show(step.history);
    onChange?.(step.value);
  };

  return {
    now: () => book.current.now,
    canUndo: shown.past.length > 0,
    canRedo: shown.future.length > 0,
    /** `joined`: part of the change before it (a stroke), taken back together with it. */
    change(next: T, joined = false) {
      const { now, history } = book.current;
      if (!same(next, now)) turnTo({ value: next, history: joined ? history : record(history, now) });
    },
    undo: () => turnTo(undo(book.current.history, book.current.now)),
    redo: () => turnTo(redo(book.current.history, book.current.now)),
  };
}
