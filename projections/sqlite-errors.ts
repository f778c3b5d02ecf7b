/** Classifies SQLite errors that an operator can act on. */

const FULL = 13;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** SQLite's primary error code; undefined for other errors. */
function numberOf(error: unknown): number | undefined {
  const known = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return known ? Number(error.errcode) & 0xff : undefined;
}

/** True for SQLite's error of a full disk. Nothing was written, and existing data is intact. */
export const isDiskFullError = (error: unknown): boolean => numberOf(error) === FULL;

/** Whether a file is damaged. */
export const isDamagedFileError = (error: unknown): boolean =>
  [CORRUPT, NOT_A_DATABASE].includes(numberOf(error) ?? 0);
