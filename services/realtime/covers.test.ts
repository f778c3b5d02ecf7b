import { afterEach, beforeEach, expect, it } from 'vitest';
import { inviteCollaborator, joinCase } from '#events/person/collaboration-rules.ts';
import { arrangeCover, endCover } from '#events/person/cover-rules.ts';
import type { Directory } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import {
  completeDraft,
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
} from './testing/realtime-world.ts';

/** Midnight in Shanghai. */
const dayEnd = Date.parse('2026-11-20T16:00:00Z');
/** Time between the start of a test and the end of the day, in ms. */
const leftMs = 60_000;

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
  // Moves the clock to shortly before the day ends, because a session does not last a day.
  world.clock.set(dayEnd - leftMs);
});
afterEach(() => world.close());

const command = { by: 'doctor', commandId: crypto.randomUUID() };

/** `doctor2` covers `doctor` today, or from tomorrow on. */
const arrange = (day = '2026-11-20') =>
  world.caught(
    world.deps.people.change({
      ...{ by: 'doctor', commandId: crypto.randomUUID() },
      decide: d =>
        arrangeCover(
          d,
          { coverId: 'c1', doctorId: 'doctor', now: world.clock.now() },
          { account: 'doctor2', first: day, last: day, note: 'Leave' },
          () => true,
        ),
    }),
  );

it('a page of the covering doctor follows a cover that begins by the clock', async () => {
  const caseId = await createSubmittedCase(world);
  const page = await world.enter('doctor2');
  await arrange('2026-11-21');
  await page.settled();
  expect(page.told.some(({ event }) => event === 'reset')).toBe(false);
  world.clock.set(dayEnd - 1);
  world.timers.fire();
  expect(await page.socket.emitWithAck('case:watch', { caseId })).not.toEqual({ ok: true });
  world.clock.advance(1);
  world.timers.fire();
  expect(await page.next('reset')).toEqual({ reason: 'rights' });
  expect(await page.socket.emitWithAck('case:watch', { caseId })).toEqual({ ok: true });
  await world.act('doctor', caseId, 'withdraw');
  await page.settled();
  expect(page.rows('caseList', caseId).length).toBeGreaterThan(0);
});

it.each([
  ['by the clock', () => world.clock.set(dayEnd)],
  [
    'early',
    () =>
      world.caught(
        world.deps.people.change({
          ...command,
          decide: d => endCover(d, { coverId: 'c1', doctorId: 'doctor', now: world.clock.now() }),
        }),
      ),
  ],
])('a page leaves the rooms and the open case when the cover ends %s', async (_how, ends) => {
  const caseId = await createSubmittedCase(world);
  await arrange();
  const [page, owner] = [await world.enter('doctor2'), await world.enter('doctor')];
  for (const one of [owner, page])
    expect(await one.socket.emitWithAck('case:watch', { caseId })).toEqual({ ok: true });
  await ends();
  world.timers.fire();
  expect(await page.next('reset')).toEqual({ reason: 'rights' });
  expect(await page.socket.emitWithAck('case:watch', { caseId })).not.toEqual({ ok: true });
  const before = page.told.length;
  await world.act('doctor', caseId, 'withdraw');
  const own = await completeDraft(world, 'doctor2');
  await Promise.all([page.settled(), owner.settled()]);
  const rows = page.told.slice(before).flatMap(t => (t.event === 'rows' ? t.message.rows : []));
  expect(new Set(rows.filter(row => row.view === 'caseList').map(row => row.id))).toEqual(new Set([own]));
  expect(rows.filter(row => row.view === 'case')).toEqual([]);
  const presence = owner.told.flatMap(t => (t.event === 'presence' ? [t.message] : []));
  expect(JSON.stringify(presence.at(-1))).not.toContain('doctor2');
});

it('a page of a collaborator leaves the case when the last day ends, and has seen no other', async () => {
  const [caseId, unseen] = [await createSubmittedCase(world), await createSubmittedCase(world)];
  const change = (by: string, decide: (d: Directory) => DirectoryEvent[]) =>
    world.caught(world.deps.people.change({ by, commandId: crypto.randomUUID(), decide }));
  const order = { by: 'other', commandId: crypto.randomUUID() };
  await world.caught(world.deps.accounts.change(order, 'other', { email: 'perio@far.example' }));
  const command = { collaborationId: 'k1', now: world.clock.now() };
  const invited = { caseId, ownerId: 'doctor', zone: 'Asia/Shanghai' };
  const form = {
    email: 'perio@far.example',
    level: 'reads',
    last: '2026-11-20',
    note: 'x',
    lang: 'en',
  } as const;
  await change('doctor', d => inviteCollaborator(d, command, invited, form));
  const page = await world.enter('other');
  expect(await page.socket.emitWithAck('case:watch', { caseId })).not.toEqual({ ok: true });
  await change('other', d => joinCase(d, { ...command, personId: 'other' }));
  expect(await page.next('reset')).toEqual({ reason: 'rights' });
  expect(await page.socket.emitWithAck('case:watch', { caseId })).toEqual({ ok: true });
  await world.act('doctor', unseen, 'withdraw');
  world.clock.set(dayEnd);
  world.timers.fire();
  expect(await page.next('reset')).toEqual({ reason: 'rights' });
  await world.act('doctor', caseId, 'withdraw');
  await page.settled();
  const rows = page.told.flatMap(t => (t.event === 'rows' ? t.message.rows : []));
  expect(rows.filter(({ view }) => view === 'caseList' || view === 'case')).toEqual([]);
});
