/** What people and programs do to a socket that they should not: nobody else is to feel it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatStream, serviceConversation } from '#events/chat/conversation.ts';
import { chatLimits } from '#events/chat/message.ts';
import { mostConnections, mostMessages } from './session-limits.ts';
import { frame, openRaw } from './testing/raw.ts';
import { openPage, openWorld, start, submitted, viewer, type World } from './testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** The server still does its work for somebody else. */
async function stillServes(): Promise<void> {
  const page = await world.enter('supervisor');
  const caseId = await submitted(world);
  await page.settled();
  expect(page.rows('caseList', caseId)).toHaveLength(1);
}

describe('a socket that does not read', () => {
  it('is cut at a megabyte of backlog, and nobody else waits for it', async () => {
    const { models, perform } = world.deps;
    const from = `${models.logId.slice(0, 8)}-${models.position()}`;
    const [stalled, other] = [
      await openRaw(world.port, await world.tokenOf('doctor')),
      await world.enter('doctor2'),
    ];
    stalled.tcp.pause();
    for (let i = 0; i < 480; i++)
      await world.caught(perform.createCase(viewer('doctor'), { commandId: crypto.randomUUID() }));
    const one = JSON.stringify(models.changedSince(ctxOf('doctor'), models.position() - 480n).changes).length;
    const asked = 50;
    for (let i = 0; i < asked; i++) stalled.say(`42["resume",{"position":"${from}"}]`);
    await vi.waitFor(() => expect(world.live.connections()).toBe(1), { timeout: 120_000 });
    expect(world.lines.filter(line => line.includes('does not read was cut'))).toHaveLength(1);
    stalled.tcp.resume();
    // Some of it lay in the system's own buffers; what is left of the rest was never kept.
    expect(await stalled.gone).toBeLessThan((one * asked) / 2);
    await world.caught(perform.createCase(viewer('doctor2'), { commandId: crypto.randomUUID() }));
    await other.settled();
    expect(other.rows('caseList')).toHaveLength(1);
  });

  it('is cut by what goes to a whole conversation as well, and the others in it hear all of it in order', async () => {
    const conversation = serviceConversation('doctor');
    const open = JSON.stringify(['chat:open', { conversation }]);
    const [stalled, other] = [
      await openRaw(world.port, await world.tokenOf('assistant')),
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
    expect(world.lines.filter(line => line.includes('does not read was cut'))).toHaveLength(1);
    stalled.tcp.resume();
    expect(await stalled.gone).toBeLessThan((count * long.length * 3) / 2);
    await other.settled();
    const heard = other.told.flatMap(t => (t.event === 'chat' ? t.message.items : []));
    expect(heard.map(item => (item as { seq: number }).seq)).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    );
  });

  it('that reads is never cut, however much it asks for', async () => {
    const { models, perform } = world.deps;
    const position = `${models.logId.slice(0, 8)}-${models.position()}`;
    for (let i = 0; i < 480; i++)
      await world.caught(perform.createCase(viewer('doctor'), { commandId: crypto.randomUUID() }));
    const page = await world.enter('doctor');
    for (let i = 0; i < 20; i++)
      expect(await page.socket.emitWithAck('resume', { position })).toEqual({ ok: true });
    await page.settled();
    expect(page.rows('caseList')).toHaveLength(20 * 480);
    expect(page.socket.connected).toBe(true);
  });
});

const long = '复'.repeat(chatLimits.text);

/** Long messages in a conversation with a doctor, faster than people may send them. */
async function say(conversation: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    ...{
      type: 'MessageSent',
      id: crypto.randomUUID(),
      v: 1,
      at: new Date(start).toISOString(),
      by: 'doctor',
    },
    data: { client: crypto.randomUUID(), refs: [], replyTo: null, mentions: [], files: [] },
    personal: { text: long, names: [] },
    subject: 'doctor',
  }));
  await world.caught(world.deps.store.append(chatStream(conversation), 'any', events));
}

const ctxOf = (person: string) => {
  const { models } = world.deps;
  return { viewer: viewer(person), hidden: false, person: models.personRef, logId: models.logId };
};

describe('a message that is no message', () => {
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
    [
      'a position that is too long to be one',
      { position: `${'9'.repeat(8)}-${'9'.repeat(40)}`, caseId: undefined },
    ],
  ])('is answered with ok: false: %s', async (_what, message) => {
    const page = await world.enter('doctor');
    // The boundary that is tested: anything at all may come.
    expect(await page.socket.emitWithAck('resume', message as never)).toEqual({ ok: false });
    if (message !== null)
      expect(await page.socket.emitWithAck('case:watch', message as never)).toEqual({ ok: false });
    page.socket.emit('eye', message as never);
    await page.settled();
    expect(page.told.map(t => t.event)).toEqual(['reset']);
  });

  it('harms nobody where it is no packet, no event of ours, or no text', async () => {
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
      const raw = await openRaw(world.port, await world.tokenOf('doctor'));
      raw.say(text);
      raw.bytes(frame('\u0000\u0001binary', 2));
      raw.say('42["case:watch",{"caseId":""}]');
      raw.tcp.end();
      await raw.gone;
    }
    await stillServes();
  });

  it('ends the connection where it is larger than any page’s', async () => {
    const raw = await openRaw(world.port, await world.tokenOf('doctor'));
    raw.say(`42["resume",{"position":"${'9'.repeat(70_000)}"}]`);
    expect(await raw.gone).toBeGreaterThan(0);
    await stillServes();
  });

  it('ends the connection where more come than a page has reason to send, and not where they come in time', async () => {
    const [floods, slow] = [await world.enter('doctor'), await world.enter('doctor')];
    const half = Math.ceil(mostMessages / 2);
    for (let round = 0; round < 4; round++) {
      for (let i = 1; i < half; i++) slow.socket.emit('eye', { hidden: false });
      await slow.settled();
      world.clock.advance(5_000);
    }
    for (let i = 0; i <= mostMessages; i++) floods.socket.emit('eye', { hidden: false });
    expect(await floods.gone()).toBe('io server disconnect');
    expect(slow.socket.connected).toBe(true);
  });
});

describe('many pages of one session', () => {
  it('say together no more than one may, and gain nothing by connecting anew', async () => {
    const token = await world.tokenOf('doctor');
    const [one, two, other] = [
      await world.page({ token }),
      await world.page({ token }),
      await world.enter('doctor'),
    ];
    for (let i = 1; i < mostMessages; i++) one.socket.emit('eye', { hidden: false });
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

  it('are no more than a person has reason to open; one that is closed makes room', async () => {
    const token = await world.tokenOf('doctor');
    const pages = await Promise.allSettled(
      Array.from({ length: mostConnections + 3 }, () => world.page({ token })),
    );
    const refused = pages.flatMap(p => (p.status === 'rejected' ? [p.reason] : []));
    expect(refused).toMatchObject(Array(3).fill({ data: { code: 104007 } }));
    await vi.waitFor(() => expect(world.live.connections()).toBe(mostConnections));
    await world.enter('doctor');
    const [open] = pages.flatMap(p => (p.status === 'fulfilled' ? [p.value] : []));
    open?.socket.disconnect();
    await vi.waitFor(() => expect(world.live.connections()).toBe(mostConnections));
    await (await world.page({ token })).settled();
  });
});

describe('another way in', () => {
  it('than a websocket there is none', async () => {
    const answer = await fetch(`${world.url}/socket.io/?EIO=4&transport=polling`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: 'Transport unknown' });
  });

  it('leaves nothing behind where the token is no good', async () => {
    await expect(openPage(world.url, { token: 'x'.repeat(9_000) })).rejects.toMatchObject({
      data: { code: 101014 },
    });
    expect(world.live.connections()).toBe(0);
    expect(world.lines.join('')).not.toContain('xxxx');
    await stillServes();
  });
});
