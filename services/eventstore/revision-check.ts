/** Optimistic concurrency: compares a stream's revision with the expected one. */
import { type ExpectedRevision, WrongRevisionError } from './port.ts';

/** Returns the refusal if `actual` (last revision; -1 for no stream) does not match, otherwise undefined. */
export function findRevisionConflict(
  stream: string,
  expected: ExpectedRevision,
  actual: number,
): WrongRevisionError | undefined {
  if (expected === 'any') return undefined;
  const fits =
    expected === 'none' ? actual === -1 : expected === 'exists' ? actual >= 0 : BigInt(actual) === expected;
  return fits ? undefined : new WrongRevisionError(stream, expected, BigInt(actual));
}
