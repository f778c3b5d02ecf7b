/**
 * Follows the log and runs the effects of its events in order. A repeated effect changes nothing, because its
 * command id is known. An effect that keeps failing is parked.
 */
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import type { EventStore } from '../eventstore/port.ts';
import { checkChangeRequestsEffect } from './check-change-requests.ts';
import { caseIdOfStream, type Effect, type EffectDeps } from './effect.ts';
import { type FollowerDeps, type HeldLeaseContext, type RunningFollower, startFollower } from './follower.ts';
import { createModelReader, type ModelReader } from './model-reader.ts';
import { createParkedEffects, isTransientError, maxEffectTries, parkedRetryMs } from './parked-effects.ts';
import { prepareModelsEffect } from './prepare-models.ts';
import { refinementCaseEffect, refinementEndEffect } from './refinement.ts';

export type { RunningFollower as Worker } from './follower.ts';

const effects: readonly Effect[] = [
  refinementCaseEffect,
  prepareModelsEffect,
  refinementEndEffect,
  checkChangeRequestsEffect,
];

export type EffectWorkerDeps = Omit<EffectDeps, 'readModel'> &
  FollowerDeps & {
    /** Reads the events of parked effects. */
    store: Pick<EventStore, 'read'>;
    /** Reader of models. Default: a child process per model. */
    readModel?: ModelReader;
    /** Periodic chore: removes unattached uploads. */
    sweep: () => Promise<number>;
    /** Chore at every tick: escalates overdue questions of the service desk. */
    escalate: () => Promise<number>;
    /** Chore that runs once: records the rules that this release serves. */
    recordRules: () => Promise<boolean>;
    /** Chore at every tick: erases patients on an operator's request. */
    erase: () => Promise<number>;
  };

const sweepMs = 6 * 3_600_000;

/**
 * Runs one effect. A Refusal is final: the case has moved on or is gone. @throws errors that should be
 * retried
 */
async function act(effect: Effect, event: Recorded, deps: Ready): Promise<void> {
  try {
    await effect.run(event, deps);
  } catch (error) {
    // An erased patient has neither texts nor files, so the effect cannot run and is dropped.
    const { erased } = await deps.streams.load(caseIdOfStream(event.stream));
    if (!erased && (!isRefusal(error) || error.http >= 500)) throw error;
    const refusal = isRefusal(error) ? error.refusal : 'actionClosed';
    deps.log.info({ effect: effect.name, event: event.id, refusal }, 'an effect was refused');
  }
}

type Ready = EffectWorkerDeps & EffectDeps;

/** Starts the follower for effects. Returns at once. */
export function startEffects(given: EffectWorkerDeps): RunningFollower {
  const deps: Ready = { ...given, readModel: given.readModel ?? createModelReader() };
  const { log } = deps;
  let [swept, looked] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const parked = createParkedEffects(deps);
  deps.measures?.parkedEffects(parked.count);

  const untilDone = async (effect: Effect, event: Recorded, { signal, next }: HeldLeaseContext) => {
    for (let tries = 1; !signal.aborted; ) {
      try {
        return await act(effect, event, deps);
      } catch (err) {
        const facts = { err, effect: effect.name, event: event.id };
        if (!isTransientError(err) && tries++ >= maxEffectTries) {
          log.error(facts, 'an effect failed repeatedly and is parked');
          return parked.park(effect.name, event);
        }
        log.error(facts, 'an effect failed and will be retried');
        await next();
      }
    }
  };
  const again = async (ended: AbortSignal) => {
    if (deps.clock.now() - looked < parkedRetryMs) return;
    looked = deps.clock.now();
    await parked.retryAll(
      async (name, event) => {
        const effect = effects.find(one => one.name === name);
        // Keeps an effect of another version parked for that version.
        if (!effect) throw new Error('unknown effect');
        await act(effect, event, deps);
      },
      (err, effect, event) => log.error({ err, effect, event }, 'a parked effect failed again'),
      ended,
    );
  };
  const sweep = async () => {
    if (deps.clock.now() - swept < sweepMs) return;
    swept = deps.clock.now();
    const removed = await deps.sweep();
    if (removed > 0) log.info({ removed }, 'removed unattached uploads');
  };
  let isRecorded = false;
  const recordRules = async () => {
    if (isRecorded) return;
    if (await deps.recordRules()) log.info({}, 'this release serves other rules than the last one');
    isRecorded = true;
  };
  return startFollower(deps, {
    name: 'effects',
    filter: { streamPrefix: caseStreamPrefix },
    handleEvent: async (event, held) => {
      for (const effect of effects) if (effect.of(event)) await untilDone(effect, event, held);
    },
    // Catches each chore's error, so that a failing chore does not block the others.
    chores: async ({ signal }) => {
      for (const chore of [recordRules, deps.erase, deps.escalate, () => again(signal), sweep])
        await chore().catch((err: unknown) => log.error({ err }, 'a periodic task failed'));
    },
  });
}
