/** Who is there, who writes, and how far everybody has come: told to those who have the conversation open. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enter, open, own, said, settled, toldOf } from './testing/talk.ts';
import { openWorld, type Page, viewer, type World } from './testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const here = (page: Page) =>
  toldOf(page, 'chat:here')
    .at(-1)
    ?.people.map(p => `${p.id}${p.here ? '' : ', elsewhere'}`)
    .sort();
const marks = (page: Page) => toldOf(page, 'chat:marks').flatMap(m => m.marks);
/** The next moment at which those who have it open are told. */
const told = async (...pages: Page[]) => {
  await settled(world, ...pages);
  world.timers.fire();
  await settled(world, ...pages);
};
const read = async (page: Page, upTo: object) => {
  // The boundary: numbers of any kind may come.
  page.socket.emit('chat:read', { conversation: own, ...upTo } as never);
  await page.settled();
};
const seenEvents = async () => {
  const found = [];
  for await (const event of world.deps.store.read(`seen-${own}`)) found.push([event.by, event.data]);
  return found;
};
const markOf = (who: string) => world.deps.models.conversationRowOf(own)?.marks[who];

it('that somebody writes is told to the others, not to the own pages, and is nowhere kept', async () => {
  const [doctor, second, service] = await enter(world, own, 'doctor', 'doctor', 'service');
  const outside = await world.enter('service');
  const head = await world.deps.store.head();
  doctor.socket.emit('chat:typing', { conversation: own });
  outside.socket.emit('chat:typing', { conversation: own });
  await settled(world, doctor, outside, second, service);
  const told = { conversation: own, person: { id: 'doctor', name: '王医生', position: 'Doctor' } };
  expect([toldOf(service, 'chat:typing'), toldOf(second, 'chat:typing')]).toEqual([[told], [told]]);
  expect([toldOf(doctor, 'chat:typing'), toldOf(outside, 'chat:typing')]).toEqual([[], []]);
  expect(await world.deps.store.head()).toBe(head);
});

it('who has it open is told when one comes, leaves, and closes the last page', async () => {
  const [service, first, second] = await enter(world, own, 'service', 'doctor', 'doctor');
  await told(first, second, service);
  expect(here(service)).toEqual(['doctor', 'service']);
  first.socket.emit('chat:leave', { conversation: own });
  await told(first, service);
  expect(here(service)).toEqual(['doctor', 'service']);
  second.socket.disconnect();
  await second.gone();
  while (here(service)?.join() !== 'service') await told(service);
  const assistant = await world.enter('assistant');
  expect(await open(assistant, own)).toMatchObject({
    ok: true,
    here: [{ id: 'service' }, { id: 'assistant', here: true }],
  });
});

it('people of a conversation whose pages are connected are there, elsewhere; they go with their last page', async () => {
  const [service, doctor] = await enter(world, own, 'service', 'doctor');
  await said(world, doctor, own, 'hello');
  doctor.socket.emit('chat:leave', { conversation: own });
  await told(doctor, service);
  expect(here(service)).toEqual(['doctor, elsewhere', 'service']);
  const second = await world.enter('doctor');
  doctor.socket.disconnect();
  await doctor.gone();
  await told(second, service);
  expect(here(service)).toEqual(['doctor, elsewhere', 'service']);
  second.socket.disconnect();
  await second.gone();
  while (here(service)?.length !== 1) await told(service);
  expect(here(service)).toEqual(['service']);
});

it('marks are told together, written once, and are those of the rows', async () => {
  const [doctor, service] = await enter(world, own, 'doctor', 'service');
  for (let i = 0; i < 6; i++) await said(world, doctor, own, `m${i}`);
  for (const n of [1, 2, 3]) await read(service, { got: 6, read: n });
  expect(marks(doctor)).toEqual([]);
  world.timers.fire();
  await world.deps.chat.marks.keep();
  await settled(world, doctor, service);
  expect(marks(doctor)).toEqual([{ id: 'service', got: 6, read: 3 }]);
  expect(await seenEvents()).toEqual([['service', { got: 6, read: 3 }]]);
  expect(markOf('service')).toEqual({ got: 6, read: 3 });
});

it('marks go never back and never beyond what was said, whatever a page says', async () => {
  const [doctor, service] = await enter(world, own, 'doctor', 'service');
  for (let i = 0; i < 3; i++) await said(world, doctor, own, `m${i}`);
  await read(service, { got: 99, read: 2 });
  world.timers.fire();
  // What is on its way to the rows counts as well.
  const written = world.deps.chat.marks.keep();
  await read(service, { got: 0, read: 1 });
  await written;
  await read(service, { got: 1, read: 0 });
  for (const wrong of [
    { read: 3 },
    { got: -1, read: -1 },
    { got: 3, read: 2.5 },
    { got: '3', read: '3' },
    { got: 3, read: 3, more: 1 },
  ])
    await read(service, wrong);
  world.timers.fire();
  await world.deps.chat.marks.keep();
  await settled(world, doctor);
  expect(marks(doctor)).toEqual([{ id: 'service', got: 3, read: 2 }]);
  expect(await seenEvents()).toEqual([['service', { got: 3, read: 2 }]]);
});

it('marks of a conversation that has not begun, or is none of theirs, are nothing', async () => {
  const [doctor] = await enter(world, own, 'doctor');
  await read(doctor, { got: 1, read: 1 });
  await said(world, doctor, own, 'now');
  await read(await world.enter('doctor2'), { got: 1, read: 1 });
  world.timers.fire();
  await world.deps.chat.marks.keep();
  expect([marks(doctor), await seenEvents()]).toEqual([[], []]);
  expect(world.deps.chat.marks.note(own, viewer('doctor').id, { got: 1, read: 1 })).toBeUndefined();
});
