/** What SQLite says of a file of rows, or of any other, as far as somebody can do something about it. */

const FULL = 13;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** SQLite's own number for what went wrong, without what it adds to it; undefined where it is no error of SQLite's. */
function numberOf(error: unknown): number | undefined {
  const known = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return known ? Number(error.errcode) & 0xff : undefined;
}

/** True where there was no room: nothing was written, and all that was there is there. */
export const isFull = (error: unknown): boolean => numberOf(error) === FULL;

/** True where a file does not hold what SQLite has written. */
export const isDamaged = (error: unknown): boolean =>
  [CORRUPT, NOT_A_DATABASE].includes(numberOf(error) ?? 0);
