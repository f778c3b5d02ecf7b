/** Cells of an answer as the page writes them. Pure. */
import type { AskAnswer } from '#services/api/answers.ts';

export type AnswerCell = AskAnswer['rows'][number][number];

export const isNumericType = (type: string): boolean =>
  /INT|DECIMAL|DOUBLE|FLOAT/.test(type) && !type.endsWith(']');

/** The server sends a day as its first moment. */
export function cellText(cell: AnswerCell, type: string): string {
  if (cell === null) return 'NULL';
  if (type === 'DATE' && typeof cell === 'string') return cell.slice(0, 'yyyy-mm-dd'.length);
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
