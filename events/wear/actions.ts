/** Actions on a wear record: begin, hold, extend, report changes, missed aligners and checks. */
import * as z from 'zod/mini';
import { type DecisionContext, defineAction } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import { daySchema, noteSchema } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { isPatientViewer } from '../case/permissions.ts';
import type { CaseEvent } from '../case/stream.ts';
import { badField, Refusal } from '../errors.ts';
import { approvedPlan } from '../plan/plan.ts';
import { receivedStages } from '../shipment/shipment.ts';
import { archSchema } from '../tray/events.ts';
import { missedReasons, wearCheckKinds, wearCheckResults, wearReporters } from './events.ts';
import { type MissedAligner, unsettledMissedReports, type WearRecord, withdrawableUntil } from './wear.ts';
import {
  lastReceivedAligner,
  nextReportableAligner,
  type WearLimits,
  type WearNow,
  wearAt,
} from './wear-calendar.ts';

const least = (min: number) => z.int().check(z.minimum(min), z.maximum(999));

/** Limits of a case's wear: the plan's stages and the stages received. Null before anything was received. */
export function wearLimitsOf(s: CaseState): WearLimits | null {
  const plan = approvedPlan(s) ?? s.plans.findLast(p => p.doctor?.result === 'approved');
  const received = receivedStages(s);
  if (!plan || Math.max(received.upper, received.lower) === 0) return null;
  return { total: { upper: plan.upperStages, lower: plan.lowerStages }, received };
}

/** Returns the limits of a case's wear. @throws Refusal badInput `start` if nothing was received */
function limitsOf(s: CaseState): WearLimits {
  const found = wearLimitsOf(s);
  if (!found) throw badField('start', 'nothing-received');
  return found;
}

function recordOf(s: CaseState, today: string): { wear: WearRecord; now: WearNow; limits: WearLimits } {
  const found = wearLimitsOf(s);
  if (!s.wear || !found) throw new Refusal('actionClosed');
  return { wear: s.wear, now: wearAt(s.wear, found, today), limits: found };
}

const recordInput = z.strictObject({
  start: daySchema,
  stage: least(1),
  days: z.optional(least(limits.wearDaysMin)),
});

function record(s: CaseState, input: z.infer<typeof recordInput>): CaseEvent[] {
  const found = limitsOf(s);
  const last = Math.max(found.total.upper, found.total.lower);
  if (input.stage > last) throw badField('stage', 'stages-past-end', { last });
  const here = lastReceivedAligner(found);
  if (input.stage > here) throw badField('stage', 'stage-not-received', { last: here });
  const { start, stage, days = limits.wearDaysDefault } = input;
  return [{ type: 'WearRecorded', data: { start, stage, days } }];
}

const holdInput = z.strictObject({ from: daySchema, until: z.optional(z.nullable(daySchema)) });

function hold(s: CaseState, input: z.infer<typeof holdInput>, { today }: DecisionContext): CaseEvent[] {
  const { wear } = recordOf(s, today);
  const { from, until = null } = input;
  if (from < wear.start) throw badField('from', 'before-start', { start: wear.start });
  if (until !== null && until <= from) throw badField('until', 'day-order');
  // Holds do not overlap, so a new hold is refused while another is open or ends later.
  const before = wear.holds.at(-1);
  if (before && (before.until === null || before.until > from)) throw badField('from', 'hold-overlaps');
  return [{ type: 'WearHeld', data: { from, until } }];
}

const resumeInput = z.strictObject({ on: daySchema });

function resume(s: CaseState, { on }: z.infer<typeof resumeInput>, { today }: DecisionContext): CaseEvent[] {
  const { wear } = recordOf(s, today);
  const open = wear.holds.at(-1);
  if (!open || (open.until !== null && open.until <= today)) throw new Refusal('actionClosed');
  if (on < open.from) throw badField('on', 'day-order');
  return [{ type: 'WearResumed', data: { on } }];
}

const extendInput = z.strictObject({ days: least(1).check(z.maximum(limits.wearLongerMax)) });

function extend(
  s: CaseState,
  { days }: z.infer<typeof extendInput>,
  { today }: DecisionContext,
): CaseEvent[] {
  const { now } = recordOf(s, today);
  if (now.state === 'done') throw new Refusal('actionClosed');
  return [{ type: 'WearExtended', data: { stage: now.stage, days } }];
}

const changeInput = z.strictObject({
  stage: least(1),
  on: daySchema,
  by: z.optional(z.enum(wearReporters)),
});

function change(
  s: CaseState,
  input: z.infer<typeof changeInput>,
  { today, viewer }: DecisionContext,
): CaseEvent[] {
  const { wear, limits: found } = recordOf(s, today);
  const here = lastReceivedAligner(found);
  const last = Math.max(found.total.upper, found.total.lower);
  if (input.stage > last) throw badField('stage', 'stages-past-end', { last });
  if (input.stage > here) throw badField('stage', 'stage-not-received', { last: here });
  if (input.stage < wear.stage) throw badField('stage', 'too-small', { min: wear.stage });
  if (input.on > today) throw badField('on', 'date-future');
  const later = wear.changes.find(
    c => (c.stage < input.stage && c.on > input.on) || (c.stage > input.stage && c.on < input.on),
  );
  if (input.on < wear.start || later) throw badField('on', 'day-order');
  // Only the patient's page reports for the patient, and only the next aligner.
  const by = isPatientViewer(viewer) ? 'patient' : 'clinic';
  if (input.by !== undefined && input.by !== by) throw badField('by', 'not-a-choice');
  const { stage, on } = input;
  if (by === 'patient' && stage !== nextReportableAligner(wear, found, on))
    throw badField('stage', 'change-not-next');
  return [{ type: 'AlignerChanged', data: { stage, on, by } }];
}

const missInput = z.strictObject({
  arch: archSchema,
  stage: least(1),
  reason: z.enum(missedReasons),
  on: daySchema,
});

function miss(s: CaseState, input: z.infer<typeof missInput>, { today }: DecisionContext): CaseEvent[] {
  const { wear, limits: found } = recordOf(s, today);
  const last = found.received[input.arch];
  if (last === 0) throw badField('arch', 'arch-has-none');
  if (input.stage > last) throw badField('stage', 'stage-not-received', { last });
  if (input.on > today) throw badField('on', 'date-future');
  if (input.on < wear.start) throw badField('on', 'before-start', { start: wear.start });
  const known = unsettledMissedReports(s.missed).some(
    one => one.arch === input.arch && one.stage === input.stage,
  );
  if (known) throw badField('stage', 'missed-known');
  if (s.missed.length >= limits.wearMissed) throw badField('stage', 'too-many', { max: limits.wearMissed });
  return [{ type: 'AlignerMissed', data: { missed: s.missed.length + 1, ...input } }];
}

const settleInput = z.strictObject({ missed: least(1) });

/**
 * Returns an open report of a missed aligner.
 * @throws Refusal notFound for an unknown report, actionClosed if it is settled
 */
function reportOf(s: CaseState, missed: number): MissedAligner {
  const found = s.missed.find(one => one.missed === missed);
  if (!found) throw new Refusal('notFound');
  if (found.settled) throw new Refusal('actionClosed');
  return found;
}

function settle(s: CaseState, { missed }: z.infer<typeof settleInput>): CaseEvent[] {
  reportOf(s, missed);
  return [{ type: 'MissedSettled', data: { missed } }];
}

/** Uses the server's clock, because the patient's may be wrong. */
function takeBack(
  s: CaseState,
  { missed }: z.infer<typeof settleInput>,
  { now }: DecisionContext,
): CaseEvent[] {
  const found = reportOf(s, missed);
  if (Date.parse(now) >= Date.parse(withdrawableUntil(found)))
    throw badField('missed', 'take-back-over', { minutes: limits.takeBackMs / 60_000 });
  return [{ type: 'MissedTakenBack', data: { missed } }];
}

const checkInput = z.strictObject({
  on: daySchema,
  kind: z.enum(wearCheckKinds),
  result: z.enum(wearCheckResults),
  hours: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(24)))),
  next: z.optional(z.nullable(daySchema)),
  note: z.optional(noteSchema),
});

function check(s: CaseState, input: z.infer<typeof checkInput>, { today }: DecisionContext): CaseEvent[] {
  recordOf(s, today);
  const { note: said, hours = null, next = null, ...data } = input;
  if (data.on > today) throw badField('on', 'date-future');
  if (next !== null && next <= data.on) throw badField('next', 'day-order');
  if (s.checks.length >= limits.wearChecks) throw badField('on', 'too-many', { max: limits.wearChecks });
  const event = { check: s.checks.length + 1, ...data, hours, next };
  return [{ type: 'WearChecked', data: event, personal: { note: said } }];
}

export const wearActions = {
  recordWear: defineAction({
    input: recordInput,
    example: { start: '2025-03-14', stage: 1, days: 7 },
    emit: record,
  }),
  holdWear: defineAction({
    input: holdInput,
    example: { from: '2025-03-20', until: '2025-03-24' },
    emit: hold,
  }),
  resumeWear: defineAction({ input: resumeInput, example: { on: '2025-03-22' }, emit: resume }),
  extendWear: defineAction({ input: extendInput, example: { days: 3 }, emit: extend }),
  changeAligner: defineAction({ input: changeInput, example: { stage: 2, on: '2025-03-14' }, emit: change }),
  missAligner: defineAction({
    input: missInput,
    example: { arch: 'upper' as const, stage: 1, reason: 'lost' as const, on: '2025-03-14' },
    emit: miss,
  }),
  settleMissed: defineAction({ input: settleInput, example: { missed: 1 }, emit: settle }),
  takeBackMissed: defineAction({ input: settleInput, example: { missed: 1 }, emit: takeBack }),
  checkWear: defineAction({
    input: checkInput,
    example: { on: '2025-03-14', kind: 'compliance' as const, result: 'good' as const, hours: 21 },
    emit: check,
  }),
};
