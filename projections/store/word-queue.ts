/** The queue of rows whose words are not indexed yet. It is stored with the rows, so it survives the process. */
import type { DatabaseSync } from 'node:sqlite';

export type WordQueue = ReturnType<typeof createWordQueue>;

export function createWordQueue(db: DatabaseSync) {
  const add = db.prepare('INSERT OR IGNORE INTO unworded (view, id) VALUES (?, ?)');
  const oldest = db.prepare('SELECT n, view, id FROM unworded ORDER BY n LIMIT ?');
  const drop = db.prepare('DELETE FROM unworded WHERE n <= ?');
  const count = db.prepare('SELECT count(*) AS n FROM unworded');
  const counted = () => Number(count.get()?.n ?? 0);
  let size = counted();
  return {
    size: () => size,
    note(view: number, id: string) {
      size += Number(add.run(view, id).changes);
    },
    /** Removes and returns the oldest rows of the queue. */
    take(most: number): { view: number; id: string }[] {
      if (size === 0) return [];
      const taken = oldest.all(most).map(r => ({ n: Number(r.n), view: Number(r.view), id: String(r.id) }));
      const last = taken.at(-1);
      if (last) size -= Number(drop.run(last.n).changes);
      return taken;
    },
    /** For use after a rollback. */
    reset() {
      size = counted();
    },
  };
}
