/** The event log in memory: for tests, and as the shortest description of the port. */

import type { RawEvent } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import { passesFilter } from './filter.ts';
import { createGrowthSignal } from './growth-signal.ts';
import {
  type EventPage,
  type EventPageQuery,
  flattenBatches,
  lastPositionUpTo,
  type PageReader,
  readBatches,
  readStream,
  subscribeBatches,
} from './page-reader.ts';
import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type RawEventStore,
  StoreClosedError,
} from './port.ts';
import { findRevisionConflict } from './revision-check.ts';
import { type EventRow, toRawEvent, toUnplacedRows, type UnplacedRow } from './row.ts';
import { createVersionedStore } from './versioned-store.ts';

type Stream = { rows: EventRow[]; byId: Map<string, EventRow> };

/** Creates an empty log of the application. */
export const createMemoryStore = (options: { id?: string } = {}): EventStore =>
  createVersionedStore(createRawMemoryStore(options));

/** Creates an empty log. `id`: its name, by default a new uuid. */
export function createRawMemoryStore(options: { id?: string } = {}): RawEventStore {
  const log: EventRow[] = [];
  const streams = new Map<string, Stream>();
  const growth = createGrowthSignal();
  const pages: PageReader = {
    page: query => page(log, query),
    streamPage: ({ stream, from, backwards, limit }) => {
      const rows = streams.get(stream)?.rows ?? [];
      const picked = backwards
        ? rows.slice(Math.max(0, Math.min(from, rows.length - 1) + 1 - limit), from + 1).reverse()
        : rows.slice(from, from + limit);
      return picked.map(toRawEvent);
    },
    head: () => toLogPosition(log.length),
  };
  const open = () => {
    if (growth.closed) throw new StoreClosedError();
    return pages;
  };
  return {
    id: options.id ?? crypto.randomUUID(),
    append: async (name, expected, events) => {
      open();
      const appended = append(log, streams, name, expected, toUnplacedRows(name, events));
      growth.announce();
      return appended;
    },
    read: (stream, how) => readStream(open(), stream, how),
    readAll: how => flattenBatches(readBatches(open(), how)),
    readBatches: how => readBatches(open(), how),
    find: async (stream, id) => rawEventOrNot(open() && streams.get(stream)?.byId.get(id)),
    subscribe: (after, how) =>
      flattenBatches(subscribeBatches(open(), growth, after, { ...how }), how.signal),
    subscribeBatches: (after, how) => subscribeBatches(open(), growth, after, how),
    head: async () => open().head(),
    lastUpTo: async number => lastPositionUpTo(open(), number),
    close: async () => growth.close(),
  };
}

const rawEventOrNot = (row: EventRow | undefined) => (row === undefined ? undefined : toRawEvent(row));

function append(
  log: EventRow[],
  streams: Map<string, Stream>,
  name: string,
  expected: ExpectedRevision,
  events: UnplacedRow[],
): AppendResult {
  const stream: Stream = streams.get(name) ?? { rows: [], byId: new Map() };
  const fresh = events.filter((event, i) => !stream.byId.has(event.id) && firstWithId(events, i));
  let last = stream.byId.get(events.at(-1)?.id ?? '');
  const refusal = fresh.length > 0 && findRevisionConflict(name, expected, stream.rows.length - 1);
  if (refusal) throw refusal;
  for (const { id, type, body } of fresh) {
    last = [log.length + 1, name, stream.rows.length, id, type, body];
    log.push(last);
    stream.rows.push(last);
    stream.byId.set(id, last);
    streams.set(name, stream);
  }
  if (last === undefined) throw new TypeError(`nothing to append to ${name}`);
  return { revision: BigInt(last[2]), position: toLogPosition(last[0]), repeated: fresh.length === 0 };
}

const firstWithId = (events: UnplacedRow[], i: number) => events.findIndex(e => e.id === events[i]?.id) === i;

function page(log: EventRow[], { after, before, backwards, limit, filter }: EventPageQuery): EventPage {
  const events: RawEvent[] = [];
  const end = Math.min(Number(before) - 2, log.length - 1);
  const step = backwards ? -1 : 1;
  let i = backwards ? end : Number(after);
  for (; i >= Number(after) && i <= end && events.length < limit; i += step) {
    const row = log[i];
    if (row !== undefined && passesFilter(filter, row[1], row[4])) events.push(toRawEvent(row));
  }
  return { events, edge: BigInt(backwards ? i + 2 : i) };
}
