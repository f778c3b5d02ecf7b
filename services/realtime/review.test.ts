import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReviewHere, reviewStream } from '#events/plan/live-review.ts';
import { openWorld, type Page, planned, planOf, submitted, type World } from './testing/world.ts';

let world: World;
let caseId: string;
const stages = { upperStages: 20, lowerStages: 24 };
/** A case with two versions of a plan, and no target. */
beforeEach(async () => {
  world = await openWorld();
  caseId = await planned(world, 'doctor', stages);
  await world.act('expert', caseId, 'qualityAudit', { result: 'refused', note: 'Once more' });
  await world.act('technician', caseId, 'submitPlan', planOf(world, 'Plan', stages));
});
afterEach(() => world.close());

const here = (more: Partial<ReviewHere> = {}): ReviewHere => ({
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
const watch = (page: Page, id: string | null = caseId) =>
  page.socket.emitWithAck('case:watch', { caseId: id });
const enter = async (who: Parameters<World['enter']>[0]) => {
  const page = await world.enter(who);
  await watch(page);
  return page;
};
const toldOf = (page: Page) => page.told.flatMap(t => (t.event === 'review' ? [t.message] : []));

describe('two people in one review', () => {
  it('are told where the other stands; who comes later hears of both', async () => {
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

  it('are told when one leaves: the review, the case, the page', async () => {
    const expert = await enter('expert');
    for (const leave of [
      (page: Page) => page.socket.emit('review:here', null),
      (page: Page) => watch(page, null),
      (page: Page) => page.socket.disconnect(),
    ]) {
      const doctor = await enter('doctor');
      doctor.socket.emit('review:here', here());
      expect((await expert.next('review')).here).toEqual(here());
      leave(doctor);
      expect((await expert.next('review')).here).toBeNull();
    }
  });

  it('are still there on their second page', async () => {
    const [expert, first, second] = [await enter('expert'), await enter('doctor'), await enter('doctor')];
    first.socket.emit('review:here', here({ stage: 1 }));
    await expert.next('review');
    second.socket.emit('review:here', here({ stage: 2 }));
    await expert.next('review');
    second.socket.disconnect();
    expect((await expert.next('review')).here?.stage).toBe(1);
  });
});

describe('nobody is told', () => {
  it('of a case that the page has not open, whether it may be seen or not', async () => {
    const other = await submitted(world);
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
  ])('of a shape that is none, or a place that there is not: %j', async broken => {
    const [doctor, expert] = [await enter('doctor'), await enter('expert')];
    const message =
      typeof broken === 'string' || Object.keys(broken).length === 0 ? broken : { ...here(), ...broken };
    // The boundary: a page may say anything at all.
    doctor.socket.emit('review:here', message as ReviewHere);
    await doctor.settled();
    await expert.settled();
    expect(toldOf(expert)).toEqual([]);
  });
});

describe('what was shown', () => {
  const kept = async () => {
    const events = [];
    for await (const event of world.deps.store.read(reviewStream(caseId))) events.push(event);
    return events;
  };
  it('is kept beside the case while two are there, a move a second of each', async () => {
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
  it('ends where each came to rest, however soon after the move before', async () => {
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
  it('holds whoever stands still, from when the second one comes', async () => {
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
  it('is nothing where one looks alone, or the other looks at another version', async () => {
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
