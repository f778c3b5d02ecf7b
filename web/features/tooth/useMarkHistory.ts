import { useEffect, useRef, useState } from 'react';
import type { Marks } from '#events/tooth/marks.ts';
import { emptyHistory, type History, record, redo, undo } from './history.ts';

const same = (a: Marks, b: Marks) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Undo and redo around marks the parent holds. A change that comes from the parent empties them: taking back must
 * never take back somebody else's work. `now()` is the latest value, also between two renders.
 */
export function useMarkHistory(marks: Marks, onChange?: (marks: Marks) => void) {
  const book = useRef({ now: marks, history: emptyHistory<Marks>() });
  const [shown, show] = useState<History<Marks>>(book.current.history);

  useEffect(() => {
    if (same(marks, book.current.now)) return;
    book.current = { now: marks, history: emptyHistory() };
    show(book.current.history);
  }, [marks]);

  const turnTo = (step: { history: History<Marks>; value: Marks } | undefined) => {
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
    change(value: Marks, joined = false) {
      const { now, history } = book.current;
      if (!same(value, now)) turnTo({ value, history: joined ? history : record(history, now) });
    },
    undo: () => turnTo(undo(book.current.history, book.current.now)),
    redo: () => turnTo(redo(book.current.history, book.current.now)),
  };
}
