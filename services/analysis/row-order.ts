/** The order of rows that have none of their own, so that the same rows always come in the same order. Pure. */
import type { AnswerCell } from './question.ts';

const textOf = (cell: AnswerCell) => (typeof cell === 'string' ? cell : JSON.stringify(cell));

/** Numbers by value, everything else as text, and nothing last. */
function compareCells(a: AnswerCell, b: AnswerCell): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [textOf(a), textOf(b)];
  return one < other ? -1 : Number(one > other);
}

export function compareRows(a: readonly AnswerCell[], b: readonly AnswerCell[]): number {
  for (const [i, cell] of a.entries()) {
    const found = compareCells(cell, b[i] ?? null);
    if (found !== 0) return found;
  }
  return 0;
}
