/**
 * The events of the log for other systems, in Kafka: each once and in the order of its stream for whoever reads what is
 * committed. One relay at a time works, under a lease; Kafka itself refuses one that believes it still has it.
 */
import type { Clock, Ids, Timers } from '../clock.ts';
import { createLease } from '../effects/lease.ts';
import { createTick } from '../effects/tick.ts';
import { type EventStore, StoreClosed } from '../eventstore/port.ts';
import type { Vault } from '../vault/port.ts';
import { after } from './after.ts';
import { asked } from './asked.ts';
import { gathered } from './gathered.ts';
import { type Prepared, recordOf } from './record.ts';
import { openSession, reasonOf, type Session } from './session.ts';

export type RelayDeps = {
  /** The log behind the store's door: personal parts are sealed. */
  inner: Pick<EventStore, 'id' | 'subscribeBatches'>;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: Timers;
  log: Record<'info' | 'warn', (more: object, said: string) => void>;
  /** host:port of some brokers; the others are learnt from them. */
  brokers: readonly string[];
  /** Default 30,000: how long another relay waits for one that is gone. A sixth of it is between two renewals. */
  leaseMs?: number;
};

export type Relay = {
  /** Position up to which the log is in the topics, as far as this process has seen. */
  position(): bigint;
  state(): RelayState;
  /** Resolves when what is under way is committed; another relay may go on. */
  stop(): Promise<void>;
};

/** What is said in the log, once for each change. */
const said = {
  waits: 'another relay is at work: this one waits',
  relays: 'the relay is at work',
  interrupted: 'the relay is interrupted and tries again',
  stopped: 'the relay has stopped',
} as const;
export type RelayState = keyof typeof said;

const LEASE_MS = 30_000;
const BATCH = { size: 500, bytes: 8 * 1024 * 1024, lingerMs: 20 };
const BACKOFF = { firstMs: 250, longestMs: 15_000 };

/** Starts it; returns at once, whether Kafka is there or not. */
export function startRelay(deps: RelayDeps): Relay {
  const { inner, vault, clock, ids, timers, log, leaseMs = LEASE_MS } = deps;
  const stopping = new AbortController();
  const lease = createLease(vault, clock, 'relay', ids.uuid(), leaseMs);
  const tick = createTick(timers, leaseMs / 6, stopping.signal);
  let state: RelayState = 'stopped';
  let position = 0n;
  /** Ends the session under way; the next begins at once. */
  let again = new AbortController();

  const say = (next: RelayState, more: Record<string, string> = {}) => {
    if (next === state) return;
    state = next;
    log[next === 'interrupted' ? 'warn' : 'info'](more, said[next]);
  };
  const session = async (signal: AbortSignal, progressed: () => void) => {
    const opened = await openSession({
      ...{ brokers: deps.brokers, log: inner.id, session: ids.uuid() },
      rest: ms => after(timers, ms, signal),
    });
    try {
      await rewound(opened, vault, inner.id);
      position = opened.at.position;
      if (!signal.aborted) say('relays', { position: String(position) });
      for await (const batch of batches(deps, opened, signal)) {
        if (signal.aborted) return;
        await opened.send(batch);
        position = opened.at.position;
        progressed();
      }
    } finally {
      await opened.close();
    }
  };
  let until = Number.NEGATIVE_INFINITY;
  /** Whether the lease is held: a vault that cannot be asked takes it away only with time. */
  const holds = async () => {
    const start = clock.now();
    try {
      if (!(await lease.hold())) return false;
      until = start + leaseMs;
      return true;
    } catch (error) {
      if (clock.now() < until) return true;
      throw error;
    }
  };
  /** One session after another, as long as the lease is held. */
  const relay = async (held: AbortSignal) => {
    let failed = 0;
    // Asked before each session: one that has slept through the end of its lease fences nobody.
    while (!held.aborted && (await holds())) {
      again = new AbortController();
      // Of its own: what is left of a session that failed ends with it.
      const ended = new AbortController();
      const signal = AbortSignal.any([held, again.signal, ended.signal]);
      try {
        await session(signal, () => {
          failed = 0;
        });
      } catch (error) {
        if (error instanceof StoreClosed) throw error;
        if (!held.aborted) say('interrupted', { why: reasonOf(error) });
        ended.abort();
        await after(timers, backoff(failed++, ids), held);
      }
    }
  };
  const hold = async () => {
    if (!(await holds())) return say('waits');
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const working = relay(signal).finally(() => lost.abort());
    const ended = working.catch(() => undefined);
    while (!signal.aborted) {
      await Promise.race([tick.next(), ended]);
      if (signal.aborted) break;
      if (!(await holds().catch(() => false))) lost.abort();
      else if (await asked(vault, inner.id).catch(() => undefined)) again.abort();
    }
    await working;
  };
  const live = async () => {
    while (!stopping.signal.aborted) {
      try {
        await hold();
      } catch (error) {
        if (error instanceof StoreClosed) return;
        say('interrupted', { why: reasonOf(error) });
      }
      await tick.next();
    }
  };
  const living = live();
  return {
    position: () => position,
    state: () => state,
    async stop() {
      stopping.abort();
      await living;
      await lease.release();
      say('stopped');
    },
  };
}

/** Longer each time, and never the same for two that failed together. */
function backoff(failed: number, ids: Ids): number {
  const whole = Math.min(BACKOFF.firstMs * 2 ** failed, BACKOFF.longestMs);
  return whole * (0.5 + (ids.bytes(1)[0] ?? 0) / 512);
}

function batches({ inner, timers }: RelayDeps, { at }: Session, signal: AbortSignal) {
  async function* prepared(): AsyncGenerator<Prepared[]> {
    for await (const batch of inner.subscribeBatches(at.position, { signal, size: BATCH.size }))
      yield batch.map(event => recordOf(event, inner.id, at.backfill));
  }
  const linger = () => after(timers, BATCH.lingerMs, signal);
  return gathered(prepared(), { ...BATCH, bytesOf: ({ bytes }) => bytes, linger });
}

/** Begins what an operator has asked for, once. */
async function rewound(session: Session, vault: Vault, log: string): Promise<void> {
  const wanted = await asked(vault, log);
  if (!wanted) return;
  const { position, backfill } = session.at;
  if (wanted.id !== backfill?.id && wanted.position < position)
    await session.rewind(wanted.id, wanted.position);
  await wanted.forget();
}
