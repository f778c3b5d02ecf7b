/** Steps from the approved plan to the completed case: production, parcels, wear and refinements. */
import { Status } from '#events/case/status.ts';
import { approvedPlan } from '#events/plan/plan.ts';
import { remainingStages } from '#events/shipment/shipment.ts';
import { attemptAction } from './attempt.ts';
import type { CaseLife } from './case-life.ts';
import { lognormalNumber, pickWeighted, randomBetween } from './chance.ts';
import { timeAfterWakingDays, timeAfterWorkingHours } from './delays.ts';
import { endCaseLife } from './life-end.ts';
import { pickReasonedNote, yearNotes } from './notes.ts';
import { hasArrivalToReplace, openRefinement } from './refinement-steps.ts';
import { maybeOrderRetainer } from './retainer-steps.ts';
import { beginWear, countAlignerDaysLeft } from './wear-steps.ts';
import type { FindNextStep, NextStep, YearWorld } from './year-world.ts';

const RETURNED_TO_DESIGN = 0.012;
const FAILED = 0.02;
const FINISHED_FIRST = 0.55;
const LOST = 0.008;
/** Number of aligners per arch in a first batch. Longer treatments have more batches. */
const BATCH = 16;
const REFINED_LATE = 0.16;
const REFINED_EARLY = 0.03;
const ENDED_EARLY = 0.02;
const ARCHIVED = 0.35;
/** Number of days before the last aligner at which the next batch is ordered. */
const AHEAD_DAYS = 18;

const parcel = ({ random }: CaseLife) => ({
  courier: pickWeighted(random, [
    [1, 6],
    [2, 2],
    [7, 1],
  ] as const),
  trackingNumber: `SF${100_000_000_000 + Math.floor(random.next() * 899_999_999_999)}`,
});

/** Returns the stages of the next batch; undefined for all remaining stages. */
function batch({ state }: CaseLife) {
  const plan = approvedPlan(state);
  if (!plan) return {};
  const { upper, lower } = remainingStages(state, plan);
  const cut = (range: typeof upper) =>
    range && { from: range.from, to: Math.min(range.to, range.from + BATCH - 1) };
  const [a, b] = [cut(upper), cut(lower)];
  return { ...(a && { upper: a }), ...(b && { lower: b }) };
}

function schedule(life: CaseLife, world: YearWorld): NextStep {
  const { random, state } = life;
  const vendor = random.pick(world.staff.vendors).viewer;
  const at = timeAfterWorkingHours(life, world, 1, 14);
  if (state.batches === 0 && random.chance(RETURNED_TO_DESIGN))
    return {
      at,
      play: () => world.act(life, vendor, 'returnToDesign', pickReasonedNote(random, 'returnToDesign')),
    };
  return { at, play: () => world.act(life, vendor, 'scheduleProduction', batch(life)) };
}

function produce(life: CaseLife, world: YearWorld): NextStep {
  const { random, state } = life;
  const vendor = random.pick(world.staff.vendors).viewer;
  if (state.batch && !state.batch.finished && random.chance(FAILED))
    return {
      at: timeAfterWorkingHours(life, world, 6, 30),
      play: () => world.act(life, vendor, 'batchFailed', pickReasonedNote(random, 'batchFailed')),
    };
  if (state.batch && !state.batch.finished && random.chance(FINISHED_FIRST))
    return {
      at: timeAfterWorkingHours(life, world, 18, 45),
      play: () => world.act(life, vendor, 'finishBatch'),
    };
  const made = state.batch?.finished
    ? timeAfterWorkingHours(life, world, 1, 9)
    : timeAfterWorkingHours(life, world, 22, 54);
  return { at: made, play: () => world.act(life, vendor, 'ship', parcel(life)) };
}

function receive(life: CaseLife, world: YearWorld): NextStep {
  const { random, doctor } = life;
  if (random.chance(LOST))
    return {
      at: timeAfterWakingDays(life, world, randomBetween(random, 8, 16)),
      play: () => world.act(life, doctor.clerk, 'reportLost', { note: yearNotes.lost }),
    };
  const holiday = world.plan.calendar.isHoliday(world.clock.now()) ? randomBetween(random, 2, 6) : 0;
  return {
    at: timeAfterWakingDays(life, world, lognormalNumber(random, 2.4, 0.35) + holiday),
    play: () => {
      world.act(life, doctor.clerk, 'confirmReceipt');
      beginWear(life, world);
    },
  };
}

const outcomeWith = (life: CaseLife, world: YearWorld, outcome: number) => ({
  outcome,
  date: world.clock.today(),
  retainer: outcome <= 2,
  photos: outcome <= 2 ? [world.upload(life, { kind: 'photo', slot: null })] : [],
  xrays: outcome <= 2 ? [world.upload(life, { kind: 'radiograph', slot: null })] : [],
});

function complete(life: CaseLife, world: YearWorld, outcome: number): void {
  world.act(life, life.doctor.viewer, 'complete', outcomeWith(life, world, outcome));
  endCaseLife(life, world, 'completed');
}

function betweenBatches(life: CaseLife, world: YearWorld): NextStep {
  const { random, doctor } = life;
  const wait = Math.max(4, countAlignerDaysLeft(life, world) - AHEAD_DAYS) * randomBetween(random, 0.8, 1.15);
  const at = timeAfterWakingDays(life, world, wait);
  const early = timeAfterWakingDays(life, world, wait * random.next());
  if (random.chance(ENDED_EARLY))
    return { at: early, play: () => complete(life, world, random.pick([2, 3, 4])) };
  if (random.chance(REFINED_EARLY) && hasArrivalToReplace(life, world))
    return { at: early, play: () => openRefinement(life, world) };
  return { at, play: () => world.act(life, doctor.viewer, 'nextBatch') };
}

function lastAligners(life: CaseLife, world: YearWorld): NextStep {
  const { random } = life;
  const at = timeAfterWakingDays(
    life,
    world,
    countAlignerDaysLeft(life, world) + lognormalNumber(random, 12, 0.7),
  );
  if (random.chance(REFINED_LATE) && hasArrivalToReplace(life, world))
    return { at, play: () => openRefinement(life, world) };
  return {
    at,
    play: () => {
      const outcome = pickWeighted(random, [
        [1, 72],
        [2, 20],
        [3, 5],
        [4, 3],
      ] as const);
      complete(life, world, outcome);
      if (outcome <= 2) maybeOrderRetainer(life, world);
    },
  };
}

function archive(life: CaseLife, world: YearWorld): NextStep {
  const { random, state, doctor } = life;
  if (state.archived || !random.chance(ARCHIVED)) return undefined;
  return {
    at: timeAfterWakingDays(life, world, randomBetween(random, 15, 70)),
    play: () => attemptAction(life, world, doctor.viewer, ['archive', {}]),
  };
}

export const treatmentSteps = {
  [Status.PrepareProduction]: schedule,
  [Status.InProduction]: produce,
  [Status.Shipping]: receive,
  [Status.AwaitingNextBatch]: betweenBatches,
  [Status.AllSent]: lastAligners,
  // The original case waits while the refinement's own case continues.
  [Status.InRefinement]: () => undefined,
  [Status.Completed]: archive,
} satisfies Partial<Record<Status, FindNextStep>>;
