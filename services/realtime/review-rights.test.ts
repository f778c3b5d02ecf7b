/** Who hears what is shown in a review, and who shows anything: what HTTP says of its record holds for the sockets. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReviewHere, reviewStream } from '#events/plan/live-review.ts';
import { openWorld, type Page, planOf, produced, type World } from './testing/world.ts';

let world: World;
let caseId: string;
/** A case that was in production and went back to design: its second version is approved by nobody. */
beforeEach(async () => {
  world = await openWorld();
  caseId = await produced(world);
  await world.act('supervisor', caseId, 'returnToDesign', { note: 'Stage 2 does not fit' });
  await world.act('technician', caseId, 'submitPlan', planOf(world));
});
afterEach(() => world.close());

const here = (more: Partial<ReviewHere> = {}): ReviewHere => ({
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
const told = (page: Page) => page.told.flatMap(t => (t.event === 'review' ? [t.message.person.id] : []));
const kept = async () => {
  const moves: unknown[] = [];
  world.timers.fire();
  await (await world.enter('admin')).settled();
  for await (const { data } of world.deps.store.read(reviewStream(caseId))) moves.push(data);
  return moves;
};

describe('the manufacturer, who has the case open', () => {
  it('is told of nobody, before or after he says where he stands', async () => {
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
  it('is shown to nobody, and is in no record', async () => {
    const [doctor, vendor] = [await enter('doctor'), await enter('vendor')];
    vendor.socket.emit('review:here', here({ stage: 1 }));
    await vendor.settled();
    doctor.socket.emit('review:here', here());
    await doctor.settled();
    expect([told(doctor), await kept()]).toEqual([[], []]);
  });
});

describe('the analyst', () => {
  it('looks on: is told of the others, and told to nobody, and is in no record', async () => {
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

describe('whoever leaves', () => {
  it('because the case went to somebody else is gone from the review as well', async () => {
    await world.act('expert', caseId, 'qualityAudit', { result: 'refused', note: 'Stage 2' });
    const [expert, technician] = [await enter('expert'), await enter('technician')];
    technician.socket.emit('review:here', here());
    await expert.next('review');
    await world.act('supervisor', caseId, 'reassign', { technicianId: 'technician2', note: 'On leave' });
    expect(await expert.next('review')).toMatchObject({ person: { id: 'technician' }, here: null });
  });
  it('because the rights changed is gone from the review as well', async () => {
    const [doctor, assistant] = [await enter('doctor'), await enter('assistant')];
    assistant.socket.emit('review:here', here());
    await doctor.next('review');
    const order = { by: 'admin', commandId: crypto.randomUUID() };
    await world.caught(world.deps.accounts.change(order, 'assistant', { serves: ['doctor2'] }));
    expect(await doctor.next('review')).toMatchObject({ person: { id: 'assistant' }, here: null });
  });
  it('has what was shown until then in the record before the others are told', async () => {
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
    for await (const { data } of world.deps.store.read(reviewStream(caseId))) events.push(data);
    expect(events).toMatchObject([{ moves: [{ stage: 1 }, { stage: 2 }, { stage: 3 }] }]);
  });
  it('and is back before the record is written is still there', async () => {
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
