/** Writes sights: the difference between a row's sights before and after a change. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Sight } from '../view.ts';
import type { GroupCounts } from './counts.ts';
import type { NameNumbers } from './name-numbers.ts';
import { createStatementCache } from './prepared.ts';
import { type ListSorts, sightTableName } from './schema.ts';

export type SightWriter = {
  /** Moves a row from its old to its new sights. */
  move(id: string, before: readonly Sight<string>[], after: readonly Sight<string>[]): void;
};

const keyOf = (s: Sight<string>) => `${s.list} ${s.room}`;

/** Throws if a sight lacks one of its list's sort keys, because the row would silently disappear from that sort. */
function keysOf(sorts: readonly string[], sight: Sight<string>): string[] {
  return sorts.map(sort => {
    const key = sight.sort[sort];
    if (key === undefined) throw new Error(`a sight in ${sight.list} lacks ${sort}`);
    return key;
  });
}

export function createSightWriter(
  db: DatabaseSync,
  lists: ListSorts,
  names: NameNumbers,
  counts: GroupCounts,
): SightWriter {
  const prepared = createStatementCache(db);
  const sortsOf = (list: string) => {
    const sorts = lists[list];
    if (!sorts) throw new Error(`no list ${list}`);
    return sorts;
  };

  const inserts = new Map<string, StatementSync>();
  const insertInto = (list: string) => {
    const known = inserts.get(list);
    if (known) return known;
    const marks = sortsOf(list).map(() => ', ?');
    const made = db.prepare(`INSERT INTO ${sightTableName(list)} VALUES (?, ?, ?${marks.join('')})`);
    inserts.set(list, made);
    return made;
  };

  const remove = (id: string, s: Sight<string>) => {
    prepared(`DELETE FROM ${sightTableName(s.list)} WHERE room = ? AND id = ?`).run(names.number(s.room), id);
    counts.add(s.list, s.room, s.group, -1);
  };
  const insert = (id: string, s: Sight<string>) => {
    const keys = keysOf(sortsOf(s.list), s);
    insertInto(s.list).run(names.number(s.room), id, names.number(s.group), ...keys);
    counts.add(s.list, s.room, s.group, 1);
  };
  /** Updates only changed columns, so that SQLite leaves the other indexes untouched. */
  const change = (id: string, was: Sight<string>, is: Sight<string>) => {
    const sorts = sortsOf(is.list);
    const before = keysOf(sorts, was);
    const set = keysOf(sorts, is).flatMap((key, i): [string, string | number][] =>
      key === before[i] ? [] : [[`s${i} = ?`, key]],
    );
    if (was.group !== is.group) {
      set.push(['grp = ?', names.number(is.group)]);
      counts.add(was.list, was.room, was.group, -1);
      counts.add(is.list, is.room, is.group, 1);
    }
    if (set.length === 0) return;
    const sql = `UPDATE ${sightTableName(is.list)} SET ${set.map(([part]) => part).join(', ')} WHERE room = ? AND id = ?`;
    prepared(sql).run(...set.map(([, value]) => value), names.number(is.room), id);
  };
  return {
    move: (id, before, after) => {
      const was = new Map(before.map(s => [keyOf(s), s]));
      for (const is of after) {
        const old = was.get(keyOf(is));
        was.delete(keyOf(is));
        if (old) change(id, old, is);
        else insert(id, is);
      }
      for (const old of was.values()) remove(id, old);
    },
  };
}
