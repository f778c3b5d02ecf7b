/** Runs the STL check in tests. */
import { isRefusal } from '#events/errors.ts';
import type { CheckedFile } from './check.ts';
import { createStlCheck } from './stl.ts';

/** Checks the bytes in chunks of these sizes, repeated cyclically. */
export function checkStl(bytes: Buffer, pieces: readonly number[] = [65_536]): CheckedFile {
  const reader = createStlCheck(bytes.length);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const piece = pieces[i % pieces.length] ?? 1;
    reader.write(bytes.subarray(at, at + piece));
    at += piece;
  }
  return reader.end();
}

/** Formats the result of the check in one line: the model's facts, or `<refusal> <issue>`. */
export function stlVerdict(bytes: Buffer, pieces?: readonly number[]): string {
  try {
    const { model } = checkStl(bytes, pieces);
    return `${model?.format} ${model?.triangles} [${model?.box.map(v => v.toFixed(3)).join(' ')}]`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `${error.refusal} ${error.data?.issues?.[0]?.issue}`;
  }
}
