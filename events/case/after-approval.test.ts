/**
 * Model-based test of random actions after the approval. The model counts stages from the events alone and knows two
 * rules: each stage of each arch is shipped once and in order, and only received aligners are worn.
 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../person/position.ts';
import { approvedPlan } from '../plan/plan.ts';
import { retainerStatus } from '../retainer/retainer.ts';
import { receivedStages } from '../shipment/shipment.ts';
import {
  type Arch,
  actionOfTurn,
  arbitraryStageTotals,
  arbitraryTurns,
  pastWithApprovedPlan,
  permittedPeople,
  type RandomAction,
  type RandomTurn,
  type StageTotals,
} from '../testing/after-approval.ts';
import { decisionOutcome } from '../testing/given.ts';
import { stateOf } from '../testing/past.ts';
import { decisionContext } from '../testing/world.ts';
import { wearLimitsOf } from '../wear/actions.ts';
import { wearAt, wearCalendar } from '../wear/wear-calendar.ts';
import { addDays } from './calendar.ts';
import { type CaseRecord, type CaseState, foldCase, initialCaseState } from './case.ts';
import { decide } from './decider.ts';
import type { StageRange } from './fields.ts';
import { Status } from './status.ts';
import type { CaseEvent } from './stream.ts';

const arches = ['upper', 'lower'] as const satisfies readonly Arch[];

const stagesLeft: readonly Status[] = [
  Status.PrepareProduction,
  Status.InProduction,
  Status.AwaitingNextBatch,
];
const withoutApproval: readonly Status[] = [
  Status.PlanUnderDesign,
  Status.PlanAwaitingExpert,
  Status.PlanAwaitingDoctor,
];

/** A parcel in the model. */
type Parcel = Record<Arch, StageRange | null> & { at: 'under way' | 'received' | 'lost' };
/** The model's state: totals, parcels and worn stages, counted from the events. */
type Model = { total: StageTotals; parcels: Parcel[]; wearStages: number[] };

function counted(model: Model, e: CaseEvent): Model {
  const last = (at: Parcel['at']) => [
    ...model.parcels.slice(0, -1),
    ...model.parcels.slice(-1).map(parcel => ({ ...parcel, at })),
  ];
  switch (e.type) {
    case 'PlanSubmitted': {
      const { upperStages, lowerStages } = e.data;
      return { ...model, total: { upperStages, lowerStages } };
    }
    case 'BatchShipped': {
      const { upper, lower } = e.data;
      return { ...model, parcels: [...model.parcels, { upper, lower, at: 'under way' }] };
    }
    case 'ReceiptConfirmed':
      return { ...model, parcels: last('received') };
    case 'ShipmentLost':
      return { ...model, parcels: last('lost') };
    case 'WearRecorded':
    case 'AlignerChanged':
      return { ...model, wearStages: [...model.wearStages, e.data.stage] };
    default:
      return model;
  }
}

const all = (range: StageRange | null) =>
  range ? Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i) : [];
const shipped = ({ parcels }: Model, arch: Arch) =>
  parcels.filter(({ at }) => at !== 'lost').flatMap(parcel => all(parcel[arch]));
const received = ({ parcels }: Model, arch: Arch) =>
  parcels.filter(({ at }) => at === 'received').flatMap(parcel => all(parcel[arch]));
const totalOf = ({ total }: Model, arch: Arch) => total[`${arch}Stages`];

/** Asserts without `expect`, which is too slow for many thousand checks. */
function must(what: string, holds: boolean): void {
  if (!holds) throw new Error(what);
}
const isOneTo = (n: number, stages: readonly number[]) =>
  stages.length === n && stages.every((stage, i) => stage === i + 1);
const isSorted = (days: readonly string[]) => days.every((day, i) => i === 0 || (days[i - 1] ?? '') <= day);

/**
 * Checks that the shipped stages of each arch are 1 to n, each once, and that an open batch continues at n + 1. At "all
 * sent", n is the plan's last stage.
 */
function stagesAreInOrder(model: Model, s: CaseState): void {
  for (const arch of arches) {
    const [stages, batch] = [shipped(model, arch), all(s.batch?.[arch] ?? null)];
    const made = [...stages, ...batch];
    must(`${arch}: ${made} are made, not 1 to the last once each`, isOneTo(made.length, made));
    must(`${arch}: ${made.length} of ${totalOf(model, arch)} are made`, made.length <= totalOf(model, arch));
    must(`${arch}: ${s.sent[arch]} are said to be sent`, s.sent[arch] === stages.length);
    const here = received(model, arch);
    must(`${arch}: ${here} came`, isOneTo(receivedStages(s)[arch], here));
    if (s.status === Status.AllSent)
      must(`${arch}: ${here} came in the end`, isOneTo(totalOf(model, arch), here));
  }
  const left = arches.reduce((n, arch) => n + totalOf(model, arch) - shipped(model, arch).length, 0);
  must(`${left} are left at ${s.status}`, left > 0 || !stagesLeft.includes(s.status));
  const onTheWay = model.parcels.filter(({ at }) => at === 'under way').length;
  must(
    `${onTheWay} parcels are under way at ${s.status}`,
    onTheWay === (s.status === Status.Shipping ? 1 : 0),
  );
  must(
    `a batch is made at 17 alone, not at ${s.status}`,
    (s.batch !== null) === (s.status === Status.InProduction),
  );
}

/** Offsets in days from today at which the wear record is checked. */
const around = [-60, -7, -1, 0, 1, 6, 7, 13, 30, 90, 400];

function wearIsOfWhatCame(model: Model, s: CaseState, today: string): void {
  const here = { upper: received(model, 'upper').length, lower: received(model, 'lower').length };
  const last = Math.max(here.upper, here.lower);
  for (const stage of model.wearStages) must(`${stage} is recorded, ${last} came`, stage <= last);
  const limits = wearLimitsOf(s);
  if (!s.wear || !limits) return;
  let before = 0;
  for (const days of around) {
    const now = wearAt(s.wear, limits, addDays(today, days));
    const said = `on day ${days} ${JSON.stringify(now)}, of ${JSON.stringify(here)}`;
    must(said, now.upper <= here.upper && now.lower <= here.lower && now.stage <= last);
    must(`${said} after ${before}`, now.stage >= before && now.late >= 0 && now.day > 0);
    before = now.stage;
  }
  const days = wearCalendar(s.wear, limits).map(({ on }) => on);
  must(`the calendar goes back: ${days}`, isSorted(days));
}

/** Checks that orders of trays and retainers are numbered from 1 and that none overlaps another open order. */
function ordersFollowEachOther({ trays, retainers }: CaseState): void {
  const numbers = trays.map(({ tray }) => tray);
  must(`trays are ${numbers}`, isOneTo(trays.length, numbers));
  const open = trays.filter(tray => !tray.received).map(({ arch, stage }) => `${arch} ${stage}`);
  must(`ordered twice: ${open}`, new Set(open).size === open.length);
  const orders = retainers.map(({ retainer }) => retainer);
  must(`retainers are ${orders}`, isOneTo(retainers.length, orders));
  must(
    'a retainer before the last is open',
    retainers.slice(0, -1).every(r => retainerStatus(r) === 4),
  );
}

/** Parts of the state that no tray, wear, aligner or retainer event may change. */
const partsOf = ({ sent, batch, batches, shipments, status, plans }: CaseState) => ({
  sent,
  batch,
  batches,
  shipments,
  status,
  plans,
});
const beside = /^(Tray|Wear|Aligner|Retainer)/;

type Walked = { log: CaseRecord[]; state: CaseState; model: Model; now: number };

const dayMs = 86_400_000;

/** Performs one random action, checks the invariants and reports the outcome to `saw`. */
function take(walked: Walked, turn: RandomTurn, saw: (what: string) => void): void {
  walked.now += turn.days * dayMs;
  const now = new Date(walked.now).toISOString();
  const today = now.slice(0, 10);
  const { state, log } = walked;
  const { viewer, name, input } = actionOfTurn(state, turn, today);
  const result = decisionOutcome(() => decide(state, name, input, decisionContext(viewer, { now, today })));
  saw('events' in result ? name : `${name} refused`);
  if (!('events' in result)) return;
  const is: readonly Viewer[] = permittedPeople[name];
  must(`${viewer.id} may ${name}`, is.includes(viewer));
  const records = result.events.map((e, i) => ({ ...e, by: viewer.id, at: now, revision: log.length + i }));
  walked.state = foldCase(state, records);
  log.push(...records);
  for (const e of result.events) {
    walked.model = counted(walked.model, e);
    if (beside.test(e.type)) expect(partsOf(walked.state)).toEqual(partsOf(state));
    if (e.type === 'TrayOrdered') expect(shipped(walked.model, e.data.arch)).toContain(e.data.stage);
  }
  stagesAreInOrder(walked.model, walked.state);
  wearIsOfWhatCame(walked.model, walked.state, today);
  ordersFollowEachOther(walked.state);
  saw(`at ${walked.state.status}`);
}

/** Checks that folding the whole log, folding it in two overlapping parts, and folding it twice give the same state. */
function foldsAlike({ log, state }: Walked, cut: number): void {
  expect(foldCase(initialCaseState, log)).toEqual(state);
  expect(foldCase(state, log)).toBe(state);
  const at = cut % log.length;
  expect(foldCase(foldCase(initialCaseState, log.slice(0, at)), log.slice(Math.max(0, at - 3)))).toEqual(
    state,
  );
}

describe('random actions after the approval', () => {
  it('ship each stage of an arch once and in order; nobody wears an aligner before its receipt', () => {
    const seen = new Map<string, number>();
    const saw = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(arbitraryStageTotals, arbitraryTurns, (total, many) => {
        const past = pastWithApprovedPlan(total);
        const model = { total, parcels: [], wearStages: [] };
        const walked: Walked = {
          log: [...past],
          state: stateOf(past),
          model,
          now: Date.parse('2026-03-02T09:00:00Z'),
        };
        for (const turn of many) take(walked, turn, saw);
        foldsAlike(walked, many[0]?.c ?? 0);
        expect(approvedPlan(walked.state) === undefined).toBe(withoutApproval.includes(walked.state.status));
      }),
      { numRuns: 300, seed: 20261122 },
    );
    // Guards against a vacuous test: each action must have succeeded and failed, and each status must have occurred.
    for (const name of Object.keys(permittedPeople) as RandomAction[])
      expect([name, (seen.get(name) ?? 0) > 0, (seen.get(`${name} refused`) ?? 0) > 0]).toEqual([
        name,
        true,
        true,
      ]);
    for (const status of [
      Status.PlanUnderDesign,
      Status.PrepareProduction,
      Status.InProduction,
      Status.Shipping,
      Status.Completed,
      Status.AwaitingNextBatch,
      Status.InRefinement,
      Status.AllSent,
    ])
      expect([status, seen.has(`at ${status}`)]).toEqual([status, true]);
  });
});
