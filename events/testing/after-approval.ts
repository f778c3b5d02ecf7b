/** Generators of random actions on a case after the approval: action, input and person. */

import * as fc from 'fast-check';
import { addDays } from '../case/calendar.ts';
import type { CaseState } from '../case/case.ts';
import type { NamedAction } from '../case/decider.ts';
import type { StageRange } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { systemViewer } from '../case/permissions.ts';
import { Status } from '../case/status.ts';
import type { Viewer } from '../person/position.ts';
import { approvedPlan } from '../plan/plan.ts';
import { retainerStatus } from '../retainer/retainer.ts';
import { countTrays, nextStagesToShip, remainingStages, type StageRanges } from '../shipment/shipment.ts';
import { trayStatus } from '../tray/tray.ts';
import { type CasePast, parcel, pastAt, playSteps } from './past.ts';
import {
  admin,
  assistant,
  doctor,
  everybody,
  expert,
  service,
  supervisor,
  supervisor2,
  technician,
  vendor,
} from './people.ts';

const reason = '13 未纠正扭转';
const approval = { result: 'approved' } as const;

/** People permitted to perform each action of this test. All others must be refused. */
export const permittedPeople = {
  scheduleProduction: [vendor],
  finishBatch: [vendor],
  batchFailed: [vendor],
  ship: [vendor],
  confirmReceipt: [doctor, assistant],
  reportLost: [doctor, assistant, vendor],
  nextBatch: [doctor, vendor, service],
  returnToDesign: [vendor, supervisor, supervisor2],
  submitPlan: [technician],
  qualityAudit: [expert],
  confirmDoctor: [doctor],
  orderTray: [doctor, assistant],
  shipTray: [vendor],
  receiveTray: [doctor, assistant],
  recordWear: [doctor, assistant],
  holdWear: [doctor, assistant],
  resumeWear: [doctor, assistant],
  extendWear: [doctor, assistant],
  changeAligner: [doctor, assistant, systemViewer],
  checkWear: [doctor, assistant],
  applyRetainer: [doctor],
  produceRetainer: [vendor],
  deliverRetainer: [vendor],
  receiveRetainer: [doctor, assistant],
  refine: [doctor],
  refinementEnded: [systemViewer],
  complete: [doctor],
  archive: [doctor, admin],
} as const satisfies Partial<Record<NamedAction, readonly Viewer[]>>;
export type RandomAction = keyof typeof permittedPeople;
export type Arch = 'upper' | 'lower';
const names = Object.keys(permittedPeople) as RandomAction[];

/** Frequent actions of a treatment, which are drawn more often. */
const often = names.filter(name => /Tray|Wear|Aligner|Retainer$/.test(name));

/** Actions that advance a case, by its status. Turns with `on` choose among these; other turns use any action. */
const onward: Partial<Record<Status, readonly RandomAction[]>> = {
  [Status.PlanUnderDesign]: ['submitPlan'],
  [Status.PlanAwaitingExpert]: ['qualityAudit'],
  [Status.PlanAwaitingDoctor]: ['confirmDoctor'],
  [Status.PrepareProduction]: [...Array<RandomAction>(9).fill('scheduleProduction'), 'returnToDesign'],
  [Status.InProduction]: ['ship', 'ship', 'finishBatch', 'batchFailed'],
  [Status.Shipping]: ['confirmReceipt', 'confirmReceipt', 'confirmReceipt', 'reportLost'],
  [Status.AwaitingNextBatch]: ['nextBatch'],
  [Status.InRefinement]: ['refinementEnded'],
  [Status.AllSent]: ['complete'],
};

/** One random action. `a`, `b` and `c` choose among the possible inputs; `wild` ignores what is possible. */
export type RandomTurn = {
  on: boolean;
  name: RandomAction;
  stranger: boolean;
  wild: boolean;
  days: number;
  a: number;
  b: number;
  c: number;
};

const seldom = (percent: number) => fc.nat(99).map(n => n < percent);
export const arbitraryTurns: fc.Arbitrary<RandomTurn[]> = fc.array(
  fc.record({
    on: seldom(45),
    name: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...often) }, fc.constantFrom(...names)),
    stranger: seldom(8),
    wild: seldom(12),
    days: fc.constantFrom(0, 0, 1, 3, 8, 30),
    a: fc.nat(200),
    b: fc.nat(200),
    c: fc.nat(200),
  }),
  { minLength: 1, maxLength: 90, size: 'max' },
);

export type StageTotals = { upperStages: number; lowerStages: number };
const stages = fc.integer({ min: 0, max: 64 });
/** Generates stage counts of a plan: 0 to 64 in each arch, also for one arch only. */
export const arbitraryStageTotals: fc.Arbitrary<StageTotals> = fc
  .oneof(
    fc.record({ upperStages: stages, lowerStages: stages }),
    fc.record({ upperStages: stages, lowerStages: fc.constant(0) }),
    fc.record({ upperStages: fc.constant(0), lowerStages: stages }),
  )
  .filter(t => t.upperStages + t.lowerStages > 0);

const planOf = (total: StageTotals) => ({ name: '方案', ...total, files: ['plan-any'] });

/** A case at 16 with an approved plan of these stage counts. */
export const pastWithApprovedPlan = (total: StageTotals): CasePast =>
  playSteps(
    pastAt[Status.PlanUnderDesign],
    [technician, 'submitPlan', planOf(total)],
    [expert, 'qualityAudit', approval],
    [doctor, 'confirmDoctor', approval],
  );

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(1, from.length)];
const range = (from: number, more: number) => ({ from, to: from + more });

/** The first open stages, their number chosen by `n`; empty to let the product choose. */
function some(open: StageRanges, n: number): object {
  if (n % 4 === 0) return {};
  const { upper, lower } = nextStagesToShip(
    open,
    1 + (n % Math.max(1, Math.min(limits.batchMax, countTrays(open)))),
  );
  return { ...(upper && { upper }), ...(lower && { lower }) };
}

/** Stage ranges that are off by one at either end, or arbitrary. */
function wildStages({ a, b, c }: RandomTurn, { upper, lower }: StageRanges) {
  const beside = (one: StageRange | null) =>
    one && { from: one.from + (a % 3) - 1, to: one.to + (c % 3) - 1 };
  const [u, l] = b % 2 === 0 ? [beside(upper), beside(lower)] : [range(a % 70, b % 9), range(c % 70, b % 7)];
  return { ...(a % 4 !== 0 && u && { upper: u }), ...(c % 4 !== 0 && l && { lower: l }) };
}
const stagesOf = (turn: RandomTurn, open: StageRanges) =>
  turn.wild ? wildStages(turn, open) : some(open, turn.a);

const open = (s: CaseState): StageRanges => {
  const plan = approvedPlan(s);
  return plan ? remainingStages(s, plan) : { upper: null, lower: null };
};
const arch = (n: number) => (n % 2 === 0 ? 'upper' : 'lower');
const sentOf = (s: CaseState, n: number) => Math.max(1, s.sent[arch(n)]);
const stageOf = (s: CaseState, { a, b, wild }: RandomTurn) =>
  wild ? sentOf(s, b) + (a % 3) : 1 + (a % sentOf(s, b));

/** Input of each action. @param today yyyy-mm-dd */
const inputs: Record<RandomAction, (s: CaseState, turn: RandomTurn, today: string) => object> = {
  scheduleProduction: (s, turn) => stagesOf(turn, open(s)),
  finishBatch: () => ({}),
  batchFailed: () => ({ note: reason }),
  ship: (s, turn) => ({ ...parcel, ...stagesOf(turn, s.batch ?? { upper: null, lower: null }) }),
  confirmReceipt: () => ({}),
  reportLost: () => ({ note: reason }),
  nextBatch: () => ({}),
  returnToDesign: () => ({ note: reason }),
  submitPlan: (s, { a, b, wild }) =>
    planOf(
      wild
        ? { upperStages: Math.max(0, s.sent.upper - (a % 2)), lowerStages: s.sent.lower + (b % 2) }
        : { upperStages: s.sent.upper + (a % 9), lowerStages: s.sent.lower + (b % 9) },
    ),
  qualityAudit: () => approval,
  confirmDoctor: () => approval,
  // Mostly stages 1 and 2, so that a stage with an open order is ordered again.
  orderTray: (s, turn) => ({
    arch: arch(turn.b),
    reason: 'broken',
    stage: turn.wild ? stageOf(s, turn) : 1 + (turn.a % Math.min(2, sentOf(s, turn.b))),
  }),
  shipTray: (s, { a, wild }) => ({ tray: trayOf(s, 'ordered', a, wild), ...parcel }),
  receiveTray: (s, { a, wild }) => ({ tray: trayOf(s, 'shipped', a, wild) }),
  recordWear: (s, turn, today) => ({
    start: addDays(today, (turn.c % 40) - 20),
    stage: stageOf(s, turn),
    days: 1 + (turn.b % 14),
  }),
  holdWear: (s, { a, b }, today) => ({
    from: addDays(s.wear?.holds.at(-1)?.until ?? today, (a % 9) - 1),
    until: b % 3 === 0 ? null : addDays(today, b % 30),
  }),
  resumeWear: (_s, { a }, today) => ({ on: addDays(today, (a % 5) - 2) }),
  extendWear: (_s, { a }) => ({ days: 1 + (a % 20) }),
  changeAligner: (s, turn, today) => ({ stage: stageOf(s, turn), on: addDays(today, -(turn.c % 12)) }),
  checkWear: (_s, { a }, today) => ({ on: addDays(today, (a % 9) - 7), kind: 'contact', result: 'good' }),
  applyRetainer: (_s, { a, wild }) => ({
    ...{
      type: 3,
      arch: 0,
      upper: { kind: wild ? 3 : 1, stage: a },
      quantity: 1 + (a % 2),
      address: '南京西路',
    },
  }),
  produceRetainer: (s, { a, wild }) => ({ retainer: retainerOf(s, 1, a, wild) }),
  deliverRetainer: (s, { a, wild }) => ({ retainer: retainerOf(s, 2, a, wild), ...parcel }),
  receiveRetainer: (s, { a, wild }) => ({ retainer: retainerOf(s, 3, a, wild) }),
  refine: () => ({ reason }),
  // A completed refinement ends the case, so it is drawn less often than a deleted draft.
  refinementEnded: (_s, { a, wild }) => ({
    childId: wild ? 'OTHER2' : 'CHLD22',
    how: a % 4 === 0 ? 'completed' : 'deleted',
  }),
  complete: (s, { a }, today) => ({
    outcome: s.status === Status.AwaitingNextBatch && a % 3 > 0 ? 1 : 1 + (a % 4),
    date: addDays(today, a % 5 === 0 ? 1 : 0),
    photos: ['after'],
    xrays: ['after-xray'],
  }),
  archive: () => ({}),
};

function trayOf(s: CaseState, status: ReturnType<typeof trayStatus>, n: number, wild: boolean): number {
  const fit = s.trays.filter(tray => trayStatus(tray) === status);
  return (wild ? undefined : pick(fit, n)?.tray) ?? 1 + (n % 9);
}

function retainerOf(s: CaseState, status: number, n: number, wild: boolean): number {
  const fit = s.retainers.filter(order => retainerStatus(order) === status);
  return (wild ? undefined : pick(fit, n)?.retainer) ?? 1 + (n % 4);
}

/** Returns the person, action and input of a turn. */
export function actionOfTurn(
  s: CaseState,
  turn: RandomTurn,
  today: string,
): { viewer: Viewer; name: RandomAction; input: object } {
  const name = (turn.on ? pick(onward[s.status] ?? [], turn.c) : undefined) ?? turn.name;
  const viewer = pick<Viewer>(turn.stranger ? everybody : permittedPeople[name], turn.b) ?? doctor;
  return { viewer, name, input: inputs[name](s, turn, today) };
}
