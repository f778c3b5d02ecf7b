/** Reviews of targets and plans by experts and doctors. */
import { Status } from '#events/case/status.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseLife } from './case-life.ts';
import { lognormalNumber } from './chance.ts';
import { doctorAnswerTime, queueWork, timeAfterWorkingHours } from './delays.ts';
import { pickReasonedNote, yearNotes } from './notes.ts';
import { isEmployed } from './staff.ts';
import { DAY_MS } from './work-calendar.ts';
import type { FindNextStep, NextStep, YearWorld } from './year-world.ts';

const RECALLED = 0.012;
const EXPERT_REFUSES = 0.15;
/**
 * Factors on the probability of a refusal: in the month of shortage, after an approved target, and for each later
 * version.
 */
const IN_SHORTAGE = 2;
const WITH_TARGET = 0.55;
const LATER_VERSION = 0.6;
const MOST_REFUSES = 0.85;
/** Number of days for which a technician counts as new. */
const NOVICE_DAYS = 90;
/** Median minutes of an expert's review. */
const minutes = { target: 15, plan: 24 };

const shortageFactor = ({ plan: { shortage }, clock }: YearWorld) =>
  clock.now() >= shortage.from && clock.now() < shortage.until ? IN_SHORTAGE : 1;

/** Adds comments and change requests, which are frequent before a refusal. */
function discuss(life: CaseLife, world: YearWorld, viewer: Viewer, refuses: boolean): void {
  const { random } = life;
  if (random.chance(refuses ? 0.5 : 0.12)) {
    const comment = { note: random.pick(yearNotes.comments), stage: 1 };
    world.script(life, viewer, 'commentPlan', comment);
  }
  const requests = refuses && random.chance(0.55) ? 1 + random.below(2) : 0;
  for (let i = 0; i < requests; i++) world.script(life, viewer, 'requestChange', { note: undefined });
}

type Review = {
  viewer: Viewer;
  action: 'targetExpertReview' | 'targetDoctorReview' | 'qualityAudit' | 'confirmDoctor';
  refuses: boolean;
};

function review(life: CaseLife, world: YearWorld, { viewer, action, refuses }: Review): void {
  const refused = () => ({ result: 'refused', ...pickReasonedNote(life.random, action) });
  world.act(life, viewer, action, refuses ? refused() : { result: 'approved' });
}

function recall(life: CaseLife, world: YearWorld): NextStep {
  const technician = world.technician(life.state.assigneeId);
  const at = timeAfterWorkingHours(life, world, 0.1, 1);
  if (!technician || !isEmployed(technician, at) || !life.random.chance(RECALLED)) return undefined;
  return {
    at,
    play: () => world.act(life, technician.viewer, 'recallPlan', pickReasonedNote(life.random, 'recallPlan')),
  };
}

/** Added probability of a refusal for a plan of a new technician. */
function noviceFactor({ state }: CaseLife, world: YearWorld): number {
  const technician = world.technician(state.assigneeId);
  return technician && world.clock.now() - technician.from < NOVICE_DAYS * DAY_MS ? technician.novice : 0;
}

function expertReview(life: CaseLife, world: YearWorld): NextStep {
  const { random, state } = life;
  const isTarget = state.status === Status.TargetAwaitingExpert;
  const recalled = isTarget ? undefined : recall(life, world);
  if (recalled) return recalled;
  const action = isTarget ? 'targetExpertReview' : 'qualityAudit';
  const expert = world.staff.experts.reduce((best, one) => (one.freeAt < best.freeAt ? one : best));
  const done = queueWork(
    expert,
    world,
    lognormalNumber(random, isTarget ? minutes.target : minutes.plan, 0.4),
  );
  return {
    at: Math.max(done, timeAfterWorkingHours(life, world, 0.3, 6)),
    play: () => {
      const refuses = random.chance(EXPERT_REFUSES * shortageFactor(world) + noviceFactor(life, world));
      if (!isTarget) discuss(life, world, expert.viewer, refuses);
      review(life, world, { viewer: expert.viewer, action, refuses });
    },
  };
}

/** Probability that the doctor refuses the version under review. */
function doctorRefuses({ state, doctor }: CaseLife, world: YearWorld, isTarget: boolean): number {
  const version = (isTarget ? state.targets : state.plans).length;
  const agreed = !isTarget && state.targets.length > 0 ? WITH_TARGET : 1;
  const p = doctor.strictness * LATER_VERSION ** (version - 1) * agreed * shortageFactor(world);
  return Math.min(MOST_REFUSES, p);
}

function doctorReview(life: CaseLife, world: YearWorld): NextStep {
  const { random, state } = life;
  const isTarget = state.status === Status.TargetAwaitingDoctor;
  const action = isTarget ? 'targetDoctorReview' : 'confirmDoctor';
  return {
    at: doctorAnswerTime(life, world, isTarget ? 0.8 : 1),
    play: () => {
      const { viewer } = life.doctor;
      const refuses = random.chance(doctorRefuses(life, world, isTarget));
      if (!isTarget) discuss(life, world, viewer, refuses);
      review(life, world, { viewer, action, refuses });
    },
  };
}

export const reviewSteps = {
  [Status.PlanAwaitingExpert]: expertReview,
  [Status.PlanAwaitingDoctor]: doctorReview,
  [Status.TargetAwaitingExpert]: expertReview,
  [Status.TargetAwaitingDoctor]: doctorReview,
} satisfies Partial<Record<Status, FindNextStep>>;
