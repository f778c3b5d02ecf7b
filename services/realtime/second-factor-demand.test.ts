/** Sockets of people who must have a second factor but have none. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DirectoryEvent } from '#events/person/events.ts';
import { openRealtimeWorld, type RealtimeWorld, viewerById } from './testing/realtime-world.ts';

const missing = 104103;

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

const change = (...events: DirectoryEvent[]) =>
  world.caught(
    world.deps.people.change({ by: 'admin', commandId: crypto.randomUUID(), decide: () => events }),
  );
const { orgId } = viewerById('technician');
const demand = (...secondFactor: ('Technician' | 'Specialist')[]) =>
  change({ type: 'OrganisationChanged', data: { orgId, secondFactor } });

test('a socket ends as soon as a second factor is demanded of its person', async () => {
  const [technician, doctor] = [await world.enter('technician'), await world.enter('doctor')];
  await demand('Technician');
  expect(await technician.next('ended')).toEqual({ code: missing });
  await technician.gone();
  await doctor.settled();
  expect(doctor.told.some(({ event }) => event === 'ended')).toBe(false);
});

test('a socket ends when its person moves to a position with that demand', async () => {
  await demand('Specialist');
  const page = await world.enter('technician');
  const from = { position: 'Technician', orgId } as const;
  const data = { personId: 'technician', orgId, position: 'Specialist', serves: [], from } as const;
  await change({ type: 'PersonMoved', data: { ...data, serves: [] } });
  expect(await page.next('ended')).toEqual({ code: missing });
});

test('a held session opens no socket', async () => {
  await demand('Technician');
  await expect(world.enter('technician')).rejects.toMatchObject({ data: { code: missing } });
});
