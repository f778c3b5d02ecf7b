/** Hashes of rows. Two rows are equal if they have the same fields, in any order. */
import { hash } from 'node:crypto';

const LENGTH = 24;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** @param json a row as it is stored */
export const hashRow = (json: string): string =>
  hash('sha256', JSON.stringify(sorted(JSON.parse(json))), 'base64url').slice(0, LENGTH);
