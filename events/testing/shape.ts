/** The shape of what is stored: what a version number stands for. */
import { createHash } from 'node:crypto';

function paths(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap(item => paths(item, `${at}[]`));
  if (value === null || typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, `${at}.${key}`))];
}

/** Eight digits that follow from all the keys, at every depth, that some of these values have. */
export function shapeOf(values: readonly unknown[]): string {
  const found = [...new Set(values.flatMap(value => paths(value, '')))].sort();
  return createHash('sha256').update(found.join('\n')).digest('hex').slice(0, 8);
}
