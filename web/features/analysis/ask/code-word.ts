/** Words for the columns of an answer whose numbers are codes, the same as in the rest of the product. Pure. */
import { options } from '#events/case/options.ts';
import { isStatus } from '#events/case/status.ts';
import type { AnswerCell } from './cell-text.ts';

const isAmong = (choices: readonly number[]) => (code: number) => choices.includes(code);
const ofStatus = { of: isStatus, word: 'case:status' } as const;
const codes = {
  status: ofStatus,
  from_status: ofStatus,
  to_status: ofStatus,
  after_status: ofStatus,
  method: { of: isAmong(options.method), word: 'rx:option.method' },
  product_type: { of: isAmong(options.productType), word: 'rx:option.productType' },
} as const;

/** Whether the numbers of a column are codes with words. */
export const isCodeColumn = (column: string): boolean => Object.hasOwn(codes, column);

/** Dictionary key of the word for a code in a column of this name; undefined if the value is not a code. */
export function codeWordKey(column: string, cell: AnswerCell) {
  if (typeof cell !== 'number' || !isCodeColumn(column)) return undefined;
  // Cast: the table has the name.
  const { of, word } = codes[column as keyof typeof codes];
  return of(cell) ? (`${word}.${cell}` as const) : undefined;
}
