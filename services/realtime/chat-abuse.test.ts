/** Abusive chat traffic from pages and programs: each message is answered, and other clients are not affected. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatLimits } from '#events/chat/message.ts';
import {
  connectPagesTo,
  doctorConversation,
  receivedTexts,
  sendChatRequest,
  sendMessage,
  waitUntilPagesReceived,
} from './testing/chat-client.ts';
import { openRealtimeWorld, type RealtimeWorld } from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

const client = () => crypto.randomUUID();
const shapes: [string, unknown][] = [
  ['nothing', null],
  ['a text', doctorConversation],
  ['a list', [doctorConversation]],
  ['a number', 7],
  ['no conversation', { text: 'x' }],
  ['a conversation that is no text', { conversation: { toString: null } }],
  ['one of no kind', { conversation: 'room.doctor' }],
  ['one with a path in it', { conversation: 'case.../../x' }],
  ['one that objects inherit', { conversation: '__proto__' }],
  ['one that is none of theirs', { conversation: 'service.doctor2' }],
  ['a long one', { conversation: `case.${'x'.repeat(60_000)}` }],
];
const words: [string, object, string][] = [
  ['no id of its own', { text: 'x' }, 'client'],
  ['an id that is no uuid', { client: '1', text: 'x' }, 'client'],
  ['no words', { client: client() }, 'text'],
  ['words that are none', { client: client(), text: 7 }, 'text'],
  ['blank words', { client: client(), text: ' \u200b\n' }, 'text'],
  ['too many words', { client: client(), text: 'x'.repeat(chatLimits.text + 1) }, 'text'],
  ['control characters', { client: client(), text: 'a\u0000b' }, 'text'],
  ['half a character', { client: client(), text: 'a\ud800b' }, 'text'],
  ['what nobody asked for', { client: client(), text: 'x', by: 'service' }, 'by'],
  ['files that are none', { client: client(), text: 'x', files: 'f' }, 'files'],
  ['the same file twice', { client: client(), files: ['f', 'f'] }, 'files'],
  ['too many people', { client: client(), text: 'x', mentions: Array(21).fill('service') }, 'mentions'],
  [
    'a tooth that there is not',
    { client: client(), refs: [{ caseId: 'ABCDEF', tooth: 99 }] },
    'refs.0.tooth',
  ],
];

describe('a malformed chat message', () => {
  it.each(shapes)('is refused and reaches nobody: %s', async (_what, message) => {
    const [service] = await connectPagesTo(world, doctorConversation, 'service');
    const page = await world.enter('doctor');
    expect(await sendChatRequest(page, 'chat:open', message)).toEqual({ ok: false });
    expect(await sendChatRequest(page, 'chat:send', message)).toMatchObject({ ok: false });
    // Boundary under test: a message may have any shape.
    for (const event of ['chat:leave', 'chat:typing', 'chat:read'] as const)
      page.socket.emit(event, message as never);
    page.socket.emit('chat:send', message as never, undefined as never);
    page.socket.emit('chat:open', message as never, 'no function' as never);
    await waitUntilPagesReceived(world, page, service);
    expect([receivedTexts(service), page.told, page.socket.connected]).toEqual([[], [], true]);
  });

  it.each(words)('is refused with the field’s name: %s', async (_what, message, path) => {
    const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
    const answer = await sendChatRequest(doctor, 'chat:send', {
      conversation: doctorConversation,
      ...message,
    });
    expect(answer).toMatchObject({ ok: false, code: 104000 });
    const { issues } = answer as { issues: { path: string }[] };
    expect(issues.map(issue => issue.path)).toContain(path);
    await waitUntilPagesReceived(world, service);
    expect(receivedTexts(service)).toEqual([]);
  });
});

describe('excess chat traffic', () => {
  it('answers each of many messages in a second: stored, or refused with a retry time; the page stays connected', async () => {
    const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
    const answers = [];
    for (let tenth = 0; tenth < 10; tenth++) {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, (_, i) => sendMessage(doctor, doctorConversation, `${tenth}.${i}`)),
        )),
      );
      world.clock.advance(100);
    }
    await waitUntilPagesReceived(world, doctor, service);
    const stored = answers.filter(answer => answer.ok);
    const refused = answers.filter(answer => !answer.ok);
    expect([answers.length, stored.length]).toEqual([200, chatLimits.burst + chatLimits.perSecond - 1]);
    expect(refused).toEqual(refused.map(() => ({ ok: false, code: 104007, issues: [], retryAfter: 1 })));
    expect(receivedTexts(service)).toHaveLength(stored.length);
    expect(doctor.socket.connected).toBe(true);
    world.clock.advance(1000);
    expect(await sendMessage(doctor, doctorConversation, 'in time')).toMatchObject({ ok: true });
    expect(await sendMessage(service, doctorConversation, 'another’s pace is another’s')).toMatchObject({
      ok: true,
    });
  });

  it('ends a connection that sends an oversized message, and stores nothing of it', async () => {
    const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
    const head = await world.deps.store.head();
    doctor.socket.emit(
      'chat:send',
      { conversation: doctorConversation, client: client(), text: 'x'.repeat(1024 * 1024) },
      () => undefined,
    );
    await doctor.gone();
    expect(await sendMessage(service, doctorConversation, 'here we are')).toMatchObject({ ok: true, seq: 1 });
    await waitUntilPagesReceived(world, service);
    expect([receivedTexts(service), await world.deps.store.head()]).toEqual([['here we are'], head + 1n]);
  });

  it('stores a message of the greatest length in any script', async () => {
    const [doctor, service] = await connectPagesTo(world, doctorConversation, 'doctor', 'service');
    const longest = [
      '齿'.repeat(chatLimits.text),
      '"'.repeat(chatLimits.text),
      `${'\n'.repeat(chatLimits.text - 1)}x`,
    ];
    for (const text of longest)
      expect(await sendMessage(doctor, doctorConversation, text)).toMatchObject({ ok: true });
    await waitUntilPagesReceived(world, service);
    expect(receivedTexts(service)).toEqual(longest);
  });
});
