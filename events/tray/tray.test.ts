import { describe, expect, it } from 'vitest';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import { pastAt, playSteps, samplePlanInput, stateOf } from '../testing/past.ts';
import { assistant, doctor, expert, technician, vendor } from '../testing/people.ts';
import { trayStatus } from './tray.ts';

const lost = { arch: 'upper', stage: 4, reason: 'lost', note: '餐厅里丢了' } as const;
const parcel = { tray: 1, courier: 2, trackingNumber: 'EMS123456789' };
const ordered = playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'orderTray', lost]);
const shipped = playSteps(ordered, [vendor, 'shipTray', parcel]);

describe('a replacement tray', () => {
  it('is ordered by doctor or assistant from the worn plan, without a change of status', () => {
    const state = given(pastAt[Status.AwaitingNextBatch])
      .when('orderTray', assistant, lost)
      .then({ type: 'TrayOrdered', data: { tray: 1, arch: 'upper', stage: 4, bundle: 'sha-plan-24-20' } });
    expect(state).toMatchObject({
      status: Status.AwaitingNextBatch,
      sent: { upper: 10, lower: 10 },
      trays: [{ note: lost.note }],
    });
    given(pastAt[Status.AwaitingNextBatch]).when('orderTray', technician, lost).refused('notPermitted');
  });
  it('needs a shipped stage without an open order', () => {
    const ask = (more: object) =>
      given(pastAt[Status.AwaitingNextBatch]).when('orderTray', doctor, { ...lost, ...more });
    ask({ stage: 11 }).refused('badInput', 'stage: stage-not-sent');
    ask({ stage: 0 }).refused('badInput', 'stage: too-small');
    ask({ arch: 'both' }).refused('badInput', 'arch: not-a-choice');
    ask({ reason: 'ugly' }).refused('badInput', 'reason: not-a-choice');
    given(ordered).when('orderTray', doctor, lost).refused('badInput', 'stage: tray-on-its-way');
    given(ordered)
      .when('orderTray', doctor, { ...lost, arch: 'lower' })
      .then({ data: { tray: 2 } });
  });
  it('is ordered at 23, 25 and 30 only, and continues at any later status', () => {
    given(pastAt[Status.PrepareProduction]).when('orderTray', doctor, lost).refused('actionClosed');
    given(playSteps(ordered, [doctor, 'nextBatch']))
      .when('shipTray', vendor, parcel)
      .then({ type: 'TrayShipped', data: { courier: 2 } });
  });
  it('is shipped once, then received once', () => {
    expect([ordered, shipped].map(past => stateOf(past).trays.map(trayStatus))).toEqual([
      ['ordered'],
      ['shipped'],
    ]);
    given(ordered).when('receiveTray', doctor, { tray: 1 }).refused('actionClosed');
    given(shipped).when('shipTray', vendor, parcel).refused('actionClosed');
    given(shipped).when('receiveTray', doctor, { tray: 2 }).refused('notFound');
    const there = given(shipped)
      .when('receiveTray', doctor, { tray: 1 })
      .then({ type: 'TrayReceived', data: { tray: 1 } });
    expect(there.trays.map(trayStatus)).toEqual(['received']);
  });
  it('can be ordered again after its receipt', () => {
    given(playSteps(shipped, [doctor, 'receiveTray', { tray: 1 }]))
      .when('orderTray', doctor, lost)
      .then({ data: { tray: 2 } });
  });
  it('is made from the plan of the original tray, not from a newer one', () => {
    const approved = { result: 'approved' };
    const redesigned = playSteps(
      pastAt[Status.AwaitingNextBatch],
      [doctor, 'nextBatch'],
      [vendor, 'returnToDesign', { note: '第 12 副卡环变形' }],
      [technician, 'submitPlan', { ...samplePlanInput, files: ['plan-any'] }],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
      [vendor, 'scheduleProduction'],
      [vendor, 'ship', { courier: 2, trackingNumber: 'EMS123456789' }],
    );
    const ask = (stage: number) => given(redesigned).when('orderTray', doctor, { ...lost, stage });
    ask(10).then({ data: { bundle: 'sha-plan-24-20' } });
    ask(11).then({ data: { bundle: 'sha-plan-any' } });
  });
});
