/** A byte range of RFC 9110: one range is served, several are answered with the whole. */
import type { ByteRange } from './blobs.ts';

/** The range asked for; `whole` where there is none that counts, `beyond` where it lies past the end. */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
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
