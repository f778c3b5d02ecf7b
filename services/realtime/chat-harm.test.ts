/** What pages and programs say in conversations that they should not: each is answered, and nobody else feels it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatLimits } from '#events/chat/message.ts';
import { ask, enter, own, say, settled, texts } from './testing/talk.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const client = () => crypto.randomUUID();
const shapes: [string, unknown][] = [
  ['nothing', null],
  ['a text', own],
  ['a list', [own]],
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

describe('a message that is none', () => {
  it.each(shapes)('is refused and heard by nobody: %s', async (_what, message) => {
    const [service] = await enter(world, own, 'service');
    const page = await world.enter('doctor');
    expect(await ask(page, 'chat:open', message)).toEqual({ ok: false });
    expect(await ask(page, 'chat:send', message)).toMatchObject({ ok: false });
    // The boundary that is tested: anything at all may come.
    for (const event of ['chat:leave', 'chat:typing', 'chat:read'] as const)
      page.socket.emit(event, message as never);
    page.socket.emit('chat:send', message as never, undefined as never);
    page.socket.emit('chat:open', message as never, 'no function' as never);
    await settled(world, page, service);
    expect([texts(service), page.told, page.socket.connected]).toEqual([[], [], true]);
  });

  it.each(words)('names the field: %s', async (_what, message, path) => {
    const [doctor, service] = await enter(world, own, 'doctor', 'service');
    const answer = await ask(doctor, 'chat:send', { conversation: own, ...message });
    expect(answer).toMatchObject({ ok: false, code: 104000 });
    const { issues } = answer as { issues: { path: string }[] };
    expect(issues.map(issue => issue.path)).toContain(path);
    await settled(world, service);
    expect(texts(service)).toEqual([]);
  });
});

describe('too much', () => {
  it('from one page in a second is answered one by one: stored, or refused with when to go on; the page stays', async () => {
    const [doctor, service] = await enter(world, own, 'doctor', 'service');
    const answers = [];
    for (let tenth = 0; tenth < 10; tenth++) {
      answers.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, i) => say(doctor, own, `${tenth}.${i}`)))),
      );
      world.clock.advance(100);
    }
    await settled(world, doctor, service);
    const stored = answers.filter(answer => answer.ok);
    const refused = answers.filter(answer => !answer.ok);
    expect([answers.length, stored.length]).toEqual([200, chatLimits.burst + chatLimits.perSecond - 1]);
    expect(refused).toEqual(refused.map(() => ({ ok: false, code: 104007, issues: [], retryAfter: 1 })));
    expect(texts(service)).toHaveLength(stored.length);
    expect(doctor.socket.connected).toBe(true);
    world.clock.advance(1000);
    expect(await say(doctor, own, 'in time')).toMatchObject({ ok: true });
    expect(await say(service, own, 'another’s pace is another’s')).toMatchObject({ ok: true });
  });

  it('in one message ends the connection that said it; what it said is nowhere', async () => {
    const [doctor, service] = await enter(world, own, 'doctor', 'service');
    const head = await world.deps.store.head();
    doctor.socket.emit(
      'chat:send',
      { conversation: own, client: client(), text: 'x'.repeat(1024 * 1024) },
      () => undefined,
    );
    await doctor.gone();
    expect(await say(service, own, 'here we are')).toMatchObject({ ok: true, seq: 1 });
    await settled(world, service);
    expect([texts(service), await world.deps.store.head()]).toEqual([['here we are'], head + 1n]);
  });

  it('that is the longest there may be goes through, in whatever letters', async () => {
    const [doctor, service] = await enter(world, own, 'doctor', 'service');
    const longest = [
      '齿'.repeat(chatLimits.text),
      '"'.repeat(chatLimits.text),
      `${'\n'.repeat(chatLimits.text - 1)}x`,
    ];
    for (const text of longest) expect(await say(doctor, own, text)).toMatchObject({ ok: true });
    await settled(world, service);
    expect(texts(service)).toEqual(longest);
  });
});
