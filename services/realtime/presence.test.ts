import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PresenceMessage } from '#events/wire.ts';
import {
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  type TestPage,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

const watch = (page: TestPage, caseId: string | null) => page.socket.emitWithAck('case:watch', { caseId });
const names = ({ people }: PresenceMessage) => people.map(p => p.id);

it('pushes to everybody with a case open who else has it open, earliest first', async () => {
  const caseId = await createSubmittedCase(world);
  const [doctor, supervisor] = [await world.enter('doctor'), await world.enter('supervisor')];
  expect(await watch(doctor, caseId)).toEqual({ ok: true });
  expect(await doctor.next('presence')).toEqual({
    caseId,
    people: [{ id: 'doctor', name: '王医生', position: 'Doctor', since: '2026-11-20T08:00:00.000Z' }],
  });
  world.clock.advance(5_000);
  await watch(supervisor, caseId);
  for (const page of [doctor, supervisor])
    expect(names(await page.next('presence'))).toEqual(['doctor', 'supervisor']);
});

it('counts a person with two pages once, until the last page closes', async () => {
  const caseId = await createSubmittedCase(world);
  const [first, second, other] = [
    await world.enter('doctor'),
    await world.enter('doctor'),
    await world.enter('expert'),
  ];
  for (const page of [other, first, second]) {
    world.clock.advance(1_000);
    await watch(page, caseId);
  }
  first.socket.disconnect();
  second.socket.disconnect();
  const told: string[][] = [];
  while (told.at(-1)?.join() !== 'expert' || told.length < 5) told.push(names(await other.next('presence')));
  expect(told).toEqual([
    ['expert'],
    ['expert', 'doctor'],
    ['expert', 'doctor'],
    ['expert', 'doctor'],
    ['expert'],
  ]);
});

it('ends when the page opens another case, closes the case, or disconnects', async () => {
  const [one, two] = [await createSubmittedCase(world), await createSubmittedCase(world)];
  const [doctor, expert] = [await world.enter('doctor'), await world.enter('expert')];
  await watch(expert, one);
  await expert.next('presence');
  for (const leave of [
    () => watch(doctor, two),
    () => watch(doctor, null),
    () => doctor.socket.disconnect(),
  ]) {
    await watch(doctor, one);
    expect(names(await expert.next('presence'))).toContain('doctor');
    await leave();
    expect(names(await expert.next('presence'))).toEqual(['expert']);
  }
});

it('stays hidden from people who may not see the case, and ends when they lose sight of it', async () => {
  const caseId = await createSubmittedCase(world);
  const [doctor, supervisor, stranger] = [
    await world.enter('doctor'),
    await world.enter('supervisor'),
    await world.enter('doctor2'),
  ];
  expect(await watch(stranger, caseId)).toEqual({ ok: false });
  expect(await watch(stranger, 'NOSUCH')).toEqual({ ok: false });
  await watch(doctor, caseId);
  await watch(supervisor, caseId);
  expect(names(await doctor.next('presence'))).toEqual(['doctor']);
  expect(names(await doctor.next('presence'))).toEqual(['doctor', 'supervisor']);
  await world.act('doctor', caseId, 'withdraw');
  expect(names(await doctor.next('presence'))).toEqual(['doctor']);
  const heard = () => supervisor.told.filter(t => t.event === 'presence').length;
  await supervisor.settled();
  const before = heard();
  await watch(doctor, null);
  await watch(doctor, caseId);
  await Promise.all([supervisor.settled(), stranger.settled()]);
  expect(heard()).toBe(before);
  expect(stranger.told).toEqual([]);
});
