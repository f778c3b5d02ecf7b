/** Byte ranges of RFC 9110. Serves a single range; several are answered with the whole file. */
import type { ByteRange } from './blobs.ts';

/** Returns the requested range; `whole` without a valid one, `beyond` if it is past the end. */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const suffix = Math.min(Number(last), size);
    return suffix === 0 ? 'beyond' : { from: size - suffix, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= size ? 'beyond' : { from, to };
}
