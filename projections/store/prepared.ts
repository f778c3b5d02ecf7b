/** Statements by their text, each prepared once: a store has some dozens, whatever is asked of it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type Prepared = (sql: string) => StatementSync;

export function createPrepared(db: DatabaseSync): Prepared {
  const statements = new Map<string, StatementSync>();
  return sql => {
    const known = statements.get(sql);
    if (known) return known;
    const made = db.prepare(sql);
    statements.set(sql, made);
    return made;
  };
}
