/**
 * Follows the log, in order, one node at a time: under a lease, from a checkpoint in the vault. An event that was acted
 * on and not noted comes again.
 */

import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { Clock, Ids, Timers } from '../clock/clock.ts';
import { createTick } from '../concurrency/tick.ts';
import { type EventStore, type Filter, StoreClosed } from '../eventstore/port.ts';
import type { Log } from '../logging/log.ts';
import type { Measures } from '../measures/measures.ts';
import { type Checkpoint, createCheckpoint } from '../vault/checkpoint.ts';
import { createLease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';

export type FollowerDeps = {
  store: Pick<EventStore, 'id' | 'subscribeBatches' | 'readAll'>;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: Timers;
  log: Pick<Log, 'info' | 'error'>;
  measures?: Pick<Measures, 'follows' | 'aside'>;
};

/** The lease is held for as long as `signal` is not aborted; `next` comes with the next tick. */
export type Held = { signal: AbortSignal; next: () => Promise<void> };

export type Followed = {
  /** Of its lease and its checkpoint: never changed. */
  name: string;
  /** What it follows: everything where it is left out. What is not followed is neither opened nor noted. */
  filter?: Filter;
  /** Called before events come, each time that they come from a checkpoint on. */
  begin?: () => void;
  /** What is thrown is logged, and everything begins anew from the checkpoint with the next tick. */
  each: (event: Recorded, held: Held) => Promise<void>;
  /** What is due now and then: looked at with every tick. */
  chores: (held: Held) => Promise<void>;
};

export type Worker = {
  /** Resolves when nothing that is in the log now is left to do, what it led to included. */
  idle(): Promise<void>;
  /** Resolves when what is under way is done; another node may go on. */
  stop(): Promise<void>;
};

const leaseMs = 30_000;
/** Renews the lease, tries again what failed, looks whether another node has gone. */
const tickMs = 5_000;
/** How far it has come is noted so often at most, and when it stops: a vault may be a request away. */
const noteMs = 1_000;

/** Position of the newest event that is followed. */
async function lastOf(store: FollowerDeps['store'], filter: Filter): Promise<LogPosition> {
  for await (const event of store.readAll({ direction: 'backwards', limit: 1, filter }))
    return event.position;
  return START;
}

/** The first event after a position that is followed. */
async function nextAfter(
  store: FollowerDeps['store'],
  filter: Filter,
  after: LogPosition,
): Promise<Recorded | undefined> {
  for await (const event of store.readAll({ after, limit: 1, filter })) return event;
  return undefined;
}

/** Does the chores after each renewal of the lease, until it is lost. */
async function doChores(
  { name, chores }: Followed,
  log: FollowerDeps['log'],
  held: Held,
  renewed: () => Promise<void>,
): Promise<void> {
  while (!held.signal.aborted) {
    const next = renewed();
    await chores(held).catch(err => log.error({ err, follower: name }, 'a chore failed'));
    await next;
  }
}

type Cursor = ReturnType<typeof createCursor>;

/** How far a follower has come, and what of it the checkpoint knows. */
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
    /** Goes back to the checkpoint. */
    restart: async () => {
      done = await checkpoint.read();
      noted = { position: done, at: never };
      return done;
    },
    move: (position: LogPosition) => {
      done = position;
    },
    note,
    /** Notes it unless it was noted a moment ago. A clock that was set back holds up no note. */
    noteSometimes: async () => {
      if (Math.abs(clock.now() - noted.at) >= noteMs) await note();
    },
  };
}

/** Hands on each event from the checkpoint on, until the lease is lost. */
async function follow(
  store: FollowerDeps['store'],
  { filter = {}, begin, each }: Followed,
  cursor: Cursor,
  { moved, ...held }: Held & { moved: () => void },
): Promise<void> {
  const from = await cursor.restart();
  begin?.();
  moved();
  for await (const batch of store.subscribeBatches(from, { signal: held.signal, filter })) {
    for (const event of batch) {
      await each(event, held);
      if (held.signal.aborted) return;
      cursor.move(event.position);
    }
    await cursor.noteSometimes();
    moved();
  }
}

/** Starts to follow; returns at once. */
export function startFollower(deps: FollowerDeps, followed: Followed): Worker {
  const { store, log, clock } = deps;
  const { name, filter = {} } = followed;
  const stopping = new AbortController();
  const lease = createLease(deps.vault, clock, name, deps.ids.uuid(), leaseMs);
  const cursor = createCursor(createCheckpoint(deps.vault, store.id, name), clock);
  const tick = createTick(deps.timers, tickMs, stopping.signal);
  const progress = createTick(undefined, 0, stopping.signal);
  let leads = false;

  /** While the lease holds: follows, does what is due, and renews it beside both, however long they take. */
  const hold = async () => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const held = { signal, next: tick.next };
    const following = follow(store, followed, cursor, { ...held, moved: progress.fire }).finally(() =>
      lost.abort(),
    );
    const ended = following.catch(() => undefined);
    const renewed = createTick(undefined, 0, signal);
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
      // Where the lease cannot be renewed, as the vault is away, nothing goes on beside what begins anew.
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
        if (err instanceof StoreClosed) return;
        log.error({ err, follower: name }, 'what follows the log begins anew');
      }
      await tick.next();
    }
  };
  const living = live();
  deps.measures?.follows(name, async () => {
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
