/** Presence, typing and read marks: pushed to those who have the conversation open. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  connectPagesTo,
  doctorConversation,
  openConversation,
  receivedEvents,
  sendAndAwaitReadModels,
  waitUntilPagesReceived,
} from './testing/chat-client.ts';
import {
  openRealtimeWorld,
  type RealtimeWorld,
  type TestPage,
  viewerById,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

const here = (page: TestPage) =>
  receivedEvents(page, 'chat:here')
    .at(-1)
    ?.people.map(p => `${p.id}${p.here ? '' : ', elsewhere'}`)
    .sort();
const marks = (page: TestPage) => receivedEvents(page, 'chat:marks').flatMap(m => m.marks);
/** Fires the next presence tick. */
const told = async (...pages: TestPage[]) => {
  await waitUntilPagesReceived(world, ...pages);
  world.timers.fire();
  await waitUntilPagesReceived(world, ...pages);
};
const read = async (page: TestPage, upTo: object) => {
  // Cast: a page may send any numbers.
  page.socket.emit('chat:read', { conversation: doctorConversation, ...upTo } as never);
  await page.settled();
};
const seenEvents = async () => {
  const found = [];
  for await (const event of world.deps.store.read(`seen-${doctorConversation}`))
    found.push([event.by, event.data]);
  return found;
};
const markOf = (who: string) => world.deps.models.conversationRowOf(doctorConversation)?.marks[who];

it('pushes typing to the others, not to the writer’s own pages, and stores nothing', async () => {
  const [doctor, second, service] = await connectPagesTo(
    world,
    doctorConversation,
    'doctor',
    'doctor',
    'service',
  );
  const outside = await world.enter('service');
  const head = await world.deps.store.head();
  doctor.socket.emit('chat:typing', { conversation: doctorConversation });
  outside.socket.emit('chat:typing', { conversation: doctorConversation });
  await waitUntilPagesReceived(world, doctor, outside, second, service);
  const told = {
    conversation: doctorConversation,
    person: { id: 'doctor', name: '王医生', position: 'Doctor' },
  };
  expect([receivedEvents(service, 'chat:typing'), receivedEvents(second, 'chat:typing')]).toEqual([
    [told],
    [told],
  ]);
  expect([receivedEvents(doctor, 'chat:typing'), receivedEvents(outside, 'chat:typing')]).toEqual([[], []]);
  expect(await world.deps.store.head()).toBe(head);
});

it('pushes presence when a person opens the conversation, leaves it, and closes the last page', async () => {
  const [service, first, second] = await connectPagesTo(
    world,
    doctorConversation,
    'service',
    'doctor',
    'doctor',
  );
  await told(first, second, service);
  expect(here(service)).toEqual(['doctor', 'service']);
  first.socket.emit('chat:leave', { conversation: doctorConversation });
  await told(first, service);
  expect(here(service)).toEqual(['doctor', 'service']);
  second.socket.disconnect();
  await second.gone();
  while (here(service)?.join() !== 'service') await told(service);
  const assistant = await world.enter('assistant');
  expect(await openConversation(assistant, doctorConversation)).toMatchObject({
    ok: true,
    here: [{ id: 'service' }, { id: 'assistant', here: true }],
  });
});

it('shows participants with a connected page as online until their last page closes', async () => {
  const [service, doctor] = await connectPagesTo(world, doctorConversation, 'service', 'doctor');
  await sendAndAwaitReadModels(world, doctor, doctorConversation, 'hello');
  doctor.socket.emit('chat:leave', { conversation: doctorConversation });
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

it('pushes read marks together in one packet, equal to those in the rows', async () => {
  const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
  for (let i = 0; i < 6; i++) await sendAndAwaitReadModels(world, doctor, doctorConversation, `m${i}`);
  for (const n of [1, 2, 3]) await read(service, { got: 6, read: n });
  expect(marks(doctor)).toEqual([]);
  world.timers.fire();
  await world.deps.chat.marks.keep();
  await waitUntilPagesReceived(world, doctor, service);
  expect(marks(doctor)).toEqual([{ id: 'service', got: 6, read: 3 }]);
  expect(await seenEvents()).toEqual([['service', { got: 6, read: 3 }]]);
  expect(markOf('service')).toEqual({ got: 6, read: 3 });
});

it('never moves a read mark back or beyond the last message, whatever a page sends', async () => {
  const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
  for (let i = 0; i < 3; i++) await sendAndAwaitReadModels(world, doctor, doctorConversation, `m${i}`);
  await read(service, { got: 99, read: 2 });
  world.timers.fire();
  // Marks that are being written count as well.
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
  await waitUntilPagesReceived(world, doctor);
  expect(marks(doctor)).toEqual([{ id: 'service', got: 3, read: 2 }]);
  expect(await seenEvents()).toEqual([['service', { got: 3, read: 2 }]]);
});

it('ignores marks of an empty conversation and of one that the person may not see', async () => {
  const [doctor] = await connectPagesTo(world, doctorConversation, 'doctor');
  await read(doctor, { got: 1, read: 1 });
  await sendAndAwaitReadModels(world, doctor, doctorConversation, 'now');
  await read(await world.enter('doctor2'), { got: 1, read: 1 });
  world.timers.fire();
  await world.deps.chat.marks.keep();
  expect([marks(doctor), await seenEvents()]).toEqual([[], []]);
  expect(
    world.deps.chat.marks.note(doctorConversation, viewerById('doctor').id, { got: 1, read: 1 }),
  ).toBeUndefined();
});
