/** The event log on EventStoreDB (or KurrentDB), for installations of more than one machine. */

import { setTimeout as rest } from 'node:timers/promises';
import type { NewEvent, Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { createLocks } from '#services/files/locks.ts';
import { refusalOf } from '../expected.ts';
import { eachOf } from '../pages.ts';
import {
  type Appended,
  type EventStore,
  type Expected,
  type ReadOptions,
  StoreClosed,
  WrongRevision,
} from '../port.ts';
import { sizeOf, toRows } from '../row.ts';
import { readBeside } from './beside.ts';
import { createGate } from './gate.ts';
import { untilEnd } from './incoming.ts';
import { createKnown, type KnownStream, mostOfOne } from './known.ts';
import { down, NoAnswer, type Patience, patiently, restOf, patience as usual, within } from './patience.ts';
import { createReads, NAMING, type Parts, READ_SIZE } from './reads.ts';
import { passes } from './retryable-errors.ts';
import type { OnStuck } from './stalled-subscription.ts';
import { refusedBy } from './startup-errors.ts';
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
 * Trap: appends that wait for their turn behind the bytes of another one are lost by the client, with an error that nobody
 * can catch, once sixteen of them wait. So few are under way beside a large one.
 */
const LARGE_BYTES = 64 * 1024;
const BESIDE_LARGE = 12;

const weightOf = (events: readonly NewEvent[]) => (sizeOf(events) < LARGE_BYTES ? 1 : AT_ONCE - BESIDE_LARGE);

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
    ...{ id: crypto.randomUUID(), type: 'LogNamed', v: 1, by: 'system' },
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
  const { wire, patience, closing } = parts;
  const { signal } = closing;
  const open = () => {
    if (signal.aborted) throw new StoreClosed();
  };
  const reads = createReads(parts);
  const known = createKnown();
  const turns = createLocks();
  const gate = createGate(AT_ONCE);

  const idsOf = async (stream: string, how: ReadOptions) => {
    const ids: { id: string; revision: bigint }[] = [];
    for await (const { event } of reads.found(stream, how))
      ids.push({ id: event.id, revision: BigInt(event.revision) });
    return ids;
  };
  /** What the stream holds now. */
  const look = async (stream: string): Promise<KnownStream> => {
    const before = known.get(stream);
    if (before) return known.add(stream, await idsOf(stream, { from: before.revision + 1n }));
    return known.begin(stream, (await idsOf(stream, { direction: 'backwards', limit: mostOfOne })).reverse());
  };
  const eventAt = async (stream: string, from: bigint): Promise<Recorded | undefined> => {
    for await (const event of reads.stream(stream, { from, limit: 1 })) return event;
    return undefined;
  };
  const find = async (stream: string, eventId: string) => {
    const { ids, since } = await look(stream);
    const revision = ids.get(eventId);
    if (revision !== undefined) return eventAt(stream, revision);
    if (since === 0n) return undefined;
    for await (const event of reads.stream(stream, { direction: 'backwards', from: since - 1n }))
      if (event.id === eventId) return event;
    return undefined;
  };
  const found = async (
    stream: string,
    { ids }: KnownStream,
    last: string,
  ): Promise<Omit<Appended, 'repeated'>> => {
    const revision = ids.get(last) ?? 0n;
    const event = await eventAt(stream, revision);
    return { revision, position: event?.position ?? (await reads.head()) };
  };
  /** What is expected once it is not known whether an append has come through: the end that was seen since, and no other. */
  const sure = (stream: string, expected: Expected, { revision }: KnownStream): Expected => {
    const refusal = refusalOf(stream, expected, Number(revision));
    if (refusal) throw refusal;
    return revision < 0n ? 'none' : revision;
  };

  const append = async (
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
  ): Promise<Appended> => {
    const last = events.at(-1)?.id ?? '';
    const until = performance.now() + patience.wholeMs;
    let there = known.get(stream) ?? (await look(stream));
    let unsure = false;
    for (let tries = 1; ; tries++) {
      const fresh = events.filter(event => !there.ids.has(event.id));
      // What has come through with an earlier try of this call is no repetition: whoever asked has asked once.
      if (fresh.length === 0) return { ...(await found(stream, there, last)), repeated: tries === 1 };
      const now = unsure ? sure(stream, expected, there) : expected;
      try {
        const { revision, position } = await within(patience.callMs, wire.append(stream, now, fresh));
        const first = revision - BigInt(fresh.length) + 1n;
        known.add(
          stream,
          fresh.map((event, i) => ({ id: event.id, revision: first + BigInt(i) })),
        );
        return { revision, position: position ?? (await reads.head()), repeated: false };
      } catch (error) {
        const refused = error instanceof WrongRevision;
        if (error instanceof NoAnswer) void wire.doubt();
        else if (!refused && !passes(error)) throw error;
        if (!refused) {
          const pause = restOf(patience, tries);
          if (performance.now() + pause > until) throw down(error);
          await rest(pause, undefined, { ref: false });
        }
        open();
        there = await look(stream);
        // Refused on what was expected by the caller, not on what was expected after an answer that was lost.
        const known = fresh.filter(event => there.ids.has(event.id)).length;
        // Of known ids and new ones together the server writes nothing, whatever is expected: the new ones go again.
        const again = known > 0 && !refusalOf(stream, expected, Number(there.revision));
        if (refused && !unsure && known < fresh.length && !again)
          throw new WrongRevision(stream, expected, there.revision);
        unsure ||= !refused;
      }
    }
  };

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
      return find(stream, eventId);
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
