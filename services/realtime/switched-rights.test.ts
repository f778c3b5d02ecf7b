/** A right that an organisation takes or gives back: open pages of its people reload at once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRealtimeWorld, type RealtimeWorld } from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

const turn = (on: boolean) =>
  world.caught(
    world.deps.organisations.switchRight({ by: 'admin', commandId: crypto.randomUUID() }, 'main', {
      ...{ right: 'exports', position: 'SuperMechanic', on, reason: 'not needed' },
    }),
  );
const resets = (page: Awaited<ReturnType<RealtimeWorld['enter']>>) =>
  page.told.filter(({ event }) => event === 'reset').length;

it('resets the pages of the position in the organisation only', async () => {
  const names = ['supervisor', 'doctor', 'otherSupervisor'];
  const pages = await Promise.all(names.map(name => world.enter(name)));
  await turn(false);
  await Promise.all(pages.map(page => page.settled()));
  expect(pages.map(resets)).toEqual([1, 0, 0]);
  await turn(true);
  await Promise.all(pages.map(page => page.settled()));
  expect(pages.map(resets)).toEqual([2, 0, 0]);
});

it('keeps a withheld right through a change of the person', async () => {
  await turn(false);
  const page = await world.enter('supervisor');
  await world.caught(
    world.deps.accounts.change({ by: 'admin', commandId: crypto.randomUUID() }, 'supervisor', {
      name: '王新',
    }),
  );
  await page.settled();
  expect(resets(page)).toBe(0);
});
