/** Who sees reviews, and who is visible in them. Sockets follow the same rules as HTTP requests for the record. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReviewerView, reviewStreamOf } from '#events/plan/live-review.ts';
import {
  createCaseInProduction,
  openRealtimeWorld,
  type RealtimeWorld,
  type TestPage,
  uploadPlan,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
let caseId: string;
/** A case that was in production and returned to design: its second version is not approved. */
beforeEach(async () => {
  world = await openRealtimeWorld();
  caseId = await createCaseInProduction(world);
  await world.act('supervisor', caseId, 'returnToDesign', { note: 'Stage 2 does not fit' });
  await world.act('technician', caseId, 'submitPlan', uploadPlan(world));
});
afterEach(() => world.close());

const here = (more: Partial<ReviewerView> = {}): ReviewerView => ({
  caseId,
  list: 'plans',
  version: 2,
  stage: 2,
  camera: [-30, 10, 180],
  tooth: null,
  pointer: null,
  follows: null,
  ...more,
});
const enter = async (who: string) => {
  const page = await world.enter(who);
  expect(await page.socket.emitWithAck('case:watch', { caseId })).toEqual({ ok: true });
  return page;
};
const told = (page: TestPage) => page.told.flatMap(t => (t.event === 'review' ? [t.message.person.id] : []));
const kept = async () => {
  const moves: unknown[] = [];
  world.timers.fire();
  await (await world.enter('admin')).settled();
  for await (const { data } of world.deps.store.read(reviewStreamOf(caseId))) moves.push(data);
  return moves;
};

describe('a manufacturer with the case open', () => {
  it('sees nobody’s position, before or after sending a position', async () => {
    const [doctor, vendor, expert] = [await enter('doctor'), await enter('vendor'), await enter('expert')];
    doctor.socket.emit('review:here', here());
    await expert.next('review');
    vendor.socket.emit('review:here', here({ stage: 1 }));
    await vendor.socket.emitWithAck('resume', { position: 'x' });
    doctor.socket.emit('review:here', here({ stage: 3 }));
    await expert.next('review');
    doctor.socket.emit('review:here', null);
    await expert.next('review');
    await vendor.settled();
    expect(told(vendor)).toEqual([]);
  });
  it('is invisible to others and absent from the record', async () => {
    const [doctor, vendor] = [await enter('doctor'), await enter('vendor')];
    vendor.socket.emit('review:here', here({ stage: 1 }));
    await vendor.settled();
    doctor.socket.emit('review:here', here());
    await doctor.settled();
    expect([told(doctor), await kept()]).toEqual([[], []]);
  });
});

describe('an analyst in a review', () => {
  it('sees the others, is invisible to them, and is absent from the record', async () => {
    const [doctor, analyst, expert] = [await enter('doctor'), await enter('analyst'), await enter('expert')];
    doctor.socket.emit('review:here', here());
    expect(await analyst.next('review')).toMatchObject({ person: { id: 'doctor' } });
    analyst.socket.emit('review:here', here({ stage: 1 }));
    expect(await analyst.next('review')).toMatchObject({ person: { id: 'doctor' }, here: { stage: 2 } });
    doctor.socket.emit('review:here', here({ stage: 3 }));
    analyst.socket.emit('review:here', null);
    await analyst.settled();
    await expert.settled();
    await doctor.settled();
    expect([told(doctor), [...new Set(told(expert))], await kept()]).toEqual([[], ['doctor'], []]);
  });
});

describe('a person who leaves a review', () => {
  it('leaves it when the case goes to somebody else', async () => {
    await world.act('expert', caseId, 'qualityAudit', { result: 'refused', note: 'Stage 2' });
    const [expert, technician] = [await enter('expert'), await enter('technician')];
    technician.socket.emit('review:here', here());
    await expert.next('review');
    await world.act('supervisor', caseId, 'reassign', { technicianId: 'technician2', note: 'On leave' });
    expect(await expert.next('review')).toMatchObject({ person: { id: 'technician' }, here: null });
  });
  it('leaves it when the own rights change', async () => {
    const [doctor, assistant] = [await enter('doctor'), await enter('assistant')];
    assistant.socket.emit('review:here', here());
    await doctor.next('review');
    const order = { by: 'admin', commandId: crypto.randomUUID() };
    await world.caught(world.deps.accounts.change(order, 'assistant', { serves: ['doctor2'] }));
    expect(await doctor.next('review')).toMatchObject({ person: { id: 'assistant' }, here: null });
  });
  it('has the moves so far in the record before the others are notified', async () => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    expert.socket.emit('review:here', here({ stage: 1 }));
    await doctor.next('review');
    for (const stage of [2, 3]) {
      doctor.socket.emit('review:here', here({ stage }));
      await expert.next('review');
    }
    doctor.socket.emit('review:here', null);
    expect((await expert.next('review')).here).toBeNull();
    const events = [];
    for await (const { data } of world.deps.store.read(reviewStreamOf(caseId))) events.push(data);
    expect(events).toMatchObject([{ moves: [{ stage: 1 }, { stage: 2 }, { stage: 3 }] }]);
  });
  it('stays visible after returning before the record is written', async () => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    doctor.socket.emit('review:here', here({ stage: 1 }));
    await expert.next('review');
    doctor.socket.emit('review:here', null);
    doctor.socket.emit('review:here', here({ stage: 2 }));
    await doctor.socket.emitWithAck('resume', { position: 'x' });
    await expert.socket.emitWithAck('resume', { position: 'x' });
    const last = expert.told.findLast(t => t.event === 'review');
    expect(last?.message).toMatchObject({ here: { stage: 2 } });
  });
});
