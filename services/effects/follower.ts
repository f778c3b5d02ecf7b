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
import { createCheckpoint } from '../vault/checkpoint.ts';
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

/** Starts to follow; returns at once. */
export function startFollower(deps: FollowerDeps, followed: Followed): Worker {
  const { store, log, clock } = deps;
  const { name, filter = {}, begin, each, chores } = followed;
  const stopping = new AbortController();
  const lease = createLease(deps.vault, clock, name, deps.ids.uuid(), leaseMs);
  const checkpoint = createCheckpoint(deps.vault, store.id, name);
  const tick = createTick(deps.timers, tickMs, stopping.signal);
  const progress = createTick(undefined, 0, stopping.signal);
  let done = START;
  let leads = false;
  let noted = { position: -1n, at: Number.NEGATIVE_INFINITY };
  const note = async () => {
    if (done <= noted.position) return;
    const position = done;
    await checkpoint.write(position);
    noted = { position, at: clock.now() };
  };

  const follow = async (signal: AbortSignal) => {
    done = await checkpoint.read();
    noted = { position: done, at: Number.NEGATIVE_INFINITY };
    begin?.();
    progress.fire();
    for await (const batch of store.subscribeBatches(done, { signal, filter })) {
      for (const event of batch) {
        await each(event, { signal, next: tick.next });
        if (signal.aborted) return;
        done = event.position;
      }
      // A clock that was set back holds up no note.
      if (Math.abs(clock.now() - noted.at) >= noteMs) await note();
      progress.fire();
    }
  };
  /** While the lease holds: follows, does what is due, and renews it beside both, however long they take. */
  const hold = async () => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const following = follow(signal).finally(() => lost.abort());
    const ended = following.catch(() => undefined);
    const renewed = createTick(undefined, 0, signal);
    const doing = (async () => {
      while (!signal.aborted) {
        const next = renewed.next();
        await chores({ signal, next: tick.next }).catch(err =>
          log.error({ err, follower: name }, 'a chore failed'),
        );
        await next;
      }
    })();
    let isOurs = true;
    leads = true;
    try {
      while (!signal.aborted) {
        await Promise.race([tick.next(), ended]);
        if (signal.aborted) continue;
        isOurs = await lease.hold();
        if (isOurs) await note();
        else lost.abort();
        renewed.fire();
      }
    } finally {
      // Where the lease cannot be renewed, as the vault is away, nothing goes on beside what begins anew.
      lost.abort();
      await ended;
      await doing;
      leads = false;
      if (isOurs && stopping.signal.aborted) await note();
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
    if (!leads || done < 0n || stopping.signal.aborted) return undefined;
    for await (const event of store.readAll({ after: done, limit: 1, filter }))
      return Math.max(0, (clock.now() - Date.parse(event.at)) / 1000);
    return 0;
  });

  return {
    async idle() {
      while (!stopping.signal.aborted) {
        const next = progress.next();
        if (done >= (await lastOf(store, filter))) return;
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
