/**
 * Seals of the log: a chain of keyed digests over all events in order, whose end is appended once an hour. An
 * attacker who changes, removes or moves an event in the store cannot repair the later seals without the secret.
 */
import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type AuditEvent, sealsStream } from '#events/audit/events.ts';
import type { RawEvent } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import { canonicalTextOf } from '../eventstore/copy.ts';
import { type EventStore, type RawEventReader, WrongRevisionError } from '../eventstore/port.ts';
import { createVersionedReader } from '../eventstore/versioned-store.ts';

type Seal = Extract<AuditEvent, { type: 'LogSealed' }>['data'];
/** Number of events, and the digest of their chain. */
type Chain = Pick<Seal, 'count' | 'digest'>;

const emptyChain: Chain = { count: 0, digest: '' };

function link(key: Buffer, { count, digest }: Chain, event: RawEvent): Chain {
  const hash = createHmac('sha256', key).update(`${digest}\n`);
  return { count: count + 1, digest: hash.update(canonicalTextOf(event)).digest('hex') };
}

type SealDeps = {
  /** The log as it is stored: erasing a patient's key leaves it unchanged. */
  inner: RawEventReader;
  key: Buffer;
};

/** The newest seal with its revision. */
async function newestSeal({ inner }: SealDeps): Promise<{ seal: Seal; revision: bigint } | undefined> {
  const back = { direction: 'backwards', limit: 1 } as const;
  const sealed = createVersionedReader(inner, { sealed: true });
  for await (const event of sealed.read(sealsStream, back)) {
    const { type, data } = recordOf('audit', event);
    if (type === 'LogSealed') return { seal: data, revision: BigInt(event.revision) };
  }
  return undefined;
}

/** Position of a seal's last event. @throws Error if the event is gone */
async function endOf({ inner }: SealDeps, { last }: Seal): Promise<LogPosition> {
  const event = await inner.find(last.stream, last.id);
  if (!event) throw new Error('the last event of the newest seal is missing');
  return event.position;
}

export type SealedChain = Chain & { last: Seal['last'] };

/**
 * Appends a seal over the events since the newest one. Returns undefined if there are no such events except seals, or
 * if another node was faster.
 * @throws Error if the newest seal's last event is missing
 */
export async function sealLog(
  deps: SealDeps & { store: Pick<EventStore, 'append'>; clock: Clock; ids: Ids },
): Promise<SealedChain | undefined> {
  const { inner, key, store, clock, ids } = deps;
  const newest = await newestSeal(deps);
  let chain: Chain = newest?.seal ?? emptyChain;
  let last: Seal['last'] | undefined;
  let isNew = false;
  for await (const batch of inner.readBatches({ after: newest ? await endOf(deps, newest.seal) : START })) {
    for (const event of batch) {
      chain = link(key, chain, event);
      last = { stream: event.stream, id: event.id };
      isNew ||= event.stream !== sealsStream;
    }
    await setImmediate();
  }
  if (!last || !isNew) return undefined;
  const data: Seal = { ...chain, last };
  const stamp = { id: ids.uuid(), at: isoNow(clock), by: 'system' };
  try {
    await store.append(sealsStream, newest?.revision ?? 'none', [{ type: 'LogSealed', data, ...stamp }]);
  } catch (error) {
    if (error instanceof WrongRevisionError) return undefined;
    throw error;
  }
  return data;
}

export type SealCheck = {
  /** Number of events in the log, and of those after the newest seal. */
  events: number;
  unsealed: number;
  seals: number;
  /** ISO time of the newest seal. */
  sealedAt: string | null;
  /** The first seal that does not match, with the time of the seal before it; null if all seals match. */
  broken: { at: string; after: string | null } | null;
};

/** Compares the whole log with its seals and stops at the first mismatch. */
export async function checkSeals({ inner, key }: SealDeps): Promise<SealCheck> {
  /**
   * Digests since the last checked seal, by number of events. A seal may be stored later than events that it does not
   * cover.
   */
  const digests = new Map<number, string>();
  let chain = emptyChain;
  const found = { seals: 0, sealedAt: null as string | null, sealedCount: 0 };
  const result = (broken: SealCheck['broken']): SealCheck => {
    const { seals, sealedAt, sealedCount } = found;
    return { events: chain.count, unsealed: chain.count - sealedCount, seals, sealedAt, broken };
  };
  for await (const batch of inner.readBatches({ after: START })) {
    for (const event of batch) {
      if (event.stream === sealsStream) {
        // Cast: a changed seal may have any shape.
        const { count, digest } = event.data as Partial<Seal>;
        if (count === undefined || digests.get(count) !== digest)
          return result({ at: event.at, after: found.sealedAt });
        Object.assign(found, { seals: found.seals + 1, sealedAt: event.at, sealedCount: count });
        for (const before of digests.keys()) if (before < count) digests.delete(before);
      }
      chain = link(key, chain, event);
      digests.set(chain.count, chain.digest);
    }
    await setImmediate();
  }
  return result(null);
}
