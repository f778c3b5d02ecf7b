/** The three conversations of a case: their participants, and that they are invisible to everybody else. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { chatStreamOf, conversationsOfCase } from '#events/chat/conversation.ts';
import { pastAt } from '#events/testing/past.ts';
import type { ChatMessage, Conversation, ConversationCounts } from '#projections/chat/item.ts';
import { encodePng } from '../seed/png.ts';
import { type ArticleTestServer, openArticleTestServer } from './testing/articles.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { callEveryConversationRoute } from './testing/chats.ts';
import { type TestPersonName, testPersonNames } from './testing/test-server.ts';

let world: ArticleTestServer;
let caseId: string;
beforeEach(async () => {
  world = await openArticleTestServer();
  caseId = await createCaseWithPast(world.bench, pastAt[Status.InProduction]);
});
afterEach(() => world.close());

const path = (id: string) => `/api/chats/${id}`;
const say = (as: TestPersonName, id: string, words: object) =>
  world.bench.post<{ id: string; seq: number }>(`${path(id)}/messages`, {
    as,
    body: { client: crypto.randomUUID(), ...words },
  });
const chat = async (as: TestPersonName, id: string) =>
  (await world.bench.get<Conversation>(path(id), { as })).data;
const listed = async (as: TestPersonName, query = '') =>
  (
    await world.bench.get<{ items: Conversation[]; total: number; counts: ConversationCounts }>(
      `/api/chats${query}`,
      { as },
    )
  ).data;
const found = async (as: TestPersonName, word: string) => {
  const to = `/api/chats/search?q=${encodeURIComponent(word)}`;
  return (await world.bench.get<{ items: ChatMessage[] }>(to, { as })).data.items.map(m => m.conversation);
};
const insiders = async (id: string) => {
  const answers = await Promise.all(
    testPersonNames.map(async as => (await world.bench.send('GET', path(id), { as })).status),
  );
  return testPersonNames.filter((_as, i) => answers[i] === 200);
};
const staff: TestPersonName[] = ['technician', 'expert', 'supervisor', 'service', 'admin'];
const sorted = (people: TestPersonName[]) => testPersonNames.filter(name => people.includes(name));

/**
 * Appends a message in the format of earlier versions, when the manufacturer was in the case's own
 * conversation.
 */
async function wroteBefore(by: string, conversation: string, text: string, file?: string): Promise<string> {
  const id = crypto.randomUUID();
  const files = file ? [{ id: file, size: 1, mime: 'image/png' }] : [];
  const data = { client: crypto.randomUUID(), files, refs: [], replyTo: null, mentions: ['p-vendor'] };
  const personal = { text, names: files.map(() => 'a.png') };
  const stamp = { id, type: 'MessageSent', at: '2026-11-20T08:00:00.000Z', by, subject: caseId };
  const { store, models } = world.bench.deps;
  await store.append(chatStreamOf(conversation), 'any', [{ ...stamp, data, personal }]);
  await models.reached(await store.head(), 120_000);
  return id;
}

describe('participants of a case’s conversations', () => {
  it('after production: staff in all three, manufacturer in one, doctor in the other', async () => {
    const ids = conversationsOfCase(caseId);
    expect(ids).toEqual([`case.${caseId}`, `internal.${caseId}`, `production.${caseId}`]);
    expect(await Promise.all(ids.map(insiders))).toEqual([
      sorted(['doctor', 'assistant', ...staff]),
      sorted(staff),
      sorted([...staff, 'vendor']),
    ]);
    const kinds = async (as: TestPersonName, id: string) => (await chat(as, `${id}.${caseId}`)).kinds;
    expect(await kinds('technician', 'case')).toEqual(['case', 'internal', 'production']);
    expect(await kinds('doctor', 'case')).toEqual(['case']);
    expect(await kinds('vendor', 'production')).toEqual(['production']);
  });

  it('before production: nobody in the manufacturer’s; for a draft, nobody in the notes', async () => {
    const planned = await createCaseWithPast(world.bench, pastAt[Status.PlanAwaitingDoctor]);
    expect(await insiders(`production.${planned}`)).toEqual([]);
    expect(await insiders(`internal.${planned}`)).toEqual(sorted(staff));
    expect((await chat('technician', `case.${planned}`)).kinds).toEqual(['case', 'internal']);
    expect(
      await insiders(
        `internal.${await createCaseWithPast(world.bench, pastAt[Status.TreatmentPlanIncomplete])}`,
      ),
    ).toEqual(['admin']);
  });
});

describe('an invisible conversation answers byte for byte like a missing one', () => {
  it.each([
    ['vendor', 'case'],
    ['vendor', 'internal'],
    ['doctor', 'internal'],
    ['assistant', 'internal'],
    ['analyst', 'internal'],
    ['doctor', 'production'],
    ['assistant', 'production'],
    ['analyst', 'production'],
    ['technician2', 'production'],
  ] as const)('%s, %s', async (as, kind) => {
    const id = `${kind}.${caseId}`;
    const { data } = await say('technician', id, { text: 'mine' });
    expect(await callEveryConversationRoute(world.bench, as, id, data.id, 'mine')).toEqual(
      await callEveryConversationRoute(world.bench, as, `${kind}.ZZZZZZ`, data.id, 'mine'),
    );
    expect((await chat('technician', id)).count).toBe(1);
    expect(await found(as, 'mine')).toEqual([]);
    expect((await listed(as)).items).toEqual([]);
  });

  it('also for a manufacturer who wrote or was mentioned there earlier; the messages stay with the others', async () => {
    const id = `case.${caseId}`;
    const picture = new Uint8Array(encodePng(2, 2, new Uint8Array(12)));
    const file = await world.upload(
      picture,
      { purpose: 'chat', kind: 'chat', filename: 'a.png' },
      'technician',
    );
    const said = await wroteBefore('p-vendor', id, 'mine, of last year');
    await wroteBefore('p-doctor', id, 'thank you');
    await say('technician', id, { text: 'x', files: [file] });
    expect(await callEveryConversationRoute(world.bench, 'vendor', id, said, 'mine')).toEqual(
      await callEveryConversationRoute(world.bench, 'vendor', 'case.ZZZZZZ', said, 'mine'),
    );
    const { bench } = world;
    expect(await listed('vendor')).toMatchObject({ items: [], total: 0, counts: { unread: 0 } });
    expect(await found('vendor', 'mine')).toEqual([]);
    const inbox = (await bench.get<{ items: { kind: string }[] }>('/api/messages?size=100', { as: 'vendor' }))
      .data;
    expect(inbox.items.filter(item => item.kind === 'talk')).toEqual([]);
    const answer = await bench.send('GET', `/api/files/${file}`, { as: 'vendor' });
    const none = await bench.send('GET', '/api/files/nothing', { as: 'vendor' });
    expect([answer.status, await answer.text()]).toEqual([none.status, await none.text()]);
    const { items } = (await bench.get<{ items: ChatMessage[] }>(`${path(id)}/messages`, { as: 'doctor' }))
      .data;
    expect(items.map(m => m.text)).toEqual(['mine, of last year', 'thank you', 'x']);
    expect((await chat('doctor', id)).people.map(p => p.id)).toEqual(['p-doctor', 'p-technician']);
  });
});

it('colleagues can be mentioned in notes before they wrote there; in the doctor’s only participants', async () => {
  const mentionable = async (as: TestPersonName, kind: string) => {
    const to = `${path(`${kind}.${caseId}`)}/people`;
    return (await world.bench.get<{ items: { id: string }[] }>(to, { as })).data.items.map(p => p.id).sort();
  };
  const idsOf = (people: TestPersonName[]) => people.map(name => `p-${name}`).sort();
  expect(await mentionable('technician', 'internal')).toEqual(idsOf(staff));
  expect(await mentionable('vendor', 'production')).toEqual(idsOf([...staff, 'vendor']));
  expect(await mentionable('doctor', 'case')).toEqual(['p-doctor']);
  const mentions = idsOf(staff).filter(id => id !== 'p-technician');
  await say('technician', `internal.${caseId}`, { text: '请看', mentions });
  expect((await listed('expert')).items.map(c => [c.id, c.mentioned])).toEqual([[`internal.${caseId}`, 1]]);
});

describe('the conversation with the manufacturer', () => {
  it('is in the manufacturer’s list from its first message, with the patient’s name masked', async () => {
    const id = `production.${caseId}`;
    await say('technician', id, { text: '13 的附件加厚 0.2 mm' });
    expect((await listed('vendor')).counts.unread).toBe(1);
    const [row] = (await listed('vendor')).items;
    expect(row).toMatchObject({ id, kind: 'production', unread: 1, waitingSince: null });
    const full = (await chat('technician', id)).patientName;
    expect([row?.patientName, full]).toEqual([`${full.slice(0, 1)}**`, expect.stringMatching(/^\p{L}{2,}/u)]);
    await say('technician', id, { text: '请看', mentions: ['p-vendor'] });
    const { data } = await world.bench.get<{ items: { patientName: string }[] }>('/api/messages?kind=talk', {
      as: 'vendor',
    });
    expect(data.items.map(item => item.patientName)).toEqual([row?.patientName]);
    await say('vendor', id, { text: '收到', mentions: ['p-technician', 'p-vendor'] });
    expect(await found('vendor', '附件')).toEqual([id]);
    expect(await chat('technician', id)).toMatchObject({
      mentioned: 3,
      people: [{ id: 'p-technician' }, { id: 'p-vendor' }],
    });
  });

  it('shows its files to its participants only, and mentions no doctor', async () => {
    const picture = new Uint8Array(encodePng(2, 2, new Uint8Array(12)));
    const file = await world.upload(picture, { purpose: 'chat', kind: 'chat', filename: 'a.png' }, 'vendor');
    await say('vendor', `production.${caseId}`, { files: [file] });
    const given = async (as: TestPersonName) =>
      (await world.bench.send('GET', `/api/files/${file}`, { as })).status;
    expect([await given('service'), await given('doctor'), await given('technician2')]).toEqual([
      200, 404, 404,
    ]);
    for (const kind of ['production', 'internal'])
      expect((await say('service', `${kind}.${caseId}`, { text: 'x', mentions: ['p-doctor'] })).status).toBe(
        400,
      );
  });
});

it('is listed for the desk, which does not answer it, on a separate tab: no clock, no claim', async () => {
  await say('technician', `internal.${caseId}`, { text: '医生催得紧' });
  await say('vendor', `production.${caseId}`, { text: '什么时候要？' });
  const ids = async (as: TestPersonName, tab: string) =>
    (await listed(as, `?desk=${tab}`)).items.map(c => c.id).sort();
  expect(await ids('service', 'laboratory')).toEqual([`internal.${caseId}`, `production.${caseId}`]);
  for (const tab of ['mine', 'free', 'all', 'closed']) expect(await ids('service', tab)).toEqual([]);
  for (const as of ['vendor', 'technician', 'doctor'] as const)
    expect(await ids(as, 'laboratory')).toEqual([]);
  expect((await listed('service')).counts).toMatchObject({ free: 0, mine: 0 });
  expect(world.bench.deps.models.waitingAt('main')).toEqual([]);
  for (const call of ['claim', 'close'])
    expect(
      (await world.bench.post(`${path(`production.${caseId}`)}/${call}`, { as: 'service' })).status,
    ).toBe(403);
});
