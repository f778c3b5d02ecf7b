/** Numbers for the names of rooms and groups, because indexes store numbers. A number is never reassigned. */
import type { DatabaseSync } from 'node:sqlite';

export type NameNumbers = {
  /** The name's number, assigned if needed. */
  number(name: string): number;
  /** The name's number if it has one. For reads, which must not write. */
  find(name: string): number | undefined;
  name(number: number): string;
  /** Forgets numbers that a rolled-back transaction assigned. */
  reset(): void;
};

export function createNameNumbers(db: DatabaseSync): NameNumbers {
  const byName = new Map<string, number>();
  const byNumber = new Map<number, string>();
  const select = db.prepare('SELECT n FROM names WHERE name = ?');
  const selectName = db.prepare('SELECT name FROM names WHERE n = ?');
  const insert = db.prepare('INSERT INTO names (name) VALUES (?)');

  const remember = (name: string, n: number) => {
    byName.set(name, n);
    byNumber.set(n, name);
    return n;
  };
  const find = (name: string) => {
    const known = byName.get(name);
    if (known !== undefined) return known;
    const row = select.get(name);
    return row === undefined ? undefined : remember(name, Number(row.n));
  };
  return {
    find,
    number: name => find(name) ?? remember(name, Number(insert.run(name).lastInsertRowid)),
    name: n => {
      const known = byNumber.get(n) ?? String(selectName.get(n)?.name);
      remember(known, n);
      return known;
    },
    reset: () => {
      byName.clear();
      byNumber.clear();
    },
  };
}
