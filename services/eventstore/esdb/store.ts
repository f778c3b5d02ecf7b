/** The event log on EventStoreDB (or KurrentDB), for installations on more than one machine. */

import type { NewRawEvent, RawEvent } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { createMutex } from '#services/concurrency/mutex.ts';
import { flattenBatches } from '../page-reader.ts';
import { type RawEventStore, StoreClosedError, WrongRevisionError } from '../port.ts';
import { countAppendBytes, toUnplacedRows } from '../row.ts';
import { createEsdbAppend } from './append.ts';
import { connectEsdb } from './connection.ts';
import { type Deadlines, retryUntilDeadline, defaultDeadlines as usual } from './deadlines.ts';
import { createEventLookup } from './event-lookup.ts';
import { createLogReads, LOG_ID_STREAM, READ_BATCH_SIZE, type ReadDeps } from './log-reads.ts';
import { readLogInThread } from './reader-thread.ts';
import { isRetryable } from './retryable-errors.ts';
import { readFiniteCall } from './running-calls.ts';
import type { StuckSubscriptionHandler } from './stalled-subscription.ts';
import { startupErrorOf } from './startup-errors.ts';
import { createWeightedSemaphore } from './weighted-semaphore.ts';

export type EsdbOptions = {
  /** Connection string in the format of EventStoreDB's clients: `esdb://user:password@host:2113?tls=true`. */
  connectionString: string;
  patience?: Deadlines;
  /** Called for a subscription that makes no progress. */
  onStuck?: StuckSubscriptionHandler;
  /** Generates the id of a new log. Default: a random uuid. */
  newId?: () => string;
};

/** Maximum number of concurrent appends. */
const AT_ONCE = 64;
/**
 * Weights of concurrent appends, by size. Trap: a connection buffers 1 MiB of unsent data, behind which sixteen
 * appends may wait. If the connection breaks, the client loses further appends with an error that cannot be caught. So
 * concurrent appends together stay below that size, except for one large append with few others.
 */
const BYTES_OF_ONE = 12 * 1024;
const BESIDE_LARGE = 12;

const weightOf = (events: readonly NewRawEvent[]) =>
  Math.min(AT_ONCE - BESIDE_LARGE, Math.ceil(countAppendBytes(events) / BYTES_OF_ONE));

/**
 * Opens the log, and names a new one.
 * @throws Refusal logDown if the servers cannot be reached
 * @throws Error with a sentence for the operator if they reject EVENT_STORE
 */
export async function openEsdbStore(options: EsdbOptions): Promise<RawEventStore> {
  const wire = connectEsdb(options.connectionString);
  const { patience = usual, onStuck } = options;
  const parts: ReadDeps = { wire, patience, closing: new AbortController(), onStuck };
  try {
    const id = await named(parts, options.newId ?? (() => crypto.randomUUID()));
    const beside = (after: LogPosition, size: number) =>
      readLogInThread(
        { connectionString: options.connectionString, patience: parts.patience, after, size },
        parts.closing.signal,
      );
    const store = createStore(id, parts, beside);
    // Fails at the start if the user may not read $all.
    await store.head();
    return store;
  } catch (error) {
    await wire.close();
    throw startupErrorOf(error, options.connectionString) ?? error;
  }
}

async function named({ wire, patience, closing }: ReadDeps, newId: () => string): Promise<string> {
  const how = { patience, passing: isRetryable, signal: closing.signal };
  const { doubt } = wire;
  const naming: NewRawEvent = {
    id: crypto.randomUUID(),
    type: 'LogNamed',
    v: 1,
    by: 'system',
    at: new Date().toISOString(),
    data: { id: newId() },
  };
  // The first node names the log. The stream's first event is authoritative for all.
  await retryUntilDeadline(how, () => wire.append(LOG_ID_STREAM, 'none', [naming])).catch(
    (error: unknown) => {
      if (!(error instanceof WrongRevisionError)) throw error;
    },
  );
  const open = () => wire.stream(LOG_ID_STREAM, { from: 0n, backwards: false, limit: 1 });
  for await (const [first] of readFiniteCall({ open, size: 1, doubt, ...how })) {
    const { data } = first?.event ?? {};
    // Cast: only the append above writes this event.
    if (data) return (data as { id: string }).id;
  }
  throw new Error('The event store does not report the id of its log.');
}

type ThreadRead = (after: LogPosition, size: number) => AsyncIterable<RawEvent[]>;

function createStore(id: string, parts: ReadDeps, beside: ThreadRead): RawEventStore {
  const { wire, closing } = parts;
  const { signal } = closing;
  const open = () => {
    if (signal.aborted) throw new StoreClosedError();
  };
  const reads = createLogReads(parts);
  const streams = createEventLookup(reads);
  const append = createEsdbAppend({ ...parts, reads, streams, open });
  const turns = createMutex();
  const gate = createWeightedSemaphore(AT_ONCE, parts.patience.wholeMs);

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
      return flattenBatches(reads.all(how));
    },
    readBatches: ({ long = false, ...how } = {}) => {
      open();
      const { after = START, size = READ_BATCH_SIZE, ...narrower } = how;
      return long && Object.keys(narrower).length === 0 ? beside(after, size) : reads.all(how);
    },
    find: async (stream, eventId) => {
      open();
      return streams.find(stream, eventId);
    },
    subscribe: (after, how) => {
      open();
      return flattenBatches(reads.live(after, how), how.signal);
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

/**
 * Copies the events, so that the caller may change them at once, and drops repeated ids. @throws TypeError,
 * Refusal tooLarge
 */
function copied(stream: string, events: readonly NewRawEvent[]): NewRawEvent[] {
  const byId = new Map<string, NewRawEvent>();
  // Cast: `toUnplacedRows` has just produced this text from an event.
  for (const { id, type, body } of toUnplacedRows(stream, events))
    if (!byId.has(id)) byId.set(id, { id, type, ...(JSON.parse(body) as Omit<NewRawEvent, 'id' | 'type'>) });
  return [...byId.values()];
}
