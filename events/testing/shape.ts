/** Hashes the shape of stored values, so that a test notices a change without a new version number. */
import { createHash } from 'node:crypto';

function paths(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap(item => paths(item, `${at}[]`));
  if (value === null || typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, `${at}.${key}`))];
}

/** Returns eight hex digits computed from all keys of these values, at every depth. */
export function hashOfShape(values: readonly unknown[]): string {
  const found = [...new Set(values.flatMap(value => paths(value, '')))].sort();
  return createHash('sha256').update(found.join('\n')).digest('hex').slice(0, 8);
}
