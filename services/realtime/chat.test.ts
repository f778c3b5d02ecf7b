/**
 * Messages over the socket: stored, then acknowledged, then pushed to everybody who has the conversation
 * open.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawEventStore } from '../eventstore/port.ts';
import { maxMissedMessages, maxOpenConversations } from './chat.ts';
import {
  connectPagesTo,
  doctorConversation,
  openAllowedConversation,
  openConversation,
  readHistory,
  receivedEvents,
  receivedMessages,
  receivedTexts,
  sendAndAwaitReadModels,
  sendMessage,
  waitUntilPagesReceived,
} from './testing/chat-client.ts';
import {
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  viewerById,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
let broken: ((stream: string) => boolean) | undefined;
const wrap = (store: RawEventStore): RawEventStore => ({
  ...store,
  append: async (stream, expected, events) => {
    if (broken?.(stream)) throw new Error('the disk is full');
    return store.append(stream, expected, events);
  },
});
beforeEach(async () => {
  broken = undefined;
  world = await openRealtimeWorld({ wrap });
});
afterEach(() => world.close());

describe('a chat message', () => {
  it('reaches every page that has the conversation open, the sender’s included, and no other', async () => {
    const [doctor, assistant, service] = await connectPagesTo(
      world,
      doctorConversation,
      'doctor',
      'assistant',
      'service',
    );
    const second = await world.enter('service');
    const closed = await world.enter('doctor');
    const stranger = await world.enter('doctor2');
    await openAllowedConversation(second, doctorConversation);
    expect(await openConversation(stranger, doctorConversation)).toEqual({ ok: false });
    const sent = await sendAndAwaitReadModels(world, doctor, doctorConversation, '附件在第几步之前粘？');
    await waitUntilPagesReceived(world, doctor, assistant, service, second, closed, stranger);
    for (const page of [doctor, assistant, service, second]) {
      expect(receivedMessages(page)).toEqual(readHistory(world, 'doctor'));
      expect(receivedMessages(page)).toMatchObject([{ id: sent.id, seq: sent.seq, by: { id: 'doctor' } }]);
      expect(receivedEvents(page, 'chat').at(-1)?.position).toBe(sent.position);
    }
    expect([...receivedMessages(closed), ...receivedMessages(stranger)]).toEqual([]);
    service.socket.emit('chat:leave', { conversation: doctorConversation });
    await service.settled();
    await sendAndAwaitReadModels(world, doctor, doctorConversation, '第二个问题');
    await waitUntilPagesReceived(world, service, second);
    expect([receivedTexts(service).length, receivedTexts(second).length]).toEqual([1, 2]);
  });

  it('is acknowledged after it is stored: if the store fails, it is neither stored nor pushed', async () => {
    const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
    broken = stream => stream.startsWith('chat-');
    const words = { client: crypto.randomUUID(), text: 'lost?' };
    expect(await sendMessage(doctor, doctorConversation, words)).toEqual({
      ok: false,
      code: 104014,
      issues: [],
    });
    expect(world.lines.join('')).not.toContain('lost?');
    broken = undefined;
    await waitUntilPagesReceived(world, doctor, service);
    expect([...receivedMessages(doctor), ...receivedMessages(service)]).toEqual([]);
    expect(await sendMessage(doctor, doctorConversation, words)).toMatchObject({ ok: true, seq: 1 });
    await waitUntilPagesReceived(world, service);
    expect(receivedTexts(service)).toEqual(['lost?']);
  });

  it('is stored and pushed once when it is sent again after a lost answer', async () => {
    const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
    const words = { client: crypto.randomUUID(), text: 'once' };
    const first = await sendAndAwaitReadModels(world, doctor, doctorConversation, words);
    const anew = await world.enter('doctor');
    const again = await Promise.all([
      sendMessage(anew, doctorConversation, words),
      sendMessage(doctor, doctorConversation, words),
      sendMessage(anew, doctorConversation, words),
    ]);
    for (const answer of again) expect(answer).toEqual(first);
    expect(await sendMessage(anew, doctorConversation, { ...words, text: 'twice' })).toMatchObject({
      ok: false,
      code: 104006,
    });
    await waitUntilPagesReceived(world, service);
    expect(receivedTexts(service)).toEqual(['once']);
  });

  it('is also stored once on a retry when a mentioned person has left since', async () => {
    const caseId = await createSubmittedCase(world);
    const conversation = `case.${caseId}`;
    const doctor = await world.enter('doctor');
    const words = { conversation, client: crypto.randomUUID(), text: '@service', mentions: ['service'] };
    const first = await doctor.socket.emitWithAck('chat:send', words);
    await world.followed();
    await world.deps.accounts.freeze({ by: 'admin', commandId: crypto.randomUUID() }, 'service');
    await world.followed();
    expect(await doctor.socket.emitWithAck('chat:send', words)).toEqual(first);
    const other = { ...words, client: crypto.randomUUID() };
    expect(await doctor.socket.emitWithAck('chat:send', other)).toMatchObject({
      ok: false,
      issues: [{ path: 'mentions.0', issue: 'person-unknown' }],
    });
  });

  it('has the same place in the order for everybody, however many send at once', async () => {
    const pages = await connectPagesTo(
      world,
      doctorConversation,
      'doctor',
      'assistant',
      'service',
      'supervisor',
    );
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        sendMessage(pages[i % 4] ?? pages[0], doctorConversation, `m${i}`),
      ),
    );
    expect(answers.every(answer => answer.ok)).toBe(true);
    await waitUntilPagesReceived(world, ...pages);
    const order = readHistory(world, 'doctor');
    expect(order.map(m => m.seq)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    for (const page of pages) expect(receivedMessages(page)).toEqual(order);
  });

  it('is pushed in its place with its current text when it is edited or taken back', async () => {
    const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
    const { talk } = world.deps.chat;
    const [a, b] = [
      await sendAndAwaitReadModels(world, doctor, doctorConversation, '13 旋转 5°'),
      await sendAndAwaitReadModels(world, doctor, doctorConversation, 'x'),
    ];
    await talk.edit(viewerById('doctor'), doctorConversation, a.id, { text: '13 旋转 15°' });
    await talk.remove(viewerById('doctor'), doctorConversation, b.id);
    await waitUntilPagesReceived(world, service);
    const now = new Map(receivedMessages(service).map(m => [m.seq, m]));
    expect([...now.values()]).toEqual(readHistory(world, 'service'));
    expect([now.get(1)?.text, now.get(2)?.deleted?.by.id]).toEqual(['13 旋转 15°', 'doctor']);
  });
});

describe('a page that returns to a conversation', () => {
  it('receives exactly the messages sent, edited and taken back meanwhile, each once in its current form', async () => {
    const [doctor] = await connectPagesTo(world, doctorConversation, 'doctor');
    const { talk } = world.deps.chat;
    const first = [
      await sendAndAwaitReadModels(world, doctor, doctorConversation, 'one'),
      await sendAndAwaitReadModels(world, doctor, doctorConversation, 'two'),
    ];
    const service = await world.enter('service');
    const { position } = await openAllowedConversation(service, doctorConversation);
    service.socket.disconnect();
    await sendAndAwaitReadModels(world, doctor, doctorConversation, 'three');
    await world.caught(
      talk
        .edit(viewerById('doctor'), doctorConversation, first[0]?.id ?? '', { text: 'one!' })
        .then(at => ({ position: at })),
    );
    await world.caught(
      talk
        .edit(viewerById('doctor'), doctorConversation, first[0]?.id ?? '', { text: 'one!!' })
        .then(at => ({ position: at })),
    );
    await world.caught(
      talk
        .remove(viewerById('doctor'), doctorConversation, first[1]?.id ?? '')
        .then(at => ({ position: at })),
    );
    const back = await world.enter('service');
    const { items, position: now } = await openAllowedConversation(back, doctorConversation, position);
    const order = readHistory(world, 'service');
    expect(items).toEqual([order[2], order[0], order[1]]);
    expect(order.map(m => [m.text, m.deleted !== null])).toEqual([
      ['one!!', false],
      ['', true],
      ['three', false],
    ]);
    expect((await openAllowedConversation(back, doctorConversation, now)).items).toEqual([]);
    expect(receivedMessages(back)).toEqual([]);
  });

  it('must read everything again after too many messages, and for a position of another log or none', async () => {
    const [doctor] = await connectPagesTo(world, doctorConversation, 'doctor');
    const { position } = await openAllowedConversation(doctor, doctorConversation);
    for (let i = 0; i <= maxMissedMessages; i++) {
      world.clock.advance(100);
      await sendAndAwaitReadModels(world, doctor, doctorConversation, `m${i}`);
      if (i === maxMissedMessages - 1)
        expect((await openAllowedConversation(doctor, doctorConversation, position)).items).toHaveLength(
          maxMissedMessages,
        );
    }
    const answer = await openAllowedConversation(doctor, doctorConversation, position);
    expect([answer.items, answer.position]).toEqual([
      null,
      position.replace(/\d+$/, `${world.deps.models.position()}`),
    ]);
    for (const other of ['ffffffff-1', 'nonsense', `${position}-1`, '', '1'])
      expect((await openAllowedConversation(doctor, doctorConversation, other)).items).toBeNull();
    for (const after of [7, null, {}, ['x']])
      expect(
        await doctor.socket.emitWithAck('chat:open', { conversation: doctorConversation, after } as never),
      ).toMatchObject({
        ok: true,
        items: null,
      });
  });
});

describe('a page’s open conversations', () => {
  it('are limited in number; leaving one makes room for another', async () => {
    const page = await world.enter('doctor');
    const cases = [];
    for (let i = 0; i < maxOpenConversations; i++) cases.push(`case.${await createSubmittedCase(world)}`);
    for (const id of cases) expect(await openConversation(page, id)).toMatchObject({ ok: true });
    expect(await openConversation(page, doctorConversation)).toEqual({ ok: false, full: true });
    expect(await openConversation(page, cases[0] ?? '')).toMatchObject({ ok: true });
    page.socket.emit('chat:leave', { conversation: cases[1] ?? '' });
    expect(await openConversation(page, doctorConversation)).toMatchObject({ ok: true });
    expect(await openConversation(page, cases[1] ?? '')).toEqual({ ok: false, full: true });
    expect(await openConversation(page, 'case.ZZZZZZ')).toEqual({ ok: false });
  });

  it('exclude those of others, with the same answer as for a conversation that does not exist', async () => {
    const caseId = await createSubmittedCase(world);
    const page = await world.enter('doctor2');
    for (const id of [
      doctorConversation,
      `case.${caseId}`,
      'case.ZZZZZZ',
      'service.nobody',
      'service.technician',
    ])
      expect(await openConversation(page, id)).toEqual({ ok: false });
    expect(await sendMessage(page, doctorConversation, 'x')).toEqual(
      await sendMessage(page, 'case.ZZZZZZ', 'x'),
    );
  });
});
