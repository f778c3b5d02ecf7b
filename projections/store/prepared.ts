/** Caches prepared statements by their text. A store uses a few dozen. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type StatementCache = (sql: string) => StatementSync;

export function createStatementCache(db: DatabaseSync): StatementCache {
  const statements = new Map<string, StatementSync>();
  return sql => {
    const known = statements.get(sql);
    if (known) return known;
    const made = db.prepare(sql);
    statements.set(sql, made);
    return made;
  };
}
