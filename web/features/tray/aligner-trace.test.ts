import { describe, expect, it } from 'vitest';
import type { CaseState } from '#events/case/case.ts';
import { Status } from '#events/case/status.ts';
import { type CasePast, pastAt, playSteps, stateOf } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import { trayStatus } from '#events/tray/tray.ts';
import type { CaseView } from '#projections/case/view.ts';
import { productionProgressSteps, traceAligners } from './aligner-trace.ts';

const person = (id: string) => ({ id, name: id, position: 'Doctor' as const });
const done = <T extends { by: string }>(one: T | null) => one && { ...one, by: person(one.by) };

/** The fields of the case view that the trace reads. */
function viewOf(past: CasePast) {
  const s: CaseState = stateOf(past);
  const view = {
    facts: s,
    approved: s.plans.at(-1)?.version ?? null,
    plans: s.plans.map(p => ({ ...p, doctor: done(p.doctor) })),
    batch: s.batch && { ...s.batch, by: person(s.batch.by), finished: done(s.batch.finished) },
    shipments: s.shipments.map(sent => ({
      ...sent,
      by: person(sent.by),
      begun: done(sent.begun),
      receivedBy: sent.receivedBy && person(sent.receivedBy),
    })),
    trays: s.trays.map(tray => ({ ...tray, by: person(tray.by), status: trayStatus(tray) })),
    wear: done(s.wear),
  };
  // Cast at the boundary: only the fields above are read.
  return view as unknown as CaseView;
}

const states = (past: CasePast, arch: 'upper' | 'lower') => {
  const runs: string[] = [];
  for (const { state } of traceAligners(viewOf(past), arch)) if (runs.at(-1) !== state) runs.push(state);
  return runs;
};

describe('the trace of an aligner', () => {
  it('goes from open over production and shipping to the clinic', () => {
    expect(states(pastAt[Status.PrepareProduction], 'upper')).toEqual(['open']);
    expect(states(pastAt[Status.InProduction], 'upper')).toEqual(['producing', 'open']);
    expect(states(playSteps(pastAt[Status.InProduction], [vendor, 'finishBatch']), 'upper')).toEqual([
      'ready',
      'open',
    ]);
    expect(states(pastAt[Status.Shipping], 'lower')).toEqual(['shipped', 'open']);
    expect(
      states(
        playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'nextBatch'], [vendor, 'scheduleProduction']),
        'upper',
      ),
    ).toEqual(['received', 'producing']);
    expect(traceAligners(viewOf(pastAt[Status.AllSent]), 'upper')).toHaveLength(24);
    expect(traceAligners(viewOf(pastAt[Status.AllSent]), 'lower')).toHaveLength(20);
  });
  it('names batch, parcel and plan; a lost aligner is open again', () => {
    const [, second] = traceAligners(viewOf(pastAt[Status.AwaitingNextBatch]), 'upper');
    expect(second).toMatchObject({ stage: 2, bundle: 'sha-plan-24-20', version: 1 });
    expect(second?.parcel).toMatchObject({ batch: 1, shipment: 1, trackingNumber: 'EMS123456789' });
    expect(
      states(playSteps(pastAt[Status.Shipping], [doctor, 'reportLost', { note: '查询无结果' }]), 'upper'),
    ).toEqual(['open']);
  });
  it('includes replacements', () => {
    const past = playSteps(pastAt[Status.AwaitingNextBatch], [
      doctor,
      'orderTray',
      { arch: 'lower', stage: 3, reason: 'broken' },
    ]);
    const of = (arch: 'upper' | 'lower') => traceAligners(viewOf(past), arch).flatMap(one => one.again);
    expect(of('upper')).toEqual([]);
    expect(of('lower')).toMatchObject([{ tray: 1, stage: 3, status: 'ordered' }]);
  });
});

describe('the production steps', () => {
  const said = (past: CasePast) =>
    productionProgressSteps(viewOf(past)).map(({ state, by }) => (by ? `${state} ${by.name}` : state));
  const [byDoctor, byVendor] = [doctor.id, vendor.id];
  it('name the person of each step', () => {
    expect(said(pastAt[Status.PrepareProduction])).toEqual([
      `current ${byDoctor}`,
      'todo',
      'todo',
      'todo',
      'todo',
    ]);
    expect(said(pastAt[Status.InProduction])).toEqual([
      `done ${byDoctor}`,
      `current ${byVendor}`,
      'todo',
      'todo',
      'todo',
    ]);
    expect(said(pastAt[Status.Shipping])).toEqual([
      `done ${byDoctor}`,
      `done ${byVendor}`,
      `current ${byVendor}`,
      'todo',
      'todo',
    ]);
    const here = [`done ${byDoctor}`, `done ${byVendor}`, `done ${byVendor}`, `done ${byDoctor}`];
    expect(said(pastAt[Status.AwaitingNextBatch])).toEqual([...here, 'todo']);
    const worn = playSteps(pastAt[Status.AwaitingNextBatch], [
      doctor,
      'recordWear',
      { start: '2025-03-01', stage: 1, days: 7 },
    ]);
    expect(said(worn)).toEqual([...here, `current ${byDoctor}`]);
  });
  it('restart with the next batch', () => {
    const next = playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'nextBatch']);
    expect(said(next).slice(1)).toEqual(['todo', 'todo', 'todo', 'todo']);
  });
});
