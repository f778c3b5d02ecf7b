/** Abusive socket traffic from people and programs: other clients are not affected. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatStreamOf, serviceConversationId } from '#events/chat/conversation.ts';
import { chatLimits } from '#events/chat/message.ts';
import { maxSessionConnections, maxSessionMessages } from './session-limits.ts';
import { encodeMaskedFrame, openRawWebSocket } from './testing/raw-websocket.ts';
import {
  createSubmittedCase,
  openPage,
  openRealtimeWorld,
  type RealtimeWorld,
  realtimeWorldStart,
  viewerById,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

/** Expects that the server still serves another person. */
async function stillServes(): Promise<void> {
  const page = await world.enter('supervisor');
  const caseId = await createSubmittedCase(world);
  await page.settled();
  expect(page.rows('caseList', caseId)).toHaveLength(1);
}

describe('a socket that does not read', () => {
  it('is cut at a megabyte of backlog, without delaying anybody else', async () => {
    const { models, perform } = world.deps;
    const from = `${models.logId.slice(0, 8)}-${models.position()}`;
    const [stalled, other] = [
      await openRawWebSocket(world.port, await world.tokenOf('doctor')),
      await world.enter('doctor2'),
    ];
    stalled.tcp.pause();
    for (let i = 0; i < 480; i++)
      await world.caught(perform.createCase(viewerById('doctor'), { commandId: crypto.randomUUID() }));
    const one = JSON.stringify(models.changedSince(ctxOf('doctor'), models.position() - 480n).changes).length;
    const asked = 50;
    for (let i = 0; i < asked; i++) stalled.say(`42["resume",{"position":"${from}"}]`);
    await vi.waitFor(() => expect(world.live.connections()).toBe(1), { timeout: 120_000 });
    expect(world.lines.filter(line => line.includes('a socket that does not read'))).toHaveLength(1);
    stalled.tcp.resume();
    // Part of the data was in the system's buffers. The backlog beyond the limit was never queued.
    expect(await stalled.gone).toBeLessThan((one * asked) / 2);
    await world.caught(perform.createCase(viewerById('doctor2'), { commandId: crypto.randomUUID() }));
    await other.settled();
    expect(other.rows('caseList')).toHaveLength(1);
  });

  it('is also cut by pushes to a whole conversation, while the others receive all of them in order', async () => {
    const conversation = serviceConversationId('doctor');
    const open = JSON.stringify(['chat:open', { conversation }]);
    const [stalled, other] = [
      await openRawWebSocket(world.port, await world.tokenOf('assistant')),
      await world.enter('doctor'),
    ];
    stalled.say(`420${open}`);
    await stalled.until('430[{"ok":true');
    expect(await other.socket.emitWithAck('chat:open', { conversation })).toMatchObject({ ok: true });
    stalled.tcp.pause();
    const count = 1000;
    for (let i = 0; i < count; i += 20) {
      await say(conversation, 20);
      await other.settled();
    }
    await vi.waitFor(() => expect(world.live.connections()).toBe(1), { timeout: 120_000 });
    expect(world.lines.filter(line => line.includes('a socket that does not read'))).toHaveLength(1);
    stalled.tcp.resume();
    expect(await stalled.gone).toBeLessThan((count * long.length * 3) / 2);
    await other.settled();
    const heard = other.told.flatMap(t => (t.event === 'chat' ? t.message.items : []));
    expect(heard.map(item => (item as { seq: number }).seq)).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    );
  });

  it('stays connected if it does read, however much it requests', async () => {
    const { models, perform } = world.deps;
    const position = `${models.logId.slice(0, 8)}-${models.position()}`;
    for (let i = 0; i < 480; i++)
      await world.caught(perform.createCase(viewerById('doctor'), { commandId: crypto.randomUUID() }));
    const page = await world.enter('doctor');
    for (let i = 0; i < 20; i++)
      expect(await page.socket.emitWithAck('resume', { position })).toEqual({ ok: true });
    await page.settled();
    expect(page.rows('caseList')).toHaveLength(20 * 480);
    expect(page.socket.connected).toBe(true);
  });
});

const long = '复'.repeat(chatLimits.text);

/** Sends long messages to a conversation with a doctor, faster than people may send. */
async function say(conversation: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    ...{
      type: 'MessageSent',
      id: crypto.randomUUID(),
      at: new Date(realtimeWorldStart).toISOString(),
      by: 'doctor',
    },
    data: { client: crypto.randomUUID(), refs: [], replyTo: null, mentions: [], files: [] },
    personal: { text: long, names: [] },
    subject: 'doctor',
  }));
  await world.caught(world.deps.store.append(chatStreamOf(conversation), 'any', events));
}

const ctxOf = (person: string) => {
  const { models } = world.deps;
  return { viewer: viewerById(person), hidden: false, person: models.personRef, logId: models.logId };
};

describe('a malformed socket message', () => {
  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['a list', [1, 2]],
    [
      'an object that cannot be a text',
      { position: { toString: 1, valueOf: 2 }, caseId: { toString: null } },
    ],
    ['numbers', { position: 3, caseId: 4, hidden: 5 }],
    ['what objects inherit', { position: '__proto__', caseId: '__proto__', hidden: '__proto__' }],
    ['long texts', { position: '9'.repeat(60_000), caseId: 'x'.repeat(4_000) }],
    ['an oversized position', { position: `${'9'.repeat(8)}-${'9'.repeat(40)}`, caseId: undefined }],
  ])('is answered with ok: false: %s', async (_what, message) => {
    const page = await world.enter('doctor');
    // Boundary under test: a message may have any shape.
    expect(await page.socket.emitWithAck('resume', message as never)).toEqual({ ok: false });
    if (message !== null)
      expect(await page.socket.emitWithAck('case:watch', message as never)).toEqual({ ok: false });
    page.socket.emit('eye', message as never);
    await page.settled();
    expect(page.told.map(t => t.event)).toEqual(['reset']);
  });

  it('harms nobody if it is no packet, an unknown event, or binary', async () => {
    const said = [
      '42["resume"]',
      '42["resume",null]',
      '42["case:watch"]',
      '421["case:watch",null]',
      '42["eye"]',
      '42["error",{"message":"x"}]',
      '42["rows",{"rows":[]}]',
      '42["no such event",1,2,3]',
      '42[7]',
      '42["disconnecting"]',
      '42["newListener"]',
      '42["connect"]',
      '42[',
      '42{}',
      '4',
      '9',
      'b',
      '40/admin,{"token":"x"}',
      '451-["resume",{"_placeholder":true,"num":0}]',
      '',
    ];
    for (const text of said) {
      const raw = await openRawWebSocket(world.port, await world.tokenOf('doctor'));
      raw.say(text);
      raw.bytes(encodeMaskedFrame('\u0000\u0001binary', 2));
      raw.say('42["case:watch",{"caseId":""}]');
      raw.tcp.end();
      await raw.gone;
    }
    await stillServes();
  });

  it('ends the connection if it is larger than a page ever sends', async () => {
    const raw = await openRawWebSocket(world.port, await world.tokenOf('doctor'));
    raw.say(`42["resume",{"position":"${'9'.repeat(70_000)}"}]`);
    expect(await raw.gone).toBeGreaterThan(0);
    await stillServes();
  });

  it('ends the connection if messages come faster than a page sends them, and not at a normal rate', async () => {
    const [floods, slow] = [await world.enter('doctor'), await world.enter('doctor')];
    const half = Math.ceil(maxSessionMessages / 2);
    for (let round = 0; round < 4; round++) {
      for (let i = 1; i < half; i++) slow.socket.emit('eye', { hidden: false });
      await slow.settled();
      world.clock.advance(5_000);
    }
    for (let i = 0; i <= maxSessionMessages; i++) floods.socket.emit('eye', { hidden: false });
    expect(await floods.gone()).toBe('io server disconnect');
    expect(slow.socket.connected).toBe(true);
  });
});

describe('many pages of one session', () => {
  it('share one message limit, which a reconnect does not reset', async () => {
    const token = await world.tokenOf('doctor');
    const [one, two, other] = [
      await world.page({ token }),
      await world.page({ token }),
      await world.enter('doctor'),
    ];
    for (let i = 1; i < maxSessionMessages; i++) one.socket.emit('eye', { hidden: false });
    await one.settled();
    two.socket.emit('eye', { hidden: false });
    expect(await two.gone()).toBe('io server disconnect');
    one.socket.disconnect();
    world.timers.fire();
    const again = await world.page({ token });
    again.socket.emit('eye', { hidden: false });
    expect(await again.gone()).toBe('io server disconnect');
    await other.settled();
    world.clock.advance(10_000);
    await (await world.page({ token })).settled();
  });

  it('are limited in number; closing one makes room for another', async () => {
    const token = await world.tokenOf('doctor');
    const pages = await Promise.allSettled(
      Array.from({ length: maxSessionConnections + 3 }, () => world.page({ token })),
    );
    const refused = pages.flatMap(p => (p.status === 'rejected' ? [p.reason] : []));
    expect(refused).toMatchObject(Array(3).fill({ data: { code: 104007, refusal: 'tooMany' } }));
    await vi.waitFor(() => expect(world.live.connections()).toBe(maxSessionConnections));
    await world.enter('doctor');
    const [open] = pages.flatMap(p => (p.status === 'fulfilled' ? [p.value] : []));
    open?.socket.disconnect();
    await vi.waitFor(() => expect(world.live.connections()).toBe(maxSessionConnections));
    await (await world.page({ token })).settled();
  });
});

describe('other ways to connect', () => {
  it('are closed: only websockets are accepted', async () => {
    const answer = await fetch(`${world.url}/socket.io/?EIO=4&transport=polling`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: 'Transport unknown' });
  });

  it('leave nothing behind after a bad token', async () => {
    await expect(openPage(world.url, { token: 'x'.repeat(9_000) })).rejects.toMatchObject({
      data: { code: 101014 },
    });
    expect(world.live.connections()).toBe(0);
    expect(world.lines.join('')).not.toContain('xxxx');
    await stillServes();
  });
});
