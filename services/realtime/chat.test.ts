/** What is said over the socket: stored, then acknowledged, and told to all who have the conversation open. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../eventstore/port.ts';
import { mostMissed, mostOpen } from './chat.ts';
import {
  enter,
  heard,
  history,
  open,
  opened,
  own,
  said,
  say,
  settled,
  texts,
  toldOf,
} from './testing/talk.ts';
import { openWorld, submitted, viewer, type World } from './testing/world.ts';

let world: World;
let broken: ((stream: string) => boolean) | undefined;
const wrap = (store: EventStore): EventStore => ({
  ...store,
  append: async (stream, expected, events) => {
    if (broken?.(stream)) throw new Error('the disk is full');
    return store.append(stream, expected, events);
  },
});
beforeEach(async () => {
  broken = undefined;
  world = await openWorld({ wrap });
});
afterEach(() => world.close());

describe('a message', () => {
  it('comes to all pages that have the conversation open, its sender’s too, and to no other', async () => {
    const [doctor, assistant, service] = await enter(world, own, 'doctor', 'assistant', 'service');
    const second = await world.enter('service');
    const closed = await world.enter('doctor');
    const stranger = await world.enter('doctor2');
    await opened(second, own);
    expect(await open(stranger, own)).toEqual({ ok: false });
    const sent = await said(world, doctor, own, '附件在第几步之前粘？');
    await settled(world, doctor, assistant, service, second, closed, stranger);
    for (const page of [doctor, assistant, service, second]) {
      expect(heard(page)).toEqual(history(world, 'doctor'));
      expect(heard(page)).toMatchObject([{ id: sent.id, seq: sent.seq, by: { id: 'doctor' } }]);
      expect(toldOf(page, 'chat').at(-1)?.position).toBe(sent.position);
    }
    expect([...heard(closed), ...heard(stranger)]).toEqual([]);
    service.socket.emit('chat:leave', { conversation: own });
    await service.settled();
    await said(world, doctor, own, '第二个问题');
    await settled(world, service, second);
    expect([texts(service).length, texts(second).length]).toEqual([1, 2]);
  });

  it('is acknowledged only after it is stored: where the store fails nothing is said, and nobody is told', async () => {
    const [doctor, service] = await enter(world, own, 'doctor', 'service');
    broken = stream => stream.startsWith('chat-');
    const words = { client: crypto.randomUUID(), text: 'lost?' };
    expect(await say(doctor, own, words)).toEqual({ ok: false, code: 104014, issues: [] });
    expect(world.lines.join('')).not.toContain('lost?');
    broken = undefined;
    await settled(world, doctor, service);
    expect([...heard(doctor), ...heard(service)]).toEqual([]);
    expect(await say(doctor, own, words)).toMatchObject({ ok: true, seq: 1 });
    await settled(world, service);
    expect(texts(service)).toEqual(['lost?']);
  });

  it('that is sent again after a lost answer is the same one, and told once', async () => {
    const [doctor, service] = await enter(world, own, 'doctor', 'service');
    const words = { client: crypto.randomUUID(), text: 'once' };
    const first = await said(world, doctor, own, words);
    const anew = await world.enter('doctor');
    const again = await Promise.all([say(anew, own, words), say(doctor, own, words), say(anew, own, words)]);
    for (const answer of again) expect(answer).toEqual(first);
    expect(await say(anew, own, { ...words, text: 'twice' })).toMatchObject({ ok: false, code: 104006 });
    await settled(world, service);
    expect(texts(service)).toEqual(['once']);
  });

  it('that names somebody who is gone since is the same one as well, and no new one', async () => {
    const caseId = await submitted(world);
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

  it('stands in one order for everybody, however many speak at once', async () => {
    const pages = await enter(world, own, 'doctor', 'assistant', 'service', 'supervisor');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => say(pages[i % 4] ?? pages[0], own, `m${i}`)),
    );
    expect(answers.every(answer => answer.ok)).toBe(true);
    await settled(world, ...pages);
    const order = history(world, 'doctor');
    expect(order.map(m => m.seq)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    for (const page of pages) expect(heard(page)).toEqual(order);
  });

  it('that is edited or taken back is told as it reads now, in its place', async () => {
    const [doctor, service] = await enter(world, own, 'doctor', 'service');
    const { talk } = world.deps.chat;
    const [a, b] = [await said(world, doctor, own, '13 旋转 5°'), await said(world, doctor, own, 'x')];
    await talk.edit(viewer('doctor'), own, a.id, { text: '13 旋转 15°' });
    await talk.remove(viewer('doctor'), own, b.id);
    await settled(world, service);
    const now = new Map(heard(service).map(m => [m.seq, m]));
    expect([...now.values()]).toEqual(history(world, 'service'));
    expect([now.get(1)?.text, now.get(2)?.deleted?.by.id]).toEqual(['13 旋转 15°', 'doctor']);
  });
});

describe('whoever was away', () => {
  it('gets exactly what was missed: what was said, edited and taken back since, each once as it reads now', async () => {
    const [doctor] = await enter(world, own, 'doctor');
    const { talk } = world.deps.chat;
    const first = [await said(world, doctor, own, 'one'), await said(world, doctor, own, 'two')];
    const service = await world.enter('service');
    const { position } = await opened(service, own);
    service.socket.disconnect();
    await said(world, doctor, own, 'three');
    await world.caught(
      talk.edit(viewer('doctor'), own, first[0]?.id ?? '', { text: 'one!' }).then(at => ({ position: at })),
    );
    await world.caught(
      talk.edit(viewer('doctor'), own, first[0]?.id ?? '', { text: 'one!!' }).then(at => ({ position: at })),
    );
    await world.caught(talk.remove(viewer('doctor'), own, first[1]?.id ?? '').then(at => ({ position: at })));
    const back = await world.enter('service');
    const { items, position: now } = await opened(back, own, position);
    const order = history(world, 'service');
    expect(items).toEqual([order[2], order[0], order[1]]);
    expect(order.map(m => [m.text, m.deleted !== null])).toEqual([
      ['one!!', false],
      ['', true],
      ['three', false],
    ]);
    expect((await opened(back, own, now)).items).toEqual([]);
    expect(heard(back)).toEqual([]);
  });

  it('reads anew where it is too much, and where the position is of another log or of none', async () => {
    const [doctor] = await enter(world, own, 'doctor');
    const { position } = await opened(doctor, own);
    for (let i = 0; i <= mostMissed; i++) {
      world.clock.advance(100);
      await said(world, doctor, own, `m${i}`);
      if (i === mostMissed - 1) expect((await opened(doctor, own, position)).items).toHaveLength(mostMissed);
    }
    const answer = await opened(doctor, own, position);
    expect([answer.items, answer.position]).toEqual([
      null,
      position.replace(/\d+$/, `${world.deps.models.position()}`),
    ]);
    for (const other of ['ffffffff-1', 'nonsense', `${position}-1`, '', '1'])
      expect((await opened(doctor, own, other)).items).toBeNull();
    for (const after of [7, null, {}, ['x']])
      expect(
        await doctor.socket.emitWithAck('chat:open', { conversation: own, after } as never),
      ).toMatchObject({
        ok: true,
        items: null,
      });
  });
});

describe('a page', () => {
  it('has so many conversations open, and one more after it left one', async () => {
    const page = await world.enter('doctor');
    const cases = [];
    for (let i = 0; i < mostOpen; i++) cases.push(`case.${await submitted(world)}`);
    for (const id of cases) expect(await open(page, id)).toMatchObject({ ok: true });
    expect(await open(page, own)).toEqual({ ok: false, full: true });
    expect(await open(page, cases[0] ?? '')).toMatchObject({ ok: true });
    page.socket.emit('chat:leave', { conversation: cases[1] ?? '' });
    expect(await open(page, own)).toMatchObject({ ok: true });
    expect(await open(page, cases[1] ?? '')).toEqual({ ok: false, full: true });
    expect(await open(page, 'case.ZZZZZZ')).toEqual({ ok: false });
  });

  it('opens what is none of its person’s as little as what is not there', async () => {
    const caseId = await submitted(world);
    const page = await world.enter('doctor2');
    for (const id of [own, `case.${caseId}`, 'case.ZZZZZZ', 'service.nobody', 'service.technician'])
      expect(await open(page, id)).toEqual({ ok: false });
    expect(await say(page, own, 'x')).toEqual(await say(page, 'case.ZZZZZZ', 'x'));
  });
});
