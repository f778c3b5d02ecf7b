/** Rights that end take the conversation from open pages: they are told so, and nothing of it after that. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enter, heard, open, own, said, say, settled, toldOf } from './testing/talk.ts';
import { openWorld, type Page, planned, produced, submitted, viewer, type World } from './testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const by = () => ({ by: 'admin', commandId: crypto.randomUUID() });
/** What was told of the conversation, of any kind. */
const toldAbout = ({ told }: Page, conversation: string) =>
  told.filter(({ message }) => 'conversation' in message && message.conversation === conversation);

/** Whoever lost it is told so once, and of nothing that is said, written, read or changed from then on. */
async function lost(page: Page, conversation: string, speaker: Page): Promise<void> {
  await settled(world, page, speaker);
  expect(toldOf(page, 'chat:gone')).toEqual([{ conversation }]);
  const before = toldAbout(page, conversation).length;
  const { id } = await said(world, speaker, conversation, 'after');
  const who = world.deps.chat.talk;
  await who.edit(viewer(personOf(speaker)), conversation, id, { text: 'edited' });
  speaker.socket.emit('chat:typing', { conversation });
  speaker.socket.emit('chat:read', { conversation, got: 1, read: 1 });
  page.socket.emit('chat:typing', { conversation });
  page.socket.emit('chat:read', { conversation, got: 1, read: 1 });
  await settled(world, speaker, page);
  world.timers.fire();
  await settled(world, speaker, page);
  expect(toldAbout(page, conversation)).toHaveLength(before);
  expect(toldOf(speaker, 'chat:typing')).toEqual([]);
  expect(heard(speaker, conversation).map(m => m.text)).toEqual(expect.arrayContaining(['after', 'edited']));
  expect(await open(page, conversation)).toEqual({ ok: false });
  expect(await say(page, conversation, 'x')).toMatchObject({ ok: false, code: 104001 });
  expect(
    toldOf(speaker, 'chat:here')
      .at(-1)
      ?.people.some(p => p.here && p.id === personOf(page)),
  ).toBe(false);
}

const persons = new WeakMap<Page, string>();
const personOf = (page: Page) => persons.get(page) ?? '';
async function pages<Who extends string[]>(conversation: string, ...who: Who) {
  const entered = await enter(world, conversation, ...who);
  for (const [i, page] of entered.entries()) persons.set(page, who[i] ?? '');
  return entered;
}

describe('a case’s conversation is gone', () => {
  it('for the technician to whom it was given, once it is given to another', async () => {
    const id = `case.${await planned(world)}`;
    await world.act('expert', id.slice(5), 'qualityAudit', { result: 'refused', note: 'Once more' });
    const [doctor, technician] = await pages(id, 'doctor', 'technician');
    await said(world, technician, id, 'before');
    await world.act('supervisor', id.slice(5), 'reassign', { technicianId: 'technician2', note: '休假' });
    await lost(technician, id, doctor);
    const [next] = await pages(id, 'technician2');
    await settled(world, next, doctor);
    expect(toldOf(next, 'chat:gone')).toEqual([]);
  });

  it('for everybody once the case is deleted, and nothing more can be said', async () => {
    const id = `case.${await submitted(world)}`;
    await world.act('doctor', id.slice(5), 'withdraw');
    const [doctor, assistant] = await pages(id, 'doctor', 'assistant');
    await said(world, doctor, id, 'a question about a draft');
    const [service] = await pages(id, 'service');
    await world.act('doctor', id.slice(5), 'deleteDraft');
    await settled(world, doctor, assistant, service);
    for (const page of [doctor, assistant, service]) {
      expect(toldOf(page, 'chat:gone')).toEqual([{ conversation: id }]);
      expect(await open(page, id)).toEqual({ ok: false });
      expect(await say(page, id, 'x')).toMatchObject({ ok: false, code: 104001 });
    }
  });

  it('also where nothing has been said in it yet', async () => {
    const id = `case.${await submitted(world)}`;
    const [doctor, service] = await pages(id, 'doctor', 'service');
    await world.act('doctor', id.slice(5), 'withdraw');
    await settled(world, doctor, service);
    expect([toldOf(doctor, 'chat:gone'), toldOf(service, 'chat:gone')]).toEqual([[], [{ conversation: id }]]);
    await said(world, doctor, id, 'now the desk is asked');
    expect(heard(service, id)).toEqual([]);
    expect(await open(service, id)).toMatchObject({ ok: true });
  });
});

describe('a case’s conversations of others', () => {
  const others = { case: 'vendor', internal: 'doctor', production: 'assistant' } as const;
  it.each(['case', 'internal', 'production'] as const)('tell nothing of %s to those outside', async kind => {
    const id = `${kind}.${await produced(world)}`;
    const [technician, service] = await pages(id, 'technician', 'service');
    const outside = await Promise.all([others[kind], 'analyst', 'vendor'].map(who => world.enter(who)));
    const strangers = kind === 'production' ? outside.slice(0, 2) : outside;
    const ask = (page: Page, of: string) => Promise.all([open(page, of), say(page, of, 'x')]);
    for (const page of strangers) expect(await ask(page, id)).toEqual(await ask(page, `${kind}.ZZZZZZ`));
    await said(world, technician, id, 'among us');
    service.socket.emit('chat:typing', { conversation: id });
    for (const page of strangers) {
      page.socket.emit('chat:typing', { conversation: id });
      page.socket.emit('chat:read', { conversation: id, got: 1, read: 1 });
    }
    await settled(world, technician, service, ...outside);
    world.timers.fire();
    await settled(world, technician, service, ...outside);
    for (const page of strangers) expect(JSON.stringify(page.told)).not.toContain(id);
    expect(toldOf(technician, 'chat:typing').map(({ person }) => person.id)).toEqual(['service']);
    expect(toldOf(technician, 'chat:here').flatMap(t => t.people.map(p => p.id))).not.toContain(others[kind]);
    if (kind === 'production') expect(JSON.stringify(outside[2]?.told)).toContain(id);
  });

  it('end for staff on a draft with the sight of the case: notes of before are nobody’s then', async () => {
    const id = `internal.${await submitted(world)}`;
    const [service, admin] = await pages(id, 'service', 'admin');
    await said(world, service, id, 'before');
    await world.act('doctor', id.slice(9), 'withdraw');
    await lost(service, id, admin);
  });
});

describe('a person whose account changes', () => {
  it('loses what it no longer gives, keeps what it still gives, and goes on hearing that', async () => {
    const kept = `case.${await submitted(world, 'doctor2')}`;
    await world.deps.accounts.change(by(), 'assistant', { serves: ['doctor', 'doctor2'] });
    await world.followed();
    const [doctor, assistant] = await pages(own, 'doctor', 'assistant');
    await open(assistant, kept);
    const [doctor2] = await pages(kept, 'doctor2');
    await said(world, assistant, own, 'before');
    await world.deps.accounts.change(by(), 'assistant', { serves: ['doctor2'] });
    await lost(assistant, own, doctor);
    expect(toldOf(assistant, 'reset')).toContainEqual({ reason: 'rights' });
    await said(world, doctor2, kept, 'still yours');
    await settled(world, assistant);
    expect(heard(assistant, kept).map(m => m.text)).toEqual(['still yours']);
  });

  it('hears nothing more once the account is frozen', async () => {
    const [doctor, service] = await pages(own, 'doctor', 'service');
    world.clock.advance(1);
    await world.deps.accounts.freeze(by(), 'service');
    await service.gone();
    await said(world, doctor, own, 'after');
    world.timers.fire();
    await settled(world, doctor);
    expect(heard(service)).toEqual([]);
    expect(
      toldOf(doctor, 'chat:here')
        .at(-1)
        ?.people.map(p => p.id),
    ).toEqual(['doctor']);
  });
});
