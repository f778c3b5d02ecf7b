import { describe, expect, it } from 'vitest';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import { pastAt, playSteps, stateOf } from '../testing/past.ts';
import { assistant, doctor, technician, vendor } from '../testing/people.ts';
import { retainerStatus } from './retainer.ts';

const order = {
  type: 3,
  arch: 2,
  upper: { kind: 1 },
  lower: { kind: 2 },
  quantity: 1,
  address: '南京西路 1266 号',
};
const parcel = { courier: 2, trackingNumber: 'EMS123456789' };
const applied = playSteps(pastAt[Status.AllSent], [doctor, 'applyRetainer', order]);
const ask = (more: object, past = pastAt[Status.AllSent]) =>
  given(past).when('applyRetainer', doctor, { ...order, ...more });

describe('ordering a retainer', () => {
  it('opens order 1 for production and shows the case to the manufacturer', () => {
    const state = given(pastAt[Status.PlanUnderDesign])
      .when('applyRetainer', doctor, { ...order, lower: { kind: 1 } })
      .then({ type: 'RetainerApplied', data: { retainer: 1, fixed: 0, pontics: [] } });
    expect(state).toMatchObject({
      status: Status.PlanUnderDesign,
      retained: true,
      retainers: [{ address: order.address }],
    });
    expect(retainerStatus(state.retainers[0])).toBe(1);
  });
  it('is permitted to the owner from 13 on, except at 20 and 22', () => {
    given(pastAt[Status.AllSent]).when('applyRetainer', assistant, order).refused('notPermitted');
    given(pastAt[Status.AllSent]).when('applyRetainer', technician, order).refused('notPermitted');
    for (const status of [9, 10, 12, 20, 22] as const)
      given(pastAt[status]).when('applyRetainer', doctor, order).refused('actionClosed');
  });
  it('needs a quantity, and a basis for each ordered arch only', () => {
    ask({ quantity: undefined }).refused('badInput', 'quantity: required');
    ask({ quantity: 0 }).refused('badInput', 'quantity: too-small');
    ask({ quantity: 1.5 }).refused('badInput', 'quantity: wrong-type');
    ask({ lower: undefined }).refused('badInput', 'lower: required');
    ask({ arch: 0 }).refused('badInput', 'lower: arch-not-ordered');
    ask({ arch: 1, upper: undefined }).then({ data: { arch: 1, upper: null } });
    ask({ address: ' ' }).refused('badInput', 'address: blank');
  });
  it('on the basis of a stage needs a stage of the plan', () => {
    ask({ upper: { kind: 3 } }).refused('badInput', 'upper.stage: required');
    ask({ upper: { kind: 3, stage: 25 } }).refused('badInput', 'upper.stage: stages-past-end');
    ask({ lower: { kind: 3, stage: 21 } }).refused('badInput', 'lower.stage: stages-past-end');
    ask({ upper: { kind: 3, stage: 24 } }).then({ data: { upper: { kind: 3, stage: 24 } } });
    ask({}, pastAt[Status.PlanUnderDesign]).refused('badInput', 'lower.kind: arch-has-no-stages');
  });
  it('on the basis of a model needs a model of the case or an uploaded one', () => {
    ask({ upper: { kind: 5 } }).refused('badInput', 'upper.fileId: required');
    ask({ upper: { kind: 5, fileId: 'nobody' } }).refused('badInput', 'files.0: file-unknown');
    ask({ upper: { kind: 5, fileId: 'after' } }).refused('badInput', 'files.0: file-kind');
    ask({ upper: { kind: 5, fileId: 'upper' } }).then({ data: { upper: { fileId: 'upper' }, files: [] } });
    ask({ upper: { kind: 5, fileId: 'loose' } }).then({ data: { files: [{ id: 'loose' }] } });
  });
  it('on the basis of an earlier order needs an order with that arch', () => {
    ask({ upper: { kind: 4, order: 1 } }).refused('badInput', 'upper.order: order-unknown');
  });
  it('accepts pontics in the ordered arches only', () => {
    ask({ pontics: [12, 46] }).then({ data: { pontics: [12, 46] } });
    ask({ arch: 0, lower: undefined, pontics: [46] }).refused('badInput', 'pontics.0: arch-not-ordered');
    ask({ pontics: [19] }).refused('badInput', 'pontics.0: not-a-choice');
    ask({ pontics: [12, 12] }).refused('badInput', 'pontics: repeated');
  });
});

describe('the lifecycle of a retainer order', () => {
  const steps = playSteps(
    applied,
    [vendor, 'produceRetainer', { retainer: 1 }],
    [vendor, 'deliverRetainer', { retainer: 1, ...parcel }],
    [assistant, 'receiveRetainer', { retainer: 1 }],
  );
  it('goes from 1 to 4 without changing the status of the case', () => {
    const statuses = [0, 1, 2, 3].map(more => {
      const state = stateOf(steps.slice(0, applied.length + more));
      expect(state.status).toBe(Status.AllSent);
      return retainerStatus(state.retainers[0]);
    });
    expect(statuses).toEqual([1, 2, 3, 4]);
  });
  it('accepts each step once, in order, from the right position', () => {
    given(applied)
      .when('deliverRetainer', vendor, { retainer: 1, ...parcel })
      .refused('actionClosed');
    given(applied).when('receiveRetainer', doctor, { retainer: 1 }).refused('actionClosed');
    given(applied).when('produceRetainer', doctor, { retainer: 1 }).refused('notPermitted');
    given(applied).when('produceRetainer', vendor, { retainer: 2 }).refused('notFound');
    given(steps).when('receiveRetainer', doctor, { retainer: 1 }).refused('actionClosed');
  });
  it('permits the next order after receipt of the last one, also on its basis', () => {
    given(applied).when('applyRetainer', doctor, order).refused('actionClosed');
    given(steps)
      .when('applyRetainer', doctor, { ...order, upper: { kind: 4, order: 1 }, lower: { kind: 4, order: 1 } })
      .then({ data: { retainer: 2, upper: { kind: 4, order: 1 } } });
  });
});
