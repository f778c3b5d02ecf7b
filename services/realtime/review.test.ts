import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReviewerView, reviewStreamOf } from '#events/plan/live-review.ts';
import {
  createCaseWithPlan,
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  type TestPage,
  uploadPlan,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
let caseId: string;
const stages = { upperStages: 20, lowerStages: 24 };
/** A case with two versions of a plan and no target. */
beforeEach(async () => {
  world = await openRealtimeWorld();
  caseId = await createCaseWithPlan(world, 'doctor', stages);
  await world.act('expert', caseId, 'qualityAudit', { result: 'refused', note: 'Once more' });
  await world.act('technician', caseId, 'submitPlan', uploadPlan(world, 'Plan', stages));
});
afterEach(() => world.close());

const here = (more: Partial<ReviewerView> = {}): ReviewerView => ({
  caseId,
  list: 'plans',
  version: 1,
  stage: 12,
  camera: [-30, 10, 180],
  tooth: 12,
  pointer: { tooth: 13, at: [0.5, 3, 1] },
  follows: null,
  ...more,
});
const watch = (page: TestPage, id: string | null = caseId) =>
  page.socket.emitWithAck('case:watch', { caseId: id });
const enter = async (who: Parameters<RealtimeWorld['enter']>[0]) => {
  const page = await world.enter(who);
  await watch(page);
  return page;
};
const toldOf = (page: TestPage) => page.told.flatMap(t => (t.event === 'review' ? [t.message] : []));

describe('two people in one review', () => {
  it('see each other’s position; a third person sees both on arrival', async () => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    doctor.socket.emit('review:here', here());
    const told = await expert.next('review');
    expect(told).toEqual({
      caseId,
      person: { id: 'doctor', name: '王医生', position: 'Doctor' },
      here: here(),
    });
    expert.socket.emit('review:here', here({ stage: 24, pointer: null }));
    expect(await doctor.next('review')).toMatchObject({ person: { id: 'expert' }, here: { stage: 24 } });
    const supervisor = await enter('supervisor');
    supervisor.socket.emit('review:here', here({ version: 2 }));
    const seen = [await supervisor.next('review'), await supervisor.next('review')];
    expect(seen.map(({ person, here: at }) => [person.id, at?.stage])).toEqual([
      ['doctor', 12],
      ['expert', 24],
    ]);
  });

  it('see when the other leaves the review, closes the case, or disconnects', async () => {
    const expert = await enter('expert');
    for (const leave of [
      (page: TestPage) => page.socket.emit('review:here', null),
      (page: TestPage) => watch(page, null),
      (page: TestPage) => page.socket.disconnect(),
    ]) {
      const doctor = await enter('doctor');
      doctor.socket.emit('review:here', here());
      expect((await expert.next('review')).here).toEqual(here());
      leave(doctor);
      expect((await expert.next('review')).here).toBeNull();
    }
  });

  it('stay visible through a second page', async () => {
    const [expert, first, second] = [await enter('expert'), await enter('doctor'), await enter('doctor')];
    first.socket.emit('review:here', here({ stage: 1 }));
    await expert.next('review');
    second.socket.emit('review:here', here({ stage: 2 }));
    await expert.next('review');
    second.socket.disconnect();
    expect((await expert.next('review')).here?.stage).toBe(1);
  });
});

describe('a rejected review position', () => {
  it('is pushed to nobody if the page does not have the case open, visible or not', async () => {
    const other = await createSubmittedCase(world);
    const [doctor, expert] = [await enter('doctor'), await world.enter('expert')];
    await watch(expert, other);
    doctor.socket.emit('review:here', here({ caseId: other }));
    await doctor.settled();
    await expert.settled();
    expect(toldOf(expert)).toEqual([]);
  });
  it.each([
    'nothing',
    {},
    { version: 0 },
    { stage: 201 },
    { stage: Number.NaN },
    { tooth: 99 },
    { pointer: { tooth: 11, at: [0, 0, 9999] } },
    { camera: [0, 0] },
    { more: 1 },
    { version: 3 },
    { list: 'targets' },
    { stage: 24.5 },
  ])('is pushed to nobody if it is malformed or does not exist: %j', async broken => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    const message =
      typeof broken === 'string' || Object.keys(broken).length === 0 ? broken : { ...here(), ...broken };
    // Cast: a page may send anything.
    doctor.socket.emit('review:here', message as ReviewerView);
    await doctor.settled();
    await expert.settled();
    expect(toldOf(expert)).toEqual([]);
  });
});

describe('the record of a review', () => {
  const kept = async () => {
    const events = [];
    for await (const event of world.deps.store.read(reviewStreamOf(caseId))) events.push(event);
    return events;
  };
  it('holds one move a second per person while two people are present', async () => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    expert.socket.emit('review:here', here({ stage: 1 }));
    await doctor.next('review');
    for (const stage of [2, 3, 4]) {
      doctor.socket.emit('review:here', here({ stage }));
      await expert.next('review');
      world.clock.advance(600);
    }
    world.timers.fire();
    await doctor.settled();
    expect(await kept()).toMatchObject([
      {
        type: 'ReviewShown',
        data: {
          caseId,
          list: 'plans',
          version: 1,
          moves: [
            { by: 'expert', stage: 1 },
            { by: 'doctor', stage: 2 },
            { by: 'doctor', stage: 4 },
          ],
        },
      },
    ]);
  });
  it('ends with everybody’s resting position, however soon after the previous move', async () => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    expert.socket.emit('review:here', here({ stage: 1 }));
    await doctor.next('review');
    for (const stage of [2, 3, 4]) {
      doctor.socket.emit('review:here', here({ stage }));
      await expert.next('review');
      world.clock.advance(100);
    }
    world.timers.fire();
    await doctor.settled();
    expect(await kept()).toMatchObject([{ data: { moves: [{ stage: 1 }, { stage: 2 }, { stage: 4 }] } }]);
  });
  it('includes people who do not move, from the second person’s arrival', async () => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    expert.socket.emit('review:here', here({ stage: 1 }));
    await doctor.next('review');
    world.clock.advance(60_000);
    doctor.socket.emit('review:here', here({ version: 2 }));
    await expert.next('review');
    doctor.socket.emit('review:here', here({ stage: 2 }));
    await expert.next('review');
    world.timers.fire();
    await doctor.settled();
    const at = new Date(world.clock.now()).toISOString();
    const moves = [
      { by: 'expert', at, stage: 1 },
      { by: 'doctor', at, stage: 2 },
    ];
    expect(await kept()).toMatchObject([{ data: { version: 1, moves } }]);
  });
  it('stays empty while one person is alone or the other looks at another version', async () => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    doctor.socket.emit('review:here', here());
    await expert.next('review');
    expert.socket.emit('review:here', here({ version: 2 }));
    await doctor.next('review');
    world.timers.fire();
    await doctor.settled();
    expect(await kept()).toEqual([]);
  });
});
