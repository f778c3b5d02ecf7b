import type { DuckDBConnection } from '@duckdb/node-api';
import { eventAttributes, type OcelAttribute } from './ocel-types.ts';
import { type Slice, sliceCondition } from './span.ts';

/** Returns the attributes that the events of each type have a value of. */
export async function usedAttributes(
  db: DuckDBConnection,
  slice: Slice,
): Promise<Map<string, OcelAttribute[]>> {
  const used = eventAttributes.map(({ sql }) => `bool_or(${sql} IS NOT NULL)`);
  const read = await db.runAndReadAll(
    `SELECT type, ${used.join(', ')} FROM events WHERE ${sliceCondition('position', slice)} GROUP BY type ORDER BY type`,
  );
  return new Map(
    read.getRows().map(([type, ...flags]) => [String(type), eventAttributes.filter((_, i) => flags[i])]),
  );
}
