/** What the check of an STL finds, for tests. */
import { isRefusal } from '#events/errors.ts';
import type { Found } from './check.ts';
import { stlCheck } from './stl.ts';

/** Reads the bytes in pieces of these sizes, over and over. */
export function check(bytes: Buffer, pieces: readonly number[] = [65_536]): Found {
  const reader = stlCheck(bytes.length);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const piece = pieces[i % pieces.length] ?? 1;
    reader.write(bytes.subarray(at, at + piece));
    at += piece;
  }
  return reader.end();
}

/** The facts of a file in a line, or `<refusal> <issue>`. */
export function verdict(bytes: Buffer, pieces?: readonly number[]): string {
  try {
    const { model } = check(bytes, pieces);
    return `${model?.format} ${model?.triangles} [${model?.box.map(v => v.toFixed(3)).join(' ')}]`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `${error.refusal} ${error.data?.issues?.[0]?.issue}`;
  }
}
