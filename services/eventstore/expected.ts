/** Whether a stream is what its writer expected. */
import { type Expected, WrongRevision } from './port.ts';

/** The refusal where `actual` (last revision, -1 for no stream) is not what was expected; undefined where it is. */
export function refusalOf(stream: string, expected: Expected, actual: number): WrongRevision | undefined {
  if (expected === 'any') return undefined;
  const fits =
    expected === 'none' ? actual === -1 : expected === 'exists' ? actual >= 0 : BigInt(actual) === expected;
  return fits ? undefined : new WrongRevision(stream, expected, BigInt(actual));
}
