/**
 * Follows the log in order, on one node at a time: under a lease, from a checkpoint in the vault. Delivers at least
 * once: an event that was handled after the last checkpoint write is delivered again.
 */

import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import { createTickSignal } from '../concurrency/tick-signal.ts';
import { type EventFilter, type EventStore, StoreClosedError } from '../eventstore/port.ts';
import type { Log } from '../logging/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Checkpoint, createCheckpoint } from '../vault/checkpoint.ts';
import { createLease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';

export type FollowerDeps = {
  store: Pick<EventStore, 'id' | 'subscribeBatches' | 'readAll'>;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  log: Pick<Log, 'info' | 'error'>;
  measures?: Pick<Metrics, 'follower' | 'parkedEffects'>;
};

/**
 * A follower that holds its lease. `signal` aborts when the lease is lost; `next` resolves at the next tick.
 */
export type HeldLeaseContext = { signal: AbortSignal; next: () => Promise<void> };

export type FollowerTask = {
  /** Name of the lease and the checkpoint. Never change it. */
  name: string;
  /** Events to follow. Default: all. Others are neither decoded nor counted in the checkpoint. */
  filter?: EventFilter;
  /** Called before the first event after each (re)start from the checkpoint. */
  onStart?: () => void;
  /**
   * Handles one event. An error is logged, and the follower restarts from the checkpoint at the next tick.
   */
  handleEvent: (event: Recorded, held: HeldLeaseContext) => Promise<void>;
  /** Runs periodic work after each renewal of the lease. */
  chores: (held: HeldLeaseContext) => Promise<void>;
};

export type RunningFollower = {
  /** Resolves when every event now in the log, and every event caused by it, is handled. */
  idle(): Promise<void>;
  /** Stops. Resolves when the current work is done and the lease is released. */
  stop(): Promise<void>;
};

const leaseMs = 30_000;
/**
 * Interval for renewing the lease, retrying failures, and checking whether another node's lease has expired.
 */
const tickMs = 5_000;
/**
 * Shortest interval between two checkpoint writes, because the vault may be a network request away. Stopping always
 * writes.
 */
const noteMs = 1_000;

/** Position of the newest event that matches the filter. */
async function lastOf(store: FollowerDeps['store'], filter: EventFilter): Promise<LogPosition> {
  for await (const event of store.readAll({ direction: 'backwards', limit: 1, filter }))
    return event.position;
  return START;
}

/** The first matching event after a position. */
async function nextAfter(
  store: FollowerDeps['store'],
  filter: EventFilter,
  after: LogPosition,
): Promise<Recorded | undefined> {
  for await (const event of store.readAll({ after, limit: 1, filter })) return event;
  return undefined;
}

/** Runs the chores after each renewal of the lease, until the lease is lost. */
async function doChores(
  { name, chores }: FollowerTask,
  log: FollowerDeps['log'],
  held: HeldLeaseContext,
  renewed: () => Promise<void>,
): Promise<void> {
  while (!held.signal.aborted) {
    const next = renewed();
    await chores(held).catch(err => log.error({ err, follower: name }, 'a periodic task failed'));
    await next;
  }
}

type Cursor = ReturnType<typeof createCursor>;

/** Position of the follower, and the position in its checkpoint. */
function createCursor(checkpoint: Checkpoint, clock: Clock) {
  const never = Number.NEGATIVE_INFINITY;
  let done = START;
  let noted = { position: -1n, at: never };
  const note = async () => {
    if (done <= noted.position) return;
    const position = done;
    await checkpoint.write(position);
    noted = { position, at: clock.now() };
  };
  return {
    at: () => done,
    /** Returns to the checkpoint's position. */
    restart: async () => {
      done = await checkpoint.read();
      noted = { position: done, at: never };
      return done;
    },
    move: (position: LogPosition) => {
      done = position;
    },
    note,
    /**
     * Writes the checkpoint unless it was written less than `noteMs` ago. `Math.abs`: a clock that was set
     * back does not delay the write.
     */
    noteSometimes: async () => {
      if (Math.abs(clock.now() - noted.at) >= noteMs) await note();
    },
  };
}

/** Passes on each event after the checkpoint until the lease is lost. */
async function follow(
  store: FollowerDeps['store'],
  { filter = {}, onStart, handleEvent }: FollowerTask,
  cursor: Cursor,
  { moved, ...held }: HeldLeaseContext & { moved: () => void },
): Promise<void> {
  const from = await cursor.restart();
  onStart?.();
  moved();
  for await (const batch of store.subscribeBatches(from, { signal: held.signal, filter })) {
    for (const event of batch) {
      await handleEvent(event, held);
      if (held.signal.aborted) return;
      cursor.move(event.position);
    }
    await cursor.noteSometimes();
    moved();
  }
}

/** Starts a follower. Returns at once. */
export function startFollower(deps: FollowerDeps, followed: FollowerTask): RunningFollower {
  const { store, log, clock } = deps;
  const { name, filter = {} } = followed;
  const stopping = new AbortController();
  const lease = createLease(deps.vault, clock, name, deps.ids.uuid(), leaseMs);
  const cursor = createCursor(createCheckpoint(deps.vault, store.id, name), clock);
  const tick = createTickSignal(deps.timers, tickMs, stopping.signal);
  const progress = createTickSignal(undefined, 0, stopping.signal);
  let leads = false;

  /**
   * While the lease is held: follows the log, runs chores, and renews the lease in parallel, however long
   * both take.
   */
  const hold = async () => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const held = { signal, next: tick.next };
    const following = follow(store, followed, cursor, { ...held, moved: progress.fire }).finally(() =>
      lost.abort(),
    );
    const ended = following.catch(() => undefined);
    const renewed = createTickSignal(undefined, 0, signal);
    const doing = doChores(followed, log, held, renewed.next);
    let isOurs = true;
    leads = true;
    try {
      while (!signal.aborted) {
        await Promise.race([tick.next(), ended]);
        if (signal.aborted) continue;
        isOurs = await lease.hold();
        if (isOurs) await cursor.note();
        else lost.abort();
        renewed.fire();
      }
    } finally {
      // After a failed renewal, for example when the vault is down: waits for the running work, so that the
      // restart has no parallel run.
      lost.abort();
      await ended;
      await doing;
      leads = false;
      if (isOurs && stopping.signal.aborted) await cursor.note();
    }
    await following;
  };
  const live = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await lease.hold()) await hold();
      } catch (err) {
        if (err instanceof StoreClosedError) return;
        log.error({ err, follower: name }, 'a follower of the log failed and restarts');
      }
      await tick.next();
    }
  };
  const living = live();
  deps.measures?.follower(name, async () => {
    if (!leads || cursor.at() < 0n || stopping.signal.aborted) return undefined;
    const next = await nextAfter(store, filter, cursor.at());
    return next ? Math.max(0, (clock.now() - Date.parse(next.at)) / 1000) : 0;
  });

  return {
    async idle() {
      while (!stopping.signal.aborted) {
        const next = progress.next();
        if (cursor.at() >= (await lastOf(store, filter))) return;
        await next;
      }
    },
    async stop() {
      stopping.abort();
      await living;
      await lease.release();
    },
  };
}
