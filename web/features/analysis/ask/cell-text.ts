/** The texts that the page shows for the cells of an answer. Pure. */
import type { AskAnswer } from '#services/api/answers.ts';

export type AnswerCell = AskAnswer['rows'][number][number];

export const isNumericType = (type: string): boolean =>
  /INT|DECIMAL|DOUBLE|FLOAT/.test(type) && !type.endsWith(']');

/** The text of a cell. The server sends a day as the day's first moment. */
export function cellText(cell: AnswerCell, type: string): string {
  if (cell === null) return 'NULL';
  if (type === 'DATE' && typeof cell === 'string') return cell.slice(0, 'yyyy-mm-dd'.length);
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
