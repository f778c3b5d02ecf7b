/** Writes events.db within the group's transaction. */

import type { DatabaseSync } from 'node:sqlite';
import { toLogPosition } from '#events/log-position.ts';
import type { AppendResult, ExpectedRevision } from './port.ts';
import { findRevisionConflict } from './revision-check.ts';
import { toIdKey, type UnplacedRow } from './row.ts';

/**
 * Maximum number of streams whose number and revision are cached. Caching is safe, because the folder lock makes this
 * the only writer.
 */
const KNOWN = 50_000;

type Stream = { key: number; revision: number };

export type SqliteWriter = {
  /** Refuses before the first INSERT. @throws WrongRevisionError */
  append(stream: string, expected: ExpectedRevision, events: readonly UnplacedRow[]): AppendResult;
  /** Call when the transaction is durable. Its cached changes are then final. */
  committed(): void;
  /** Call when the transaction may be rolled back. Drops its cached numbers and streams. */
  rolledBack(): void;
  /** Position of the last committed event. 0 for an empty log. */
  head(): number;
};

export function createSqliteWriter(db: DatabaseSync): SqliteWriter {
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, id, id_key, type, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (stream, id_key) DO NOTHING`,
  );
  const byId = db.prepare('SELECT revision, position FROM events WHERE stream = ? AND id_key = ?');
  const byName = db.prepare(
    `SELECT id, (SELECT max(revision) FROM events WHERE stream = streams.id) AS revision
     FROM streams WHERE name = ?`,
  );
  const name = db.prepare('INSERT INTO streams (name) VALUES (?)');
  const known = new Map<string, Stream>();
  let head = Number(db.prepare('SELECT max(position) AS head FROM events').get()?.head ?? 0);
  let last = head;

  const remember = (stream: string, found: Stream) => {
    if (known.size >= KNOWN) known.clear();
    known.set(stream, found);
    return found;
  };

  const find = (stream: string): Stream | undefined => {
    const cached = known.get(stream);
    if (cached !== undefined) return cached;
    const row = byName.get(stream);
    return row && remember(stream, { key: Number(row.id), revision: Number(row.revision) });
  };

  const create = (stream: string): Stream =>
    remember(stream, { key: Number(name.run(stream).lastInsertRowid), revision: -1 });

  const append = (
    stream: string,
    expected: ExpectedRevision,
    events: readonly UnplacedRow[],
  ): AppendResult => {
    const existing = find(stream);
    const refusal = findRevisionConflict(stream, expected, existing?.revision ?? -1);
    if (refusal) {
      if (
        existing === undefined ||
        events.some(({ id }) => byId.get(existing.key, toIdKey(id)) === undefined)
      )
        throw refusal;
      return repeated(existing, events);
    }
    const at = existing ?? create(stream);
    const before = at.revision;
    for (const { id, type, body } of events) {
      // An event whose id the stream already has changes nothing and uses no number.
      if (insert.run(last + 1, at.key, at.revision + 1, id, toIdKey(id), type, body).changes === 0) continue;
      last++;
      at.revision++;
    }
    if (at.revision === before) return repeated(at, events);
    return { revision: BigInt(at.revision), position: toLogPosition(last), repeated: false };
  };

  const repeated = ({ key }: Stream, events: readonly UnplacedRow[]): AppendResult => {
    const row = byId.get(key, toIdKey(events.at(-1)?.id ?? ''));
    return {
      revision: BigInt(Number(row?.revision)),
      position: toLogPosition(Number(row?.position)),
      repeated: true,
    };
  };

  return {
    append,
    committed: () => {
      head = last;
    },
    rolledBack: () => {
      last = head;
      known.clear();
    },
    head: () => head,
  };
}
