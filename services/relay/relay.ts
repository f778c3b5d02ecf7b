/**
 * Relays the log's events to Kafka for other systems. Consumers of committed records read each event once, in the
 * order of its stream. One relay is active at a time, under a lease. Kafka fences a relay that wrongly believes it
 * holds the lease.
 */

import { Registry } from 'prom-client';
import type { LogPosition } from '#events/log-position.ts';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import { collectBatches } from '../concurrency/batching.ts';
import { pause } from '../concurrency/pause.ts';
import { createTickSignal, type TickSignal } from '../concurrency/tick-signal.ts';
import { type RawEventStore, StoreClosedError } from '../eventstore/port.ts';
import type { LogFacts } from '../logging/log.ts';
import { createHeldLease, type HeldLease } from '../vault/held-lease.ts';
import { createLease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';
import { beginBackfill, readPendingBackfill } from './backfill-request.ts';
import type { KafkaSecurity } from './kafka-access.ts';
import { type KafkaRecord, kafkaRecordOf } from './kafka-record.ts';
import { errorReasonOf, type KafkaSession, openKafkaSession } from './kafka-session.ts';
import { addRelayMetrics, type RelayMetrics } from './relay-metrics.ts';
import { createRelayStateTracker, type RelayStateTracker, type RelayStatus } from './relay-state.ts';

export type RelayDeps = {
  /** The log without decryption, so that personal data stays sealed. */
  inner: Pick<RawEventStore, 'id' | 'subscribeBatches' | 'readAll' | 'readBatches'>;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  log: Record<'info' | 'warn', (facts: LogFacts, said: string) => void>;
  /** host:port of some brokers; the others are discovered. */
  brokers: readonly string[];
  /** TLS and credentials for the brokers. Default: none. */
  access?: KafkaSecurity;
  /** Opens a Kafka session. Default: a session with those brokers. */
  open?: typeof openKafkaSession;
  /** Registry for the relay's metrics. Default: none. */
  registry?: Registry;
  /** Default 10,000: milliseconds between two checks of Kafka while there is nothing to send. */
  watchMs?: number;
  /**
   * Default 30,000: milliseconds until another relay takes over from a dead one. The lease is renewed after every
   * sixth of this time.
   */
  leaseMs?: number;
};

export type { RelayStatus };

export type Relay = {
  /** Position up to which the log is in the topics, as far as this process knows. */
  position(): LogPosition;
  state(): RelayStatus;
  /** Resolves once the current batch is committed, so that another relay may continue. */
  stop(): Promise<void>;
};

const LEASE_MS = 30_000;
const WATCH_MS = 10_000;
const BATCH = { size: 500, bytes: 8 * 1024 * 1024, lingerMs: 20 };
const BACKOFF = { firstMs: 250, longestMs: 15_000 };

/** Starts the relay. Returns at once, whether Kafka is available or not. */
export function startRelay(deps: RelayDeps): Relay {
  const { vault, clock, ids, timers, leaseMs = LEASE_MS } = deps;
  const stopping = new AbortController();
  const lease = createLease(vault, clock, 'relay', ids.uuid(), leaseMs);
  const tracker = createRelayStateTracker(deps.log);
  const tick = createTickSignal(timers, leaseMs / 6, stopping.signal);
  const measures = addRelayMetrics(deps.registry ?? new Registry(), { tracker, log: deps.inner, clock });
  const holding = createHeldLease(lease, clock, leaseMs);
  const living = live({ deps, tracker, tick, holding, measures }, stopping.signal);
  return {
    position: () => tracker.position,
    state: () => tracker.state,
    async stop() {
      stopping.abort();
      await living;
      await lease.release();
      tracker.say('stopped');
    },
  };
}

type Work = {
  deps: RelayDeps;
  tracker: RelayStateTracker;
  tick: TickSignal;
  holding: HeldLease;
  measures: RelayMetrics;
};

async function live(work: Work, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      if (await work.holding.holds()) await hold(work, stopping);
      else work.tracker.say('waits');
    } catch (error) {
      if (error instanceof StoreClosedError) return;
      work.tracker.say('interrupted', { why: errorReasonOf(error) });
    }
    await work.tick.next();
  }
}

/** While the lease is held: relays events, renews the lease, and looks for operators' requests. */
async function hold(work: Work, stopping: AbortSignal): Promise<void> {
  const { deps, tick, holding } = work;
  const lost = new AbortController();
  const held = AbortSignal.any([stopping, lost.signal]);
  /** Ends the current Kafka session; the next one begins at once. */
  const again = new EventTarget();
  const working = sessions(work, held, again).finally(() => lost.abort());
  const ended = working.catch(() => undefined);
  while (!held.aborted) {
    await Promise.race([tick.next(), ended]);
    if (held.aborted) break;
    if (!(await holding.holds().catch(() => false))) lost.abort();
    else if (await readPendingBackfill(deps.vault, deps.inner.id).catch(() => undefined))
      again.dispatchEvent(new Event('asked'));
  }
  await working;
}

/**
 * Runs sessions one after the other. Each checks the lease first, so that a relay that slept past its lease's end
 * fences no other relay.
 */
async function sessions(work: Work, held: AbortSignal, again: EventTarget): Promise<void> {
  const { deps, tracker, holding, measures } = work;
  let failed = 0;
  while (!held.aborted && (await holding.holds())) {
    // Aborts everything that a session leaves running.
    const ended = new AbortController();
    const onAsked = () =>
      again.addEventListener('asked', () => ended.abort(), { once: true, signal: ended.signal });
    try {
      for await (const position of relayed(work, AbortSignal.any([held, ended.signal]), onAsked)) {
        tracker.position = position;
        failed = 0;
      }
    } catch (error) {
      if (error instanceof StoreClosedError) throw error;
      if (!held.aborted) tracker.say('interrupted', { why: errorReasonOf(error) });
      measures.failed(error);
      ended.abort();
      await pause(deps.timers, backoff(failed++, deps.ids), held);
    }
  }
}

/**
 * Runs one session. Yields the position after each committed batch.
 * @param onAsked call it to let operators' requests end the session from then on
 */
async function* relayed(
  { deps, tracker, measures }: Work,
  ending: AbortSignal,
  onAsked: () => void,
): AsyncGenerator<LogPosition> {
  const {
    brokers,
    access = {},
    inner,
    ids,
    timers,
    vault,
    watchMs = WATCH_MS,
    open = openKafkaSession,
  } = deps;
  const rest = (ms: number) => pause(timers, ms, ending);
  const session = await open({ brokers, access, log: inner.id, session: ids.uuid(), rest });
  const watch = watched(session, timers, watchMs);
  const signal = AbortSignal.any([ending, watch.away]);
  try {
    await beginBackfill(session, vault, inner.id);
    // Not called earlier, because the request stays in the vault until it has begun, and would end each session that
    // opens for it.
    onAsked();
    tracker.position = session.at.position;
    if (!signal.aborted) tracker.say('relays', { position: tracker.position });
    for await (const batch of batches(deps, session, signal)) {
      if (signal.aborted) break;
      await session.send(batch);
      measures.sent(batch.length);
      yield session.at.position;
    }
    if (!ending.aborted) watch.away.throwIfAborted();
  } finally {
    watch.stop();
    await session.close();
  }
}

/** Watches the brokers. `away` aborts with Kafka's error as soon as no broker answers. */
function watched(
  { alive }: KafkaSession,
  timers: RepeatingTimers,
  ms: number,
): { away: AbortSignal; stop(): void } {
  const away = new AbortController();
  let asking = false;
  const look = async () => {
    if (asking) return;
    asking = true;
    await alive().catch((error: unknown) => away.abort(error));
    asking = false;
  };
  return { away: away.signal, stop: timers.every(ms, () => void look()) };
}

/** Exponential delay with jitter, so that two relays that failed together do not retry together. */
function backoff(failed: number, ids: Ids): number {
  const whole = Math.min(BACKOFF.firstMs * 2 ** failed, BACKOFF.longestMs);
  return whole * (0.5 + (ids.bytes(1)[0] ?? 0) / 512);
}

function batches({ inner, timers }: RelayDeps, { at }: KafkaSession, signal: AbortSignal) {
  async function* prepared(): AsyncGenerator<KafkaRecord[]> {
    for await (const batch of inner.subscribeBatches(at.position, { signal, size: BATCH.size }))
      yield batch.map(event => kafkaRecordOf(event, inner.id, at.backfill));
  }
  const linger = () => pause(timers, BATCH.lingerMs, signal);
  return collectBatches(prepared(), { ...BATCH, bytesOf: ({ bytes }) => bytes, linger });
}
