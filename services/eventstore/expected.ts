/** Whether a stream is what its writer expected. */
import { type Expected, WrongRevision } from './port.ts';

/** @throws WrongRevision where `actual` (last revision, -1 for no stream) is not what was expected */
export function checkExpected(stream: string, expected: Expected, actual: number): void {
  if (expected === 'any') return;
  const fits =
    expected === 'none' ? actual === -1 : expected === 'exists' ? actual >= 0 : BigInt(actual) === expected;
  if (!fits) throw new WrongRevision(stream, expected, BigInt(actual));
}
