/**
 * Follows the log and does what its events lead to, in order, one node at a time. The place it has come to is kept in
 * the vault; an effect that was done and not noted is done again, which changes nothing (its command has been there).
 */
import type { Logger } from 'pino';
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import type { Clock, Ids, Timers } from '../clock.ts';
import { type EventStore, StoreClosed } from '../eventstore/port.ts';
import { checkRequests } from './check-requests.ts';
import { createCheckpoint } from './checkpoint.ts';
import type { Effect, EffectDeps } from './effect.ts';
import { createLease } from './lease.ts';
import { createModelReader, type ModelReader } from './model-reader.ts';
import { prepareModels } from './prepare-models.ts';
import { endRefinement, openChild } from './refinement.ts';
import { createTick } from './tick.ts';

export const effects: readonly Effect[] = [openChild, prepareModels, endRefinement, checkRequests];

export type WorkerDeps = Omit<EffectDeps, 'readModel'> & {
  /** Default: a process of its own for each model. */
  readModel?: ModelReader;
  store: Pick<EventStore, 'id' | 'subscribeBatches' | 'readAll'>;
  clock: Clock;
  ids: Ids;
  timers: Timers;
  log: Pick<Logger, 'info' | 'error'>;
  /** Chores that are due now and then: unattached uploads go. */
  sweep: () => Promise<number>;
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
const sweepMs = 6 * 3_600_000;

/** Position of the newest event of any case. */
async function lastCaseEvent(store: WorkerDeps['store']): Promise<bigint> {
  const newest = store.readAll({
    direction: 'backwards',
    limit: 1,
    filter: { streamPrefix: caseStreamPrefix },
  });
  for await (const event of newest) return event.position;
  return 0n;
}

/** Runs one effect. A refusal is an answer: the case has moved on, or is gone. @throws what should be tried again */
async function act(effect: Effect, event: Recorded, deps: Ready): Promise<void> {
  try {
    await effect.run(event, deps);
  } catch (error) {
    if (!isRefusal(error) || error.http >= 500) throw error;
    deps.log.info({ effect: effect.name, event: event.id, refusal: error.refusal }, 'an effect was refused');
  }
}

type Ready = WorkerDeps & EffectDeps;

/** Starts to follow; returns at once. */
export function startEffects(given: WorkerDeps): Worker {
  const deps: Ready = { ...given, readModel: given.readModel ?? createModelReader() };
  const { store, log } = deps;
  const stopping = new AbortController();
  const lease = createLease(deps.vault, deps.clock, 'effects', deps.ids.uuid(), leaseMs);
  const checkpoint = createCheckpoint(deps.vault, store.id);
  const tick = createTick(deps.timers, tickMs, stopping.signal);
  const progress = createTick(undefined, 0, stopping.signal);
  let done = -1n;
  let swept = Number.NEGATIVE_INFINITY;

  const untilDone = async (effect: Effect, event: Recorded, signal: AbortSignal) => {
    while (!signal.aborted)
      try {
        return await act(effect, event, deps);
      } catch (err) {
        log.error({ err, effect: effect.name, event: event.id }, 'an effect failed and is tried again');
        await tick.next();
      }
  };
  const follow = async (signal: AbortSignal) => {
    done = await checkpoint.read();
    progress.fire();
    const options = { signal, filter: { streamPrefix: caseStreamPrefix } };
    for await (const batch of store.subscribeBatches(done, options)) {
      for (const event of batch) {
        for (const effect of effects) if (effect.of(event)) await untilDone(effect, event, signal);
        if (signal.aborted) return;
        done = event.position;
      }
      await checkpoint.write(done);
      progress.fire();
    }
  };
  const chores = async () => {
    if (deps.clock.now() - swept < sweepMs) return;
    swept = deps.clock.now();
    const removed = await deps.sweep();
    if (removed > 0) log.info({ removed }, 'unattached uploads are gone');
  };
  /** While the lease holds: follows, renews, sweeps. */
  const hold = async () => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const following = follow(signal).finally(() => lost.abort());
    const ended = following.catch(() => undefined);
    while (!signal.aborted) {
      await chores().catch(err => log.error({ err }, 'the sweep failed'));
      await Promise.race([tick.next(), ended]);
      if (!signal.aborted && !(await lease.hold())) lost.abort();
    }
    await following;
  };
  const live = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await lease.hold()) await hold();
      } catch (err) {
        if (err instanceof StoreClosed) return;
        log.error({ err }, 'the effects worker begins anew');
      }
      await tick.next();
    }
  };
  const living = live();

  return {
    async idle() {
      while (!stopping.signal.aborted) {
        const next = progress.next();
        if (done >= (await lastCaseEvent(store))) return;
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
