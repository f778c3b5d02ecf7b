/** Conversations over HTTP: participants, messages, and the service desk. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt } from '#events/testing/past.ts';
import type { ChatMessage, Conversation, ConversationCounts } from '#projections/chat/item.ts';
import { performAction } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { callEveryConversationRoute } from './testing/chats.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const own = 'service.p-doctor';
const path = (id: string) => `/api/chats/${id}`;
type Words = { text?: string; [field: string]: unknown };

const say = (as: TestPersonName, id: string, words: Words | string) =>
  bench.post<{ id: string; seq: number }>(`${path(id)}/messages`, {
    as,
    body: { client: crypto.randomUUID(), ...(typeof words === 'string' ? { text: words } : words) },
  });
const chat = async (as: TestPersonName, id: string) => (await bench.get<Conversation>(path(id), { as })).data;
const said = async (as: TestPersonName, id: string, query = '') =>
  (await bench.get<{ items: ChatMessage[]; count: number }>(`${path(id)}/messages${query}`, { as })).data;
const listed = async (as: TestPersonName, query = '') =>
  (await bench.get<{ items: Conversation[]; counts: ConversationCounts }>(`/api/chats${query}`, { as })).data;
const issues = (answer: { data: unknown }) =>
  (answer.data as { issues: { path: string; issue: string }[] }).issues.map(i => `${i.path} ${i.issue}`);

/** All people who can read a conversation. */
async function insiders(id: string): Promise<TestPersonName[]> {
  const answers = await Promise.all(
    testPersonNames.map(async as => (await bench.send('GET', path(id), { as })).status),
  );
  return testPersonNames.filter((_as, i) => answers[i] === 200);
}

describe('a conversation', () => {
  it('with technical service is visible to the doctor, the assistants and the desk only', async () => {
    expect(await insiders(own)).toEqual(['doctor', 'assistant', 'supervisor', 'service']);
    expect(await insiders('service.p-designer')).toEqual(['supervisor', 'service', 'designer']);
    expect(await insiders('service.p-technician')).toEqual([]);
    expect(await insiders('service.nobody')).toEqual([]);
  });

  it('of a case is visible to those who see the case, except its manufacturer, and to the desk after a question', async () => {
    const draft = `case.${await createCaseWithPast(bench, pastAt[Status.TreatmentPlanIncomplete])}`;
    expect(await insiders(draft)).toEqual(['doctor', 'assistant', 'admin']);
    await say('assistant', draft, '照片还缺一张侧面像，可以先提交吗？');
    expect(await insiders(draft)).toEqual(['doctor', 'assistant', 'supervisor', 'service', 'admin']);
    const produced = `case.${await createCaseWithPast(bench, pastAt[Status.InProduction])}`;
    expect(await insiders(produced)).toEqual(
      testPersonNames.filter(
        name => !['doctor2', 'technician2', 'vendor', 'analyst', 'designer', 'other'].includes(name),
      ),
    );
  });

  it('of others answers byte for byte like a missing one', async () => {
    const id = `case.${await createCaseWithPast(bench, pastAt[Status.InProduction])}`;
    const { data } = await say('doctor', id, 'mine');
    for (const as of ['doctor2', 'technician2', 'other', 'analyst'] as const)
      expect(await callEveryConversationRoute(bench, as, id, data.id, 'mine')).toEqual(
        await callEveryConversationRoute(bench, as, 'case.ZZZZZZ', data.id, 'mine'),
      );
    expect((await chat('doctor', id)).count).toBe(1);
  });
});

describe('a message', () => {
  it('is stored, numbered, and unread by everybody else until they mark it', async () => {
    await say('doctor', own, '附件在第几步之前粘？');
    await say('service', own, '第 12 步之前。');
    const { items, count } = await said('doctor', own);
    expect(items.map(m => [m.seq, m.by.id, m.text])).toEqual([
      [1, 'p-doctor', '附件在第几步之前粘？'],
      [2, 'p-service', '第 12 步之前。'],
    ]);
    expect(count).toBe(2);
    expect([(await chat('doctor', own)).unread, (await chat('service', own)).unread]).toEqual([1, 0]);
    await bench.post(`${path(own)}/read`, { as: 'doctor', body: { got: 2, read: 2 } });
    const after = await chat('service', own);
    expect(after.marks).toContainEqual({ id: 'p-doctor', got: 2, read: 2 });
    await bench.post(`${path(own)}/read`, { as: 'doctor', body: { got: 0, read: 1 } });
    expect(await chat('service', own)).toEqual(after);
  });

  it('is stored once when it is sent again; the same id with another text is refused', async () => {
    const client = crypto.randomUUID();
    const [first, again] = [
      await say('doctor', own, { client, text: 'once' }),
      await say('doctor', own, { client, text: 'once' }),
    ];
    expect(again.data).toEqual(first.data);
    const other = await say('doctor', own, { client, text: 'twice' });
    expect([other.status, other.code]).toEqual([422, 104006]);
    // Ids are per sender: another person may use the same one.
    expect((await say('service', own, { client, text: 'mine' })).data.seq).toBe(2);
    expect((await said('doctor', own)).items.map(m => m.text)).toEqual(['once', 'mine']);
  });

  it('must contain visible text', async () => {
    const blank = ['', '   ', '\n\t', '\u200b\u200d\ufeff', '\u2060 \u00ad', '\u3164'];
    for (const text of blank) expect(issues(await say('doctor', own, text))).toEqual(['text blank']);
    for (const text of ['a\u0000b', '\u202Eabc'])
      expect(issues(await say('doctor', own, text))).toEqual(['text control-characters']);
    expect(issues(await say('doctor', own, 'x'.repeat(5001)))).toEqual(['text too-long']);
    expect((await say('doctor', own, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await chat('doctor', own)).count).toBe(0);
  });

  it('keeps its text unchanged: HTML is plain text', async () => {
    const text = '<script>alert(1)</script> [x](javascript:alert(1)) 13 & 0.2 mm\n第二行';
    await say('doctor', own, text);
    expect((await said('service', own)).items[0]?.text).toBe(text);
  });

  it('refers only to messages and people of its conversation and to cases that the sender sees', async () => {
    const caseId = await createCaseWithPast(bench, pastAt[Status.PrepareProduction]);
    const [here, elsewhere] = [`case.${caseId}`, (await say('doctor', own, 'elsewhere')).data.id];
    const wrong: [Words, string][] = [
      [{ text: 'x', replyTo: elsewhere }, 'replyTo message-unknown'],
      [{ text: 'x', mentions: ['p-doctor2'] }, 'mentions.0 person-unknown'],
      [{ refs: [{ caseId: 'ZZZZZZ' }] }, 'refs.0 ref-unknown'],
      [{ refs: [{ caseId, version: 99 }] }, 'refs.0 ref-unknown'],
      [{ refs: [{ caseId, version: 1, stage: 150 }] }, 'refs.0 ref-unknown'],
      [{ text: 'x', files: ['nothing'] }, 'files.0 file-unknown'],
    ];
    for (const [words, issue] of wrong) expect(issues(await say('doctor', here, words))).toEqual([issue]);
    const first = await say('doctor', here, { refs: [{ caseId, version: 1, stage: 12, tooth: 13 }] });
    await say('technician', here, { text: 'ok', replyTo: first.data.id, mentions: ['p-doctor'] });
    const [, reply] = (await said('doctor', here)).items;
    expect(reply).toMatchObject({ replyTo: { id: first.data.id, seq: 1, by: { id: 'p-doctor' } } });
    expect(await chat('doctor', here)).toMatchObject({ mentioned: 2, unread: 1 });
  });

  it('is edited by its sender, taken back by the sender or a supervisor, and keeps its place', async () => {
    const { data } = await say('doctor', own, '13 旋转 5°');
    const message = `${path(own)}/messages/${data.id}`;
    const edit = (as: TestPersonName, text: string) => bench.put(message, { as, body: { text } });
    expect((await edit('service', 'x')).status).toBe(403);
    expect(issues(await edit('doctor', '\u200b'))).toEqual(['text blank']);
    bench.clock.advance(60_000);
    await edit('doctor', '13 旋转 15°');
    expect((await said('service', own)).items[0]).toMatchObject({
      text: '13 旋转 15°',
      editedAt: '2026-11-20T08:01:00.000Z',
    });
    expect((await bench.del(message, { as: 'service' })).status).toBe(403);
    await bench.del(message, { as: 'supervisor' });
    expect((await said('doctor', own)).items[0]).toMatchObject({
      text: '',
      deleted: { by: { id: 'p-supervisor' } },
    });
    expect((await edit('doctor', 'again')).status).toBe(409);
    expect(await chat('service', own)).toMatchObject({ count: 1, last: { text: '', deleted: true } });
  });

  it('that comes too fast is refused with a retry time; none is dropped silently', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => say('doctor', own, `${i}`)));
    const stored = answers.filter(a => a.status === 200).length;
    const refused = answers.filter(a => a.status === 429);
    expect([stored, stored + refused.length]).toEqual([30, 60]);
    expect(refused.every(a => Number(a.headers.get('Retry-After')) >= 1)).toBe(true);
    expect((await chat('doctor', own)).count).toBe(stored);
  });
});

it('adds its sender once as a participant, even with a self-mention', async () => {
  const id = `case.${await createCaseWithPast(bench, pastAt[Status.InProduction])}`;
  await say('technician', id, { text: 'x', mentions: ['p-technician'] });
  expect((await chat('technician', id)).people.map(p => p.id)).toEqual(['p-doctor', 'p-technician']);
  expect((await listed('technician')).items.map(c => c.id)).toEqual([id]);
});

describe('history', () => {
  it('is paged from either end, and around a message', async () => {
    for (let i = 1; i <= 25; i++) await say(i % 2 ? 'doctor' : 'service', own, `m${i}`);
    const seqs = async (query: string) => (await said('doctor', own, query)).items.map(m => m.seq);
    expect(await seqs('?size=3')).toEqual([23, 24, 25]);
    expect(await seqs('?size=3&before=23')).toEqual([20, 21, 22]);
    expect(await seqs('?size=3&after=23')).toEqual([24, 25]);
    expect(await seqs('?size=4&around=10')).toEqual([9, 10, 11, 12]);
    expect(await seqs('?before=1')).toEqual([]);
  });

  it('is searched by Chinese characters, pinyin, letters and case ids, in the own conversations', async () => {
    const id = `case.${await createCaseWithPast(bench, pastAt[Status.InProduction])}`;
    await say('doctor', id, '13 的附件掉了');
    await say('doctor', own, 'The attachment of 13 came off');
    await say('doctor2', 'service.p-doctor2', '附件颜色不对');
    const find = async (as: TestPersonName, q: string) => {
      const { data } = await bench.get<{ items: ChatMessage[] }>(
        `/api/chats/search?q=${encodeURIComponent(q)}`,
        { as },
      );
      return data.items.map(m => m.text);
    };
    expect(await find('doctor', '附件')).toEqual(['13 的附件掉了']);
    expect(await find('doctor', 'fujian')).toEqual(['13 的附件掉了']);
    expect(await find('doctor', 'attach')).toEqual(['The attachment of 13 came off']);
    expect(await find('service', '附件')).toEqual(['附件颜色不对', '13 的附件掉了']);
    expect(await find('technician', '附件')).toEqual(['13 的附件掉了']);
    expect(await find('other', '附件')).toEqual([]);
  });
});

describe('the service desk', () => {
  it('lists waiting questions, longest first; an answer ends the waiting', async () => {
    await say('doctor2', 'service.p-doctor2', 'first');
    bench.clock.advance(60_000);
    await say('doctor', own, 'second');
    const free = await listed('service', '?desk=free');
    expect(free.items.map(c => [c.owner.id, c.waitingSince])).toEqual([
      ['p-doctor2', '2026-11-20T08:00:00.000Z'],
      ['p-doctor', '2026-11-20T08:01:00.000Z'],
    ]);
    expect(free.counts).toMatchObject({ free: 2, mine: 0, unread: 0 });
    await say('service', own, 'answer');
    expect((await listed('service', '?desk=free')).items.map(c => c.owner.id)).toEqual(['p-doctor2']);
    expect((await listed('doctor', '?desk=free')).items).toEqual([]);
  });

  it('claims: one of two at once wins; hands over; closes; a new question reopens', async () => {
    await say('doctor', own, 'hello');
    const both = await Promise.all(
      (['service', 'supervisor'] as const).map(as => bench.post(`${path(own)}/claim`, { as })),
    );
    expect(both.map(a => a.status).sort()).toEqual([200, 409]);
    const holder = both[0]?.status === 200 ? 'service' : 'supervisor';
    expect((await chat('doctor', own)).holder?.id).toBe(`p-${holder}`);
    const to = holder === 'service' ? 'supervisor' : 'service';
    const handOver = (as: TestPersonName, who: string) =>
      bench.post(`${path(own)}/handOver`, { as, body: { to: who } });
    expect((await handOver(holder, 'p-doctor')).status).toBe(400);
    expect((await handOver('doctor', 'p-service')).status).toBe(403);
    expect((await handOver('doctor', '')).status).toBe(403);
    expect((await handOver(holder, `p-${to}`)).status).toBe(200);
    expect((await listed(to, '?desk=mine')).items.map(c => c.id)).toEqual([own]);
    expect((await bench.post(`${path(own)}/release`, { as: 'doctor' })).status).toBe(403);
    expect((await bench.post(`${path(own)}/release`, { as: to })).status).toBe(200);
    expect((await listed(to, '?desk=free')).items.map(c => c.id)).toEqual([own]);
    expect((await bench.post(`${path(own)}/claim`, { as: to })).status).toBe(200);
    expect((await bench.post(`${path(own)}/close`, { as: to })).status).toBe(200);
    expect(await chat('doctor', own)).toMatchObject({ closed: true, holder: null, waitingSince: null });
    expect((await bench.post(`${path(own)}/close`, { as: to })).status).toBe(409);
    bench.clock.advance(1_000);
    await say('doctor', own, 'one more thing');
    expect(await chat('doctor', own)).toMatchObject({
      closed: false,
      waitingSince: '2026-11-20T08:00:01.000Z',
    });
  });

  it('answers a repeated hand-over as the first time, even if its new holder has left', async () => {
    await say('doctor', own, 'hello');
    await bench.post(`${path(own)}/claim`, { as: 'service' });
    const handOver = () =>
      bench.post(`${path(own)}/handOver`, {
        as: 'service',
        body: { to: 'p-supervisor' },
        headers: { 'Idempotency-Key': 'k1' },
      });
    const first = await handOver();
    await bench.post('/api/users/p-supervisor/freeze', { as: 'admin', body: {} });
    const again = await handOver();
    expect([again.status, again.headers.get('X-Position')]).toEqual([200, first.headers.get('X-Position')]);
  });

  it('lets only the holder or a supervisor close a waiting question', async () => {
    const close = async (as: TestPersonName) => (await bench.post(`${path(own)}/close`, { as })).status;
    await say('doctor', own, 'hello');
    await bench.post(`${path(own)}/claim`, { as: 'supervisor' });
    expect(await close('service')).toBe(409);
    expect(await chat('doctor', own)).toMatchObject({ closed: false, holder: { id: 'p-supervisor' } });
    await say('supervisor', own, 'answer');
    expect(await close('service')).toBe(200);
    bench.clock.advance(1_000);
    await say('doctor', own, 'again');
    await bench.post(`${path(own)}/claim`, { as: 'service' });
    expect(await close('supervisor')).toBe(200);
  });
});

describe('people at the desk', () => {
  it('see each other on duty, and nobody else sees them', async () => {
    const at = async (as: TestPersonName) =>
      bench.get<{ items: { id: string }[] }>('/api/chats/desk', { as });
    const { data } = await at('service');
    expect(data.items.map(person => person.id).sort()).toEqual(['p-service', 'p-supervisor']);
    expect((await at('supervisor')).data).toEqual(data);
    for (const as of ['doctor', 'assistant', 'technician', 'admin', 'analyst', 'other'] as const)
      expect((await at(as)).status).toBe(403);
  });
});

describe('lost rights', () => {
  it('hide the conversation', async () => {
    const caseId = await createCaseWithPast(bench, pastAt[Status.PlanUnderDesign]);
    const id = `case.${caseId}`;
    await say('doctor', id, 'for all who see it');
    await say('technician', id, 'here');
    expect((await listed('technician')).items.map(c => c.id)).toEqual([id]);
    const moved = await performAction(bench, 'supervisor', caseId, 'reassign', {
      technicianId: 'p-technician2',
      note: '王硕休假',
    });
    expect(moved.status).toBe(200);
    expect((await listed('technician')).items).toEqual([]);
    expect((await bench.send('GET', path(id), { as: 'technician' })).status).toBe(404);
    expect((await listed('technician2')).items.map(c => c.id)).toEqual([id]);
  });
});
