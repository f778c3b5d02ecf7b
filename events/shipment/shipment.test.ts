import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseState } from '../case/case.ts';
import { decide } from '../case/decider.ts';
import { limits } from '../case/limits.ts';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import {
  type CasePast,
  parcel,
  pastAt,
  playSteps,
  recordEvents,
  samplePlanInput,
  stateOf,
} from '../testing/past.ts';
import { assistant, doctor, expert, technician, vendor } from '../testing/people.ts';
import { decisionContext } from '../testing/world.ts';
import { countTrays, nextStagesToShip, remainingStages, type StageRanges } from './shipment.ts';

const note = 'Two trays tore on trimming.';
const range = (from: number, to: number) => ({ from, to });

describe('scheduling a batch', () => {
  it('takes the next stages in order by default', () => {
    given(pastAt[Status.PrepareProduction])
      .when('scheduleProduction', vendor)
      .then({
        data: {
          to: Status.InProduction,
          batch: 1,
          upper: range(1, 24),
          lower: range(1, 20),
          bundle: 'sha-plan-24-20',
        },
      });
  });
  it('continues after the sent stages, contiguously, up to the last stage', () => {
    const next = playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'nextBatch']);
    const ask = (stages: object) => given(next).when('scheduleProduction', vendor, stages);
    ask({ upper: range(11, 14) }).then({ data: { batch: 2, upper: range(11, 14), lower: null } });
    ask({ upper: range(10, 14) }).refused('badInput', 'upper.from: stages-contiguous');
    ask({ upper: range(12, 14) }).refused('badInput', 'upper.from: stages-contiguous');
    ask({ lower: range(11, 21) }).refused('badInput', 'lower.to: stages-past-end');
    ask({ upper: range(14, 11) }).refused('badInput', 'upper.to: range-order');
    ask({ upper: range(0, 4) }).refused('badInput', 'upper.from: too-small');
    ask({ upper: { from: 11 } }).refused('badInput', 'upper.to: required');
  });
  it('takes 1 to 100 trays in total', () => {
    const long = { ...samplePlanInput, files: ['plan-any'], upperStages: 80, lowerStages: 60 };
    const approved = { result: 'approved' };
    const past = playSteps(
      pastAt[Status.PlanUnderDesign],
      [technician, 'submitPlan', long],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
    );
    const ask = (stages: object) => given(past).when('scheduleProduction', vendor, stages);
    ask({ upper: range(1, 60), lower: range(1, 40) }).then({ data: { to: Status.InProduction } });
    ask({ upper: range(1, 60), lower: range(1, 41) }).refused('badInput', 'upper: batch-size');
    ask({}).then({ data: { upper: range(1, 50), lower: range(1, 50) } });
  });
  it('refuses stages of an arch without any', () => {
    const upperOnly = { ...samplePlanInput, files: ['plan-any'], upperStages: 12, lowerStages: 0 };
    const approved = { result: 'approved' };
    const past = playSteps(
      pastAt[Status.PlanUnderDesign],
      [technician, 'submitPlan', upperOnly],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
    );
    given(past)
      .when('scheduleProduction', vendor, { lower: range(1, 1) })
      .refused('badInput', 'lower: arch-has-none');
    given(past)
      .when('scheduleProduction', vendor)
      .then({ data: { upper: range(1, 12), lower: null } });
  });
});

describe('shipping a batch', () => {
  it('ships the whole batch by default', () => {
    const state = given(pastAt[Status.InProduction])
      .when('ship', vendor, parcel)
      .then({
        data: {
          to: Status.Shipping,
          batch: 1,
          shipment: 1,
          courier: 2,
          quantity: 20,
          first: true,
          upper: range(1, 10),
        },
      });
    expect(state).toMatchObject({ batch: null, sent: { upper: 10, lower: 10 } });
  });
  it('leaves the stages that were not shipped open for the next batch', () => {
    const past = playSteps(
      pastAt[Status.InProduction],
      [vendor, 'ship', { ...parcel, upper: range(1, 4) }],
      [doctor, 'confirmReceipt'],
      [doctor, 'nextBatch'],
    );
    given(past)
      .when('scheduleProduction', vendor)
      .then({ data: { batch: 2, upper: range(5, 24), lower: range(1, 20) } });
  });
  it('refuses stages outside the batch', () => {
    const send = (stages: object) =>
      given(pastAt[Status.InProduction]).when('ship', vendor, { ...parcel, ...stages });
    send({ upper: range(1, 11) }).refused('badInput', 'upper.to: stages-past-end');
    send({ lower: range(2, 5) }).refused('badInput', 'lower.from: stages-contiguous');
  });
  it('needs a courier of the list and a valid tracking number', () => {
    const send = (more: object) =>
      given(pastAt[Status.InProduction]).when('ship', vendor, { ...parcel, ...more });
    send({ courier: 8 }).refused('badInput', 'courier: not-a-choice');
    send({ trackingNumber: 'abc123' }).refused('badInput', 'trackingNumber: tracking-format');
    send({ trackingNumber: undefined }).refused('badInput', 'trackingNumber: required');
  });
  it('is impossible after a failure, which frees the stages but not the batch number', () => {
    const past = playSteps(pastAt[Status.InProduction], [vendor, 'batchFailed', { note }]);
    expect(stateOf(past)).toMatchObject({
      status: Status.PrepareProduction,
      batch: null,
      sent: { upper: 0, lower: 0 },
    });
    given(past)
      .when('scheduleProduction', vendor)
      .then({ data: { batch: 2, upper: range(1, 24) } });
  });
});

describe('a finished batch', () => {
  it('is finished once without a change of status, and can still fail', () => {
    const ready = given(pastAt[Status.InProduction])
      .when('finishBatch', vendor)
      .then({ type: 'BatchFinished', data: { batch: 1 } });
    expect(ready).toMatchObject({
      status: Status.InProduction,
      batch: { batch: 1, finished: { by: vendor.id } },
    });
    const past = playSteps(pastAt[Status.InProduction], [vendor, 'finishBatch']);
    given(past).when('finishBatch', vendor).refused('actionClosed');
    given(pastAt[Status.PrepareProduction]).when('finishBatch', vendor).refused('actionClosed');
    given(past).when('finishBatch', doctor).refused('notPermitted');
    given(past)
      .when('ship', vendor, parcel)
      .then({ data: { to: Status.Shipping, batch: 1 } });
    const again = playSteps(past, [vendor, 'batchFailed', { note }], [vendor, 'scheduleProduction']);
    expect(stateOf(again).batch).toMatchObject({ batch: 2, finished: null });
  });
  it('records the plan bundle that it was made from', () => {
    expect(stateOf(pastAt[Status.InProduction]).batch?.bundle).toBe('sha-plan-24-20');
    expect(stateOf(pastAt[Status.AllSent]).shipments.map(s => s.bundle)).toEqual([
      'sha-plan-24-20',
      'sha-plan-24-20',
    ]);
  });
});

describe('receiving a parcel', () => {
  it('by doctor or assistant leads to 25 while stages remain, to 30 after the last', () => {
    given(pastAt[Status.Shipping])
      .when('confirmReceipt', assistant)
      .then({ type: 'ReceiptConfirmed', data: { to: Status.AwaitingNextBatch, shipment: 1 } });
    expect(stateOf(pastAt[Status.AllSent]).shipments.map(s => [s.first, s.receivedBy])).toEqual([
      [true, doctor.id],
      [false, doctor.id],
    ]);
  });
  it('is refused the second time', () => {
    given(pastAt[Status.AwaitingNextBatch]).when('confirmReceipt', doctor).refused('actionClosed');
  });
  it('lost reopens its stages; the replacement of the first parcel also counts as first', () => {
    const lost = playSteps(pastAt[Status.Shipping], [assistant, 'reportLost', { note }]);
    expect(stateOf(lost)).toMatchObject({
      status: Status.PrepareProduction,
      sent: { upper: 0, lower: 0 },
      shipments: [{ lost: { note } }],
    });
    given(playSteps(lost, [vendor, 'scheduleProduction']))
      .when('ship', vendor, parcel)
      .then({ data: { shipment: 2, first: true, upper: range(1, 24) } });
  });
  it('lost reopens only that parcel’s stages', () => {
    const past = playSteps(
      pastAt[Status.AwaitingNextBatch],
      [doctor, 'nextBatch'],
      [vendor, 'scheduleProduction', { upper: range(11, 20) }],
      [vendor, 'ship', parcel],
      [vendor, 'reportLost', { note }],
    );
    expect(stateOf(past).sent).toEqual({ upper: 10, lower: 10 });
  });
  it('is refused after a report of loss', () => {
    given(playSteps(pastAt[Status.Shipping], [vendor, 'reportLost', { note }]))
      .when('confirmReceipt', doctor)
      .refused('actionClosed');
  });
});

/** Random choices for one round of scheduling, shipping and receiving. */
type Turn = { schedule: number; ship: number; fails: boolean; lost: boolean };
const turns = fc.array(
  fc.record({ schedule: fc.nat(), ship: fc.nat(), fails: fc.boolean(), lost: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);
const totals = fc
  .record({ upperStages: fc.integer({ min: 0, max: 60 }), lowerStages: fc.integer({ min: 0, max: 60 }) })
  .filter(t => t.upperStages + t.lowerStages > 0);

/** The first trays of the open stages: at least one, their number chosen by `n`. */
function some(open: StageRanges, n: number): Partial<StageRanges> {
  const chosen = nextStagesToShip(open, 1 + (n % Math.max(1, Math.min(limits.batchMax, countTrays(open)))));
  return { ...(chosen.upper && { upper: chosen.upper }), ...(chosen.lower && { lower: chosen.lower }) };
}

function turn(
  past: CasePast,
  { schedule, ship, fails, lost }: Turn,
  total: { upperStages: number; lowerStages: number },
): CasePast {
  const scheduled = playSteps(past, [
    vendor,
    'scheduleProduction',
    some(remainingStages(stateOf(past), total), schedule),
  ]);
  if (fails) return playSteps(scheduled, [vendor, 'batchFailed', { note }]);
  const batch = stateOf(scheduled).batch;
  if (!batch) throw new Error('no batch at 17');
  const sent = playSteps(scheduled, [vendor, 'ship', { ...parcel, ...some(batch, ship) }]);
  if (lost) return playSteps(sent, [doctor, 'reportLost', { note }]);
  const received = playSteps(sent, [doctor, 'confirmReceipt']);
  return stateOf(received).status === Status.AwaitingNextBatch
    ? playSteps(received, [doctor, 'nextBatch'])
    : received;
}

/** Shipped stages except lost ones, in the order of shipping. */
const kept = (s: CaseState, arch: 'upper' | 'lower') =>
  s.shipments
    .filter(shipment => !shipment.lost)
    .flatMap(shipment => {
      const stages = shipment[arch];
      return stages ? Array.from({ length: stages.to - stages.from + 1 }, (_, i) => stages.from + i) : [];
    });

describe('random production, loss and reshipment', () => {
  it('ships the stages from 1 to the last, each once, and reaches 30 with the last', () => {
    fc.assert(
      fc.property(totals, turns, (total, many) => {
        const approved = { result: 'approved' };
        let past = playSteps(
          pastAt[Status.PlanUnderDesign],
          [technician, 'submitPlan', { ...samplePlanInput, ...total, files: ['plan-any'] }],
          [expert, 'qualityAudit', approved],
          [doctor, 'confirmDoctor', approved],
        );
        for (const t of many) {
          if (stateOf(past).status === Status.AllSent) break;
          past = turn(past, t, total);
          const state = stateOf(past);
          for (const arch of ['upper', 'lower'] as const) {
            const stages = kept(state, arch);
            const all = arch === 'upper' ? total.upperStages : total.lowerStages;
            expect(stages).toEqual(Array.from({ length: stages.length }, (_, i) => i + 1));
            expect(stages.length).toBeLessThanOrEqual(all);
            expect(state.sent[arch]).toBe(stages.length);
          }
          const open = countTrays(remainingStages(state, total));
          expect(state.status).toBe(open === 0 ? Status.AllSent : Status.PrepareProduction);
        }
      }),
      { numRuns: 60, seed: 20260302 },
    );
  });
  it('nextStages takes the maximum number of trays from the first open stages of each arch', () => {
    const arch = fc.option(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 99 })), {
      nil: null,
    });
    fc.assert(
      fc.property(arch, arch, fc.integer({ min: 1, max: 100 }), (u, l, max) => {
        const open = { upper: u && range(u[0], u[0] + u[1]), lower: l && range(l[0], l[0] + l[1]) };
        const next = nextStagesToShip(open, max);
        expect(countTrays(next)).toBe(Math.min(max, countTrays(open)));
        for (const side of ['upper', 'lower'] as const)
          if (next[side]) {
            expect(next[side].from).toBe(open[side]?.from);
            expect(next[side].to).toBeLessThanOrEqual(open[side]?.to ?? 0);
          }
      }),
      { numRuns: 300, seed: 1 },
    );
  });
  it('refuses every batch with a gap or overlap', () => {
    const next = playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'nextBatch']);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 199 }), (from, more) => {
        const state = stateOf(next);
        const input = { upper: range(from, Math.min(200, from + more)) };
        const good = from === 11 && input.upper.to <= 24;
        const run = () => decide(state, 'scheduleProduction', input, decisionContext(vendor));
        if (good) expect(stateOf(recordEvents(next, run())).status).toBe(Status.InProduction);
        else expect(run).toThrow('badInput');
      }),
      { numRuns: 200, seed: 2 },
    );
  });
});
