/** The history of chosen rows: each event that touched one, and the row after it. */
import type { DatabaseSync } from 'node:sqlite';
import type { Recorded } from '#events/envelope.ts';
import type { DerivedView, FoldedView, View } from '#projections/view.ts';
import { hashRow } from './row-hash.ts';
import type { RowTraceStep, WatchedRows } from './version-messages.ts';

type Touched = { view: string; id: string; event: Recorded; row: unknown };

export type RowTraces = ReturnType<typeof createRowTraces>;

/** @param db empty; it may become larger than the memory */
export function createRowTraces(db: DatabaseSync) {
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE steps (
      n INTEGER PRIMARY KEY, view TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL,
      stream TEXT NOT NULL, revision INTEGER NOT NULL, at TEXT NOT NULL, hash TEXT, json TEXT
    ) STRICT;
    CREATE INDEX steps_of ON steps (view, id, n);
    BEGIN;`);
  const insert = db.prepare(
    'INSERT INTO steps (view, id, position, type, stream, revision, at, hash, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const all = db.prepare(
    'SELECT position, type, stream, revision, at, hash FROM steps WHERE view = ? AND id = ? ORDER BY n',
  );
  const nth = db.prepare('SELECT json FROM steps WHERE view = ? AND id = ? ORDER BY n LIMIT 1 OFFSET ?');
  let latest = -1n;
  return {
    record({ view, id, event, row }: Touched): void {
      // An erasure folds the patient's events again, from the first to the erasure. The states in between were never served.
      if (event.position < latest) return;
      latest = event.position;
      const json = row === null || row === undefined ? null : JSON.stringify(row);
      const { position, type, stream, revision, at } = event;
      insert.run(view, id, position, type, stream, revision, at, json && hashRow(json), json);
    },
    finish: () => db.exec('COMMIT'),
    steps: (view: string, id: string): RowTraceStep[] =>
      all.all(view, id).map(step => ({
        position: BigInt(Number(step.position)),
        type: String(step.type),
        stream: String(step.stream),
        revision: BigInt(Number(step.revision)),
        at: String(step.at),
        hash: step.hash === null ? null : String(step.hash),
      })),
    row(view: string, id: string, n: number): string | null {
      const json = nth.get(view, id, n)?.json;
      return json === null || json === undefined ? null : String(json);
    },
  };
}

const isDerived = (view: View): view is DerivedView => 'from' in view;

/** Returns the views with a callback for each change of a watched row. They fold the same rows. */
export function watchViews(
  views: readonly View[],
  watched: WatchedRows,
  record: (touched: Touched) => void,
): View[] {
  const ids = new Map(Object.entries(watched).map(([view, of]) => [view, new Set(of)]));
  const wrap = (view: FoldedView): FoldedView => {
    const own = ids.get(view.name);
    const derived = views.filter(
      other => isDerived(other) && other.from === view.name && ids.has(other.name),
    );
    if (!own && derived.length === 0) return view;
    return {
      ...view,
      fold: (before, event, read, id) => {
        const row = view.fold(before, event, read, id);
        if (own?.has(id)) record({ view: view.name, id, event, row });
        for (const other of derived)
          if (isDerived(other) && ids.get(other.name)?.has(id))
            record({ view: other.name, id, event, row: row === null ? null : other.derive(row) });
        return row;
      },
    };
  };
  return views.map(view => (isDerived(view) ? view : wrap(view)));
}
