/** Histograms: number of rows by group in a room's list. Updated with the sights, never recounted. */
import type { DatabaseSync } from 'node:sqlite';
import type { NameNumbers } from './name-numbers.ts';

/** Count by group. Empty groups are absent. */
export type Histogram = ReadonlyMap<string, number>;

export type GroupCounts = {
  histogram(list: string, room: string): Histogram;
  add(list: string, room: string, group: string, n: number): void;
  /** Writes pending changes. Returns the rooms with changes. */
  flush(): string[];
  /** Discards pending changes after a rollback. */
  reset(): void;
};

/** Rooms whose histograms are cached. */
const MOST = 5000;

type Delta = { list: string; room: string; group: string; n: number };

export function createGroupCounts(db: DatabaseSync, names: NameNumbers): GroupCounts {
  const known = new Map<string, Map<string, number>>();
  const deltas = new Map<string, Delta>();
  const select = db.prepare('SELECT grp, n FROM counts WHERE list = ? AND room = ?');
  const upsert = db.prepare(
    `INSERT INTO counts (list, room, grp, n) VALUES (?, ?, ?, ?)
     ON CONFLICT (list, room, grp) DO UPDATE SET n = n + excluded.n`,
  );
  const clean = db.prepare('DELETE FROM counts WHERE list = ? AND room = ? AND grp = ? AND n = 0');

  const load = (list: string, room: string) => {
    const loaded = new Map<string, number>();
    const number = names.find(room);
    if (number === undefined) return loaded;
    for (const row of select.iterate(list, number)) loaded.set(names.name(Number(row.grp)), Number(row.n));
    return loaded;
  };
  const save = ({ list, room, group, n }: Delta) => {
    const where = [list, names.number(room), names.number(group)] as const;
    upsert.run(...where, n);
    if (n < 0) clean.run(...where);
    const loaded = known.get(`${list} ${room}`);
    if (!loaded) return;
    const now = (loaded.get(group) ?? 0) + n;
    if (now === 0) loaded.delete(group);
    else loaded.set(group, now);
  };
  return {
    histogram: (list, room) => {
      const key = `${list} ${room}`;
      const found = known.get(key) ?? load(list, room);
      if (known.size >= MOST) known.clear();
      known.set(key, found);
      return found;
    },
    add: (list, room, group, n) => {
      const key = `${list} ${room} ${group}`;
      const delta = deltas.get(key);
      if (delta) delta.n += n;
      else deltas.set(key, { list, room, group, n });
    },
    flush: () => {
      const changed = [...deltas.values()].filter(delta => delta.n !== 0);
      deltas.clear();
      changed.forEach(save);
      return [...new Set(changed.map(delta => delta.room))];
    },
    reset: () => {
      deltas.clear();
      known.clear();
    },
  };
}
