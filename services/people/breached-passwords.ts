/**
 * Breached passwords, as a Bloom filter. It contains 409,562 passwords: of a million passwords from breaches, those
 * that fit the rule of 6 to 20 letters and digits (made by infra/setup/breached-passwords.ts). It answers without a
 * network, but also refuses one good password in ten thousand.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Number of bits that one password sets. */
const hashesPerPassword = 13;
/** Size of the filter in bits per password: an error rate of 1 in 10,000. */
export const bloomBitsPerPassword = 19.2;

const list = new URL('./breached-passwords.bin', import.meta.url);
let filter: Buffer | undefined;

/**
 * Returns the positions of a password's bits in a filter of this size. Uses double hashing (Kirsch and Mitzenmacher,
 * 2006).
 */
export function bloomBitsOf(password: string, size: number): number[] {
  const hash = createHash('sha256').update(password.toLowerCase()).digest();
  const [first, step] = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 6)];
  return Array.from({ length: hashesPerPassword }, (_, i) => (first + i * step) % size);
}

/** Returns true for a password that was in a breach. Ignores upper and lower case. */
export function isBreachedPassword(password: string): boolean {
  filter ??= readFileSync(list);
  const bytes = filter;
  return bloomBitsOf(password, bytes.length * 8).every(bit => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
}
