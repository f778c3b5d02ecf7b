/** The event log on EventStoreDB (or KurrentDB), for installations of more than one machine. */

import type { NewEvent, Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { createLocks } from '#services/concurrency/mutex.ts';
import { eachOf } from '../pages.ts';
import { type EventStore, StoreClosed, WrongRevision } from '../port.ts';
import { sizeOf, toRows } from '../row.ts';
import { createAppend } from './append.ts';
import { type Patience, patiently, patience as usual } from './deadlines.ts';
import { untilEnd } from './incoming.ts';
import { createKnownStreams } from './known-streams.ts';
import { readBeside } from './reader-thread.ts';
import { createReads, NAMING, type Parts, READ_SIZE } from './reads.ts';
import { passes } from './retryable-errors.ts';
import type { OnStuck } from './stalled-subscription.ts';
import { refusedBy } from './startup-errors.ts';
import { createGate } from './weighted-semaphore.ts';
import { connect } from './wire.ts';

export type EsdbOptions = {
  /** As EventStoreDB's clients take it: `esdb://user:password@host:2113?tls=true`. */
  connectionString: string;
  patience?: Patience;
  /** Told of a subscription that gets nowhere. */
  onStuck?: OnStuck;
  /** Names a new log; default a random uuid. */
  newId?: () => string;
};

/** Appends that are under way at once. */
const AT_ONCE = 64;
/**
 * Trap: a connection takes a MiB that is not sent yet. Of the appends behind that sixteen may wait; further ones are lost
 * by the client where it breaks, with an error that nobody can catch. So together they have fewer bytes, but for one large
 * append, beside which few others are under way.
 */
const BYTES_OF_ONE = 12 * 1024;
const BESIDE_LARGE = 12;

const weightOf = (events: readonly NewEvent[]) =>
  Math.min(AT_ONCE - BESIDE_LARGE, Math.ceil(sizeOf(events) / BYTES_OF_ONE));

/**
 * Opens the log, and names it where it is new.
 * @throws Refusal logDown where the servers cannot be reached
 * @throws Error with a sentence, where they refuse what EVENT_STORE says
 */
export async function openEsdbStore(options: EsdbOptions): Promise<EventStore> {
  const wire = connect(options.connectionString);
  const { patience = usual, onStuck } = options;
  const parts: Parts = { wire, patience, closing: new AbortController(), onStuck };
  try {
    const id = await named(parts, options.newId ?? (() => crypto.randomUUID()));
    const beside = (after: LogPosition, size: number) =>
      readBeside(
        { connectionString: options.connectionString, patience: parts.patience, after, size },
        parts.closing.signal,
      );
    const store = createStore(id, parts, beside);
    // Fails at the start if the user may not read $all.
    await store.head();
    return store;
  } catch (error) {
    await wire.close();
    throw refusedBy(error, options.connectionString) ?? error;
  }
}

async function named({ wire, patience, closing }: Parts, newId: () => string): Promise<string> {
  const how = { patience, passing: passes, signal: closing.signal };
  const { doubt } = wire;
  const naming: NewEvent = {
    id: crypto.randomUUID(),
    type: 'LogNamed',
    v: 1,
    by: 'system',
    at: new Date().toISOString(),
    data: { id: newId() },
  };
  // The one that is first names it; whatever is said here, the stream's first event holds.
  await patiently(how, () => wire.append(NAMING, 'none', [naming])).catch((error: unknown) => {
    if (!(error instanceof WrongRevision)) throw error;
  });
  const open = () => wire.stream(NAMING, { from: 0n, backwards: false, limit: 1 });
  for await (const [first] of untilEnd({ open, size: 1, doubt, ...how })) {
    const { data } = first?.event ?? {};
    // The boundary: only the append above has written it.
    if (data) return (data as { id: string }).id;
  }
  throw new Error('The event store does not say which log it holds.');
}

type Beside = (after: LogPosition, size: number) => AsyncIterable<Recorded[]>;

function createStore(id: string, parts: Parts, beside: Beside): EventStore {
  const { wire, closing } = parts;
  const { signal } = closing;
  const open = () => {
    if (signal.aborted) throw new StoreClosed();
  };
  const reads = createReads(parts);
  const streams = createKnownStreams(reads);
  const append = createAppend({ ...parts, reads, streams, open });
  const turns = createLocks();
  const gate = createGate(AT_ONCE, parts.patience.wholeMs);

  return {
    id,
    append: async (stream, expected, events) => {
      open();
      const mine = copied(stream, events);
      return turns.hold(stream, () => gate(weightOf(mine), () => append(stream, expected, mine)));
    },
    read: (stream, how) => {
      open();
      return reads.stream(stream, how);
    },
    readAll: how => {
      open();
      return eachOf(reads.all(how));
    },
    readBatches: ({ long = false, ...how } = {}) => {
      open();
      const { after = START, size = READ_SIZE, ...narrower } = how;
      return long && Object.keys(narrower).length === 0 ? beside(after, size) : reads.all(how);
    },
    find: async (stream, eventId) => {
      open();
      return streams.find(stream, eventId);
    },
    subscribe: (after, how) => {
      open();
      return eachOf(reads.live(after, how), how.signal);
    },
    subscribeBatches: (after, how) => {
      open();
      return reads.live(after, how);
    },
    head: async () => {
      open();
      return reads.head();
    },
    lastUpTo: async number => {
      open();
      return reads.lastUpTo(number);
    },
    close: async () => {
      if (signal.aborted) return;
      closing.abort();
      await wire.close();
    },
  };
}

/** The caller's events are the caller's again as soon as this returns; each id once. @throws TypeError, Refusal tooLarge */
function copied(stream: string, events: readonly NewEvent[]): NewEvent[] {
  const byId = new Map<string, NewEvent>();
  // The boundary: `toRows` has just made this text of an event.
  for (const { id, type, body } of toRows(stream, events))
    if (!byId.has(id)) byId.set(id, { id, type, ...(JSON.parse(body) as Omit<NewEvent, 'id' | 'type'>) });
  return [...byId.values()];
}
