/** The event log in memory: for tests, and as the shortest description of the port. */

import type { Recorded } from '#events/envelope.ts';
import { keptPosition } from '#events/log-position.ts';
import { refusalOf } from './expected.ts';
import { passesFilter } from './filter.ts';
import { createGrowth } from './growth.ts';
import {
  eachOf,
  lastUpTo,
  type Page,
  type PageQuery,
  type Pages,
  readBatches,
  readStream,
  subscribeBatches,
} from './pages.ts';
import { type Appended, type EventStore, type Expected, StoreClosed } from './port.ts';
import { type Row, toRecorded, toRows, type Unplaced } from './row.ts';

type Stream = { rows: Row[]; byId: Map<string, Row> };

/** Creates an empty log. `id`: its name, by default a new uuid. */
export function createMemoryStore(options: { id?: string } = {}): EventStore {
  const log: Row[] = [];
  const streams = new Map<string, Stream>();
  const growth = createGrowth();
  const pages: Pages = {
    page: query => page(log, query),
    streamPage: ({ stream, from, backwards, limit }) => {
      const rows = streams.get(stream)?.rows ?? [];
      const picked = backwards
        ? rows.slice(Math.max(0, Math.min(from, rows.length - 1) + 1 - limit), from + 1).reverse()
        : rows.slice(from, from + limit);
      return picked.map(toRecorded);
    },
    head: () => keptPosition(log.length),
  };
  const open = () => {
    if (growth.closed) throw new StoreClosed();
    return pages;
  };
  return {
    id: options.id ?? crypto.randomUUID(),
    append: async (name, expected, events) => {
      open();
      const appended = append(log, streams, name, expected, toRows(name, events));
      growth.announce();
      return appended;
    },
    read: (stream, how) => readStream(open(), stream, how),
    readAll: how => eachOf(readBatches(open(), how)),
    readBatches: how => readBatches(open(), how),
    find: async (stream, id) => recordedOrNot(open() && streams.get(stream)?.byId.get(id)),
    subscribe: (after, how) => eachOf(subscribeBatches(open(), growth, after, { ...how }), how.signal),
    subscribeBatches: (after, how) => subscribeBatches(open(), growth, after, how),
    head: async () => open().head(),
    lastUpTo: async number => lastUpTo(open(), number),
    close: async () => growth.close(),
  };
}

const recordedOrNot = (row: Row | undefined) => (row === undefined ? undefined : toRecorded(row));

function append(
  log: Row[],
  streams: Map<string, Stream>,
  name: string,
  expected: Expected,
  events: Unplaced[],
): Appended {
  const stream: Stream = streams.get(name) ?? { rows: [], byId: new Map() };
  const fresh = events.filter((event, i) => !stream.byId.has(event.id) && firstWithId(events, i));
  let last = stream.byId.get(events.at(-1)?.id ?? '');
  const refusal = fresh.length > 0 && refusalOf(name, expected, stream.rows.length - 1);
  if (refusal) throw refusal;
  for (const { id, type, body } of fresh) {
    last = [log.length + 1, name, stream.rows.length, id, type, body];
    log.push(last);
    stream.rows.push(last);
    stream.byId.set(id, last);
    streams.set(name, stream);
  }
  if (last === undefined) throw new TypeError(`nothing to append to ${name}`);
  return { revision: BigInt(last[2]), position: keptPosition(last[0]), repeated: fresh.length === 0 };
}

const firstWithId = (events: Unplaced[], i: number) => events.findIndex(e => e.id === events[i]?.id) === i;

function page(log: Row[], { after, before, backwards, limit, filter }: PageQuery): Page {
  const events: Recorded[] = [];
  const end = Math.min(Number(before) - 2, log.length - 1);
  const step = backwards ? -1 : 1;
  let i = backwards ? end : Number(after);
  for (; i >= Number(after) && i <= end && events.length < limit; i += step) {
    const row = log[i];
    if (row !== undefined && passesFilter(filter, row[1], row[4])) events.push(toRecorded(row));
  }
  return { events, edge: BigInt(backwards ? i + 2 : i) };
}
