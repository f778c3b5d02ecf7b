/**
 * `npm run bench -- --short` runs each benchmark with little input, to show that it still works. Its figures
 * mean nothing.
 */
const isShort = process.argv.includes('--short');

/** Returns the number of rounds, cases or seconds of a benchmark: `whole`, or `short` with `--short`. */
export const benchLength = (whole: number, short: number): number => (isShort ? short : whole);
