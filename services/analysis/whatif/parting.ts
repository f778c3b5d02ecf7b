/** Finds the event at which the histories of one row in two versions begin to differ. */
import type { RowTraceStep } from './version-messages.ts';

/** `here`, `there`: the index of the row's step as of the position in each history; -1 before its first. */
export type PartingPoint = { position: bigint; here: number; there: number };

/** Index of the last step up to each position; a position may have several steps. */
function* statesOf(here: readonly RowTraceStep[], there: readonly RowTraceStep[]): Generator<PartingPoint> {
  let [i, j] = [-1, -1];
  for (;;) {
    const next = [here[i + 1]?.position, there[j + 1]?.position].filter(position => position !== undefined);
    const [position] = next.toSorted((a, b) => (a < b ? -1 : 1));
    if (position === undefined) return;
    while (here[i + 1]?.position === position) i += 1;
    while (there[j + 1]?.position === position) j += 1;
    yield { position, here: i, there: j };
  }
}

/**
 * Returns the first position after which the two versions of a row differ; undefined if they never do. Why no bisection: a row may part, meet
 * again and part once more, and the first time is wanted. The hashes of a row's own history are few.
 */
export function findFirstRowDifference(
  here: readonly RowTraceStep[],
  there: readonly RowTraceStep[],
): PartingPoint | undefined {
  for (const point of statesOf(here, there))
    if ((here[point.here]?.hash ?? null) !== (there[point.there]?.hash ?? null)) return point;
  return undefined;
}
