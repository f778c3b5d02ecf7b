/** Design: requests before the first version, targets, plans, and their revisions. */

import { systemViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import { isOpenChangeRequest } from '#events/plan/discussion.ts';
import type { CaseLife } from './case-life.ts';
import { pickWeighted, randomBetween } from './chance.ts';
import { timeAfterWorkingHours } from './delays.ts';
import { pickReasonedNote, yearNotes } from './notes.ts';
import { assigneeOf, designEndTime, replaceAbsentTechnician } from './technicians.ts';
import { MINUTE_MS } from './work-calendar.ts';
import type { FindNextStep, NextStep, YearWorld } from './year-world.ts';

const INFO_REQUESTED = 0.06;
const SUSPENDED = 0.02;
/** Median minutes of work. */
const minutes = { look: 20, target: 60, plan: 135, revision: 65 };
/** Verdicts on the change requests that were made on the previous version, with their shares. */
const verdicts = [
  ['met', 61],
  ['partly', 22],
  ['not', 17],
] as const;

/** True if a target has to be approved before the plan is designed. */
function needsTarget({ order, state }: CaseLife, { plan, clock }: YearWorld): boolean {
  if (state.plans.length > 0 || state.targets.at(-1)?.doctor?.result === 'approved') return false;
  if (order.treatment === 'lingual') return true;
  const isHard = order.treatment === 'extraction' || order.treatment === 'classThree';
  return isHard && clock.now() >= plan.targetsRequired;
}

/** Returns what happens to a case before its first version; undefined if its design begins at once. */
function delayed(life: CaseLife, world: YearWorld): NextStep {
  const { random } = life;
  const assignee = assigneeOf(life, world);
  if (random.chance(INFO_REQUESTED))
    return {
      at: designEndTime(life, world, minutes.look, false),
      play: () => world.act(life, assignee, 'requestInfo', pickReasonedNote(random, 'requestInfo')),
    };
  if (!random.chance(SUSPENDED)) return undefined;
  const { viewer } = random.pick(world.staff.supervisors);
  return { at: timeAfterWorkingHours(life, world, 2, 20), play: () => world.act(life, viewer, 'suspend') };
}

function design(life: CaseLife, world: YearWorld): NextStep {
  const { plans, targets } = life.state;
  const isFirst = plans.length === 0 && targets.length === 0;
  const other = replaceAbsentTechnician(life, world) ?? (isFirst ? delayed(life, world) : undefined);
  if (other) return other;
  if (needsTarget(life, world)) {
    const at = designEndTime(life, world, minutes.target, targets.length > 0);
    return { at, play: () => submitTarget(life, world) };
  }
  const isRevision = plans.length > 0;
  const at = designEndTime(life, world, isRevision ? minutes.revision : minutes.plan, isRevision);
  return { at, play: () => submitPlan(life, world) };
}

type Stages = { upper: number; lower: number };

function submit(life: CaseLife, world: YearWorld, version: string, { upper, lower }: Stages): void {
  const action = version.startsWith('目标位') ? 'submitTarget' : 'submitPlan';
  world.act(life, assigneeOf(life, world), action, {
    name: version,
    upperStages: upper,
    lowerStages: lower,
    instructions: yearNotes.instructions,
    files: [world.upload(life, { kind: 'plan', slot: null, stages: { upper, lower } })],
  });
}

function submitTarget(life: CaseLife, world: YearWorld): void {
  const { stages } = life.order;
  const one = (count: number) => Math.min(1, count);
  const name = `目标位 ${life.state.targets.length + 1}`;
  submit(life, world, name, { upper: one(stages.upper), lower: one(stages.lower) });
}

/** Returns the stages of the next version. A later version has a few more, and at least one that was not sent. */
function stagesOf({ order, state, random }: CaseLife): Stages {
  const more = state.plans.length === 0 ? 0 : random.below(4);
  const { sent } = state;
  const of = (arch: 'upper' | 'lower') =>
    Math.max(sent[arch], order.stages[arch] === 0 ? 0 : order.stages[arch] + more);
  const [upper, lower] = [of('upper'), of('lower')];
  return upper + lower > sent.upper + sent.lower ? { upper, lower } : { upper: upper + 1, lower };
}

function submitPlan(life: CaseLife, world: YearWorld): void {
  submit(life, world, `矫治方案 ${life.state.plans.length + 1}`, stagesOf(life));
  if (life.state.requests.some(isOpenChangeRequest)) measureLater(life, world);
}

/** Schedules the server's check of open change requests on the new version, a few minutes later. */
function measureLater(life: CaseLife, { agenda, clock, act }: YearWorld): void {
  const { random } = life;
  const version = life.state.plans.length;
  agenda.add(clock.now() + randomBetween(random, 1, 3) * MINUTE_MS, () => {
    const { status, plans, requests } = life.state;
    if (plans.length !== version || status !== Status.PlanAwaitingExpert) return;
    const measured = requests
      .filter(one => isOpenChangeRequest(one) && one.list === 'plans' && one.version < version)
      .map(({ request }) => ({
        ...{ request, verdict: pickWeighted(random, verdicts) },
        ...{ value: 1, wanted: 2, before: 0, tolerance: 0.1, why: null },
      }));
    if (measured.length > 0)
      act(life, systemViewer, 'requestsMeasured', { list: 'plans', version, measured });
  });
}

export const treatmentPlanSteps = {
  [Status.PlanUnderDesign]: design,
  [Status.DoctorRejected]: design,
  [Status.ExpertRejected]: design,
} satisfies Partial<Record<Status, FindNextStep>>;
