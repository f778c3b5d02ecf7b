/**
 * Losing the right to a conversation closes it on open pages. The page is notified once and receives nothing
 * afterwards.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connectPagesTo,
  doctorConversation,
  openConversation,
  receivedEvents,
  receivedMessages,
  sendAndAwaitReadModels,
  sendMessage,
  waitUntilPagesReceived,
} from './testing/chat-client.ts';
import {
  createCaseInProduction,
  createCaseWithPlan,
  createSubmittedCase,
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

const by = () => ({ by: 'admin', commandId: crypto.randomUUID() });
/** Everything that a page received about the conversation. */
const toldAbout = ({ told }: TestPage, conversation: string) =>
  told.filter(({ message }) => 'conversation' in message && message.conversation === conversation);

/** Expects one notification of the loss, and no messages, typing, marks or changes afterwards. */
async function lost(page: TestPage, conversation: string, speaker: TestPage): Promise<void> {
  await waitUntilPagesReceived(world, page, speaker);
  expect(receivedEvents(page, 'chat:gone')).toEqual([{ conversation }]);
  const before = toldAbout(page, conversation).length;
  const { id } = await sendAndAwaitReadModels(world, speaker, conversation, 'after');
  const who = world.deps.chat.talk;
  await who.edit(viewerById(personOf(speaker)), conversation, id, { text: 'edited' });
  speaker.socket.emit('chat:typing', { conversation });
  speaker.socket.emit('chat:read', { conversation, got: 1, read: 1 });
  page.socket.emit('chat:typing', { conversation });
  page.socket.emit('chat:read', { conversation, got: 1, read: 1 });
  await waitUntilPagesReceived(world, speaker, page);
  world.timers.fire();
  await waitUntilPagesReceived(world, speaker, page);
  expect(toldAbout(page, conversation)).toHaveLength(before);
  expect(receivedEvents(speaker, 'chat:typing')).toEqual([]);
  expect(receivedMessages(speaker, conversation).map(m => m.text)).toEqual(
    expect.arrayContaining(['after', 'edited']),
  );
  expect(await openConversation(page, conversation)).toEqual({ ok: false });
  expect(await sendMessage(page, conversation, 'x')).toMatchObject({ ok: false, code: 104001 });
  expect(
    receivedEvents(speaker, 'chat:here')
      .at(-1)
      ?.people.some(p => p.here && p.id === personOf(page)),
  ).toBe(false);
}

const persons = new WeakMap<TestPage, string>();
const personOf = (page: TestPage) => persons.get(page) ?? '';
async function pages<Who extends string[]>(conversation: string, ...who: Who) {
  const entered = await connectPagesTo(world, conversation, ...who);
  for (const [i, page] of entered.entries()) persons.set(page, who[i] ?? '');
  return entered;
}

describe('the conversation of a case', () => {
  it('closes for the technician when the case is given to another technician', async () => {
    const id = `case.${await createCaseWithPlan(world)}`;
    await world.act('expert', id.slice(5), 'qualityAudit', { result: 'refused', note: 'Once more' });
    const [doctor, technician] = await pages(id, 'doctor', 'technician');
    await sendAndAwaitReadModels(world, technician, id, 'before');
    await world.act('supervisor', id.slice(5), 'reassign', { technicianId: 'technician2', note: '休假' });
    await lost(technician, id, doctor);
    const [next] = await pages(id, 'technician2');
    await waitUntilPagesReceived(world, next, doctor);
    expect(receivedEvents(next, 'chat:gone')).toEqual([]);
  });

  it('closes for everybody when the case is deleted, and refuses new messages', async () => {
    const id = `case.${await createSubmittedCase(world)}`;
    await world.act('doctor', id.slice(5), 'withdraw');
    const [doctor, assistant] = await pages(id, 'doctor', 'assistant');
    await sendAndAwaitReadModels(world, doctor, id, 'a question about a draft');
    const [service] = await pages(id, 'service');
    await world.act('doctor', id.slice(5), 'deleteDraft');
    await waitUntilPagesReceived(world, doctor, assistant, service);
    for (const page of [doctor, assistant, service]) {
      expect(receivedEvents(page, 'chat:gone')).toEqual([{ conversation: id }]);
      expect(await openConversation(page, id)).toEqual({ ok: false });
      expect(await sendMessage(page, id, 'x')).toMatchObject({ ok: false, code: 104001 });
    }
  });

  it('also closes while it has no messages', async () => {
    const id = `case.${await createSubmittedCase(world)}`;
    const [doctor, service] = await pages(id, 'doctor', 'service');
    await world.act('doctor', id.slice(5), 'withdraw');
    await waitUntilPagesReceived(world, doctor, service);
    expect([receivedEvents(doctor, 'chat:gone'), receivedEvents(service, 'chat:gone')]).toEqual([
      [],
      [{ conversation: id }],
    ]);
    await sendAndAwaitReadModels(world, doctor, id, 'now the desk is asked');
    expect(receivedMessages(service, id)).toEqual([]);
    expect(await openConversation(service, id)).toMatchObject({ ok: true });
  });
});

describe('conversations of other people’s cases', () => {
  const others = { case: 'vendor', internal: 'doctor', production: 'assistant' } as const;
  it.each(['case', 'internal', 'production'] as const)('push nothing of %s to outsiders', async kind => {
    const id = `${kind}.${await createCaseInProduction(world)}`;
    const [technician, service] = await pages(id, 'technician', 'service');
    const outside = await Promise.all([others[kind], 'analyst', 'vendor'].map(who => world.enter(who)));
    const strangers = kind === 'production' ? outside.slice(0, 2) : outside;
    const ask = (page: TestPage, of: string) =>
      Promise.all([openConversation(page, of), sendMessage(page, of, 'x')]);
    for (const page of strangers) expect(await ask(page, id)).toEqual(await ask(page, `${kind}.ZZZZZZ`));
    await sendAndAwaitReadModels(world, technician, id, 'among us');
    service.socket.emit('chat:typing', { conversation: id });
    for (const page of strangers) {
      page.socket.emit('chat:typing', { conversation: id });
      page.socket.emit('chat:read', { conversation: id, got: 1, read: 1 });
    }
    await waitUntilPagesReceived(world, technician, service, ...outside);
    world.timers.fire();
    await waitUntilPagesReceived(world, technician, service, ...outside);
    for (const page of strangers) expect(JSON.stringify(page.told)).not.toContain(id);
    expect(receivedEvents(technician, 'chat:typing').map(({ person }) => person.id)).toEqual(['service']);
    expect(receivedEvents(technician, 'chat:here').flatMap(t => t.people.map(p => p.id))).not.toContain(
      others[kind],
    );
    if (kind === 'production') expect(JSON.stringify(outside[2]?.told)).toContain(id);
  });

  it('closes for staff when they lose sight of a draft, and hides its earlier notes', async () => {
    const id = `internal.${await createSubmittedCase(world)}`;
    const [service, admin] = await pages(id, 'service', 'admin');
    await sendAndAwaitReadModels(world, service, id, 'before');
    await world.act('doctor', id.slice(9), 'withdraw');
    await lost(service, id, admin);
  });
});

describe('a person whose account changes', () => {
  it('loses the conversations of the old rights, keeps the others open, and still receives those', async () => {
    const kept = `case.${await createSubmittedCase(world, 'doctor2')}`;
    await world.deps.accounts.change(by(), 'assistant', { serves: ['doctor', 'doctor2'] });
    await world.followed();
    const [doctor, assistant] = await pages(doctorConversation, 'doctor', 'assistant');
    await openConversation(assistant, kept);
    const [doctor2] = await pages(kept, 'doctor2');
    await sendAndAwaitReadModels(world, assistant, doctorConversation, 'before');
    await world.deps.accounts.change(by(), 'assistant', { serves: ['doctor2'] });
    await lost(assistant, doctorConversation, doctor);
    expect(receivedEvents(assistant, 'reset')).toContainEqual({ reason: 'rights' });
    await sendAndAwaitReadModels(world, doctor2, kept, 'still yours');
    await waitUntilPagesReceived(world, assistant);
    expect(receivedMessages(assistant, kept).map(m => m.text)).toEqual(['still yours']);
  });

  it('receives nothing after the account is frozen', async () => {
    const [doctor, service] = await pages(doctorConversation, 'doctor', 'service');
    world.clock.advance(1);
    await world.deps.accounts.freeze(by(), 'service');
    await service.gone();
    await sendAndAwaitReadModels(world, doctor, doctorConversation, 'after');
    world.timers.fire();
    await waitUntilPagesReceived(world, doctor);
    expect(receivedMessages(service)).toEqual([]);
    expect(
      receivedEvents(doctor, 'chat:here')
        .at(-1)
        ?.people.map(p => p.id),
    ).toEqual(['doctor']);
  });
});
