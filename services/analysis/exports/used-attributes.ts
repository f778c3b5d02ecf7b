import type { DuckDBConnection } from '@duckdb/node-api';
import { eventAttributes, type OcelAttribute } from './ocel-types.ts';
import { type PositionRange, positionConditionSql } from './span.ts';

/** Returns the attributes that the events of each type have a value of. */
export async function findUsedAttributes(
  db: DuckDBConnection,
  slice: PositionRange,
): Promise<Map<string, OcelAttribute[]>> {
  const used = eventAttributes.map(({ sql }) => `bool_or(${sql} IS NOT NULL)`);
  const read = await db.runAndReadAll(
    `SELECT type, ${used.join(', ')} FROM events WHERE ${positionConditionSql('position', slice)} GROUP BY type ORDER BY type`,
  );
  return new Map(
    read.getRows().map(([type, ...flags]) => [String(type), eventAttributes.filter((_, i) => flags[i])]),
  );
}
