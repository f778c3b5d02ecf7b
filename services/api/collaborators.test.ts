import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actions } from '#events/case/decider.ts';
import { Status } from '#events/case/status.ts';
import { pastAt } from '#events/testing/past.ts';
import type { CaseInvitationItem, CollaboratorItem } from './cover-answers.ts';
import { createCase, performAction } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
  // `other` is a doctor of another organisation, with a confirmed address.
  await bench.deps.accounts.change({ by: 'system', commandId: crypto.randomUUID() }, 'p-other', {
    email: 'perio@far.example',
  });
});
afterEach(() => bench.close());

const invite = (caseId: string, more: object = {}, as: TestPersonName = 'doctor') =>
  bench.post(`/api/cases/${caseId}/collaborators`, {
    as,
    body: { email: 'perio@far.example', level: 'reads', note: '牙周评估', lang: 'zh-CN', ...more },
  });
const mine = async (as: TestPersonName = 'other') =>
  (await bench.get<{ items: CaseInvitationItem[] }>('/api/collaborations', { as })).data.items;
const listed = async (caseId: string, as: TestPersonName = 'doctor') =>
  (await bench.get<{ items: CollaboratorItem[] }>(`/api/cases/${caseId}/collaborators`, { as })).data?.items;
const answer = (id: string, verb: 'accept' | 'end', as: TestPersonName = 'other') =>
  bench.post(`/api/collaborations/${id}/${verb}`, { as, body: {} });
/** A case in which `other` takes part. */
async function joined(more: object = {}): Promise<{ caseId: string; id: string }> {
  const caseId = await createCase(bench);
  await invite(caseId, more);
  const id = (await mine())[0]?.id ?? '';
  expect((await answer(id, 'accept')).status).toBe(200);
  return { caseId, id };
}
const seen = async (caseId: string, as: TestPersonName = 'other') =>
  (await bench.get(`/api/cases/${caseId}`, { as })).status;
const total = async (as: TestPersonName = 'other') =>
  (await bench.get<{ total: number }>('/api/cases', { as })).data.total;
const rename = async (caseId: string, as: TestPersonName = 'other') =>
  (await bench.put(`/api/cases/${caseId}/patient`, { as, body: { name: '张伟' } })).status;
const say = async (caseId: string, as: TestPersonName = 'other') =>
  (
    await bench.post(`/api/chats/case.${caseId}/messages`, {
      as,
      body: { client: crypto.randomUUID(), text: '已阅' },
    })
  ).status;

describe('a collaborator', () => {
  test('sees the case and nothing else, only after accepting', async () => {
    const caseId = await createCase(bench);
    await createCase(bench);
    await invite(caseId);
    expect([await seen(caseId), await total()]).toEqual([404, 0]);
    const [invitation] = await mine();
    expect(invitation).toMatchObject({ caseId: null, by: { id: 'p-doctor' }, level: 'reads' });
    await answer(invitation?.id ?? '', 'accept');
    expect([await seen(caseId), await total(), (await mine())[0]?.caseId]).toEqual([200, 1, caseId]);
    expect(await listed(caseId)).toMatchObject([
      { person: { id: 'p-other' }, by: { id: 'p-doctor' }, mayEnd: true },
    ]);
    expect((await bench.get('/api/users', { as: 'other' })).status).toBe(403);
  });

  test.each([
    ['reads', 403, 404],
    ['comments', 403, 200],
    ['acts', 200, 200],
  ])('who %s edits with %i and writes with %i', async (level, edits, writes) => {
    const { caseId } = await joined({ level });
    expect([await rename(caseId), await say(caseId)]).toEqual([edits, writes]);
    expect(
      (await bench.post(`/api/cases/${caseId}/actions/deleteDraft`, { as: 'other', body: {} })).status,
    ).toBe(403);
    expect((await invite(caseId, { email: 'x@y.example' }, 'other')).status).toBe(403);
  });

  test('acts under the own name', async () => {
    const { caseId } = await joined({ level: 'acts' });
    await rename(caseId);
    const { data } = await bench.get<{ items: { by: { id: string; actsFor?: object } }[] }>(
      `/api/cases/${caseId}/history`,
      { as: 'doctor' },
    );
    const own = data.items.filter(({ by }) => by.id === 'p-other');
    expect(own.map(({ by }) => by.actsFor)).toEqual([undefined]);
  });

  test.each(['doctor', 'other'] as const)('loses sight at once when %s ends it', async as => {
    const { caseId, id } = await joined();
    expect((await answer(id, 'end', as)).status).toBe(200);
    expect([await seen(caseId), await total(), await listed(caseId)]).toEqual([404, 0, []]);
    expect((await answer(id, 'end', as)).status).toBe(404);
  });

  test('loses sight when the last day ends, with no event', async () => {
    const { caseId } = await joined({ last: '2026-11-20' });
    bench.clock.set(Date.parse('2026-11-20T16:00:00Z') - 1);
    bench.tokens.clear();
    expect(await seen(caseId)).toBe(200);
    bench.clock.advance(1);
    expect([await seen(caseId), await total()]).toEqual([404, 0]);
  });

  test.each(['move', 'remove'] as const)('is none after %s, and can be invited again', async act => {
    const { caseId } = await joined();
    const order = { by: 'system', commandId: crypto.randomUUID() };
    const to = { position: 'Technician', orgId: 'other', serves: [] } as const;
    const none = () => ({ owned: 0, assigned: 0 });
    if (act === 'move') await bench.deps.accounts.move(order, 'p-other', to, none);
    else await bench.deps.accounts.remove(order, 'p-other');
    expect(await listed(caseId)).toEqual([]);
    expect((await invite(caseId)).status).toBe(200);
  });

  test('to whom the case is handed over has it once', async () => {
    const caseId = await createCase(bench);
    await bench.deps.accounts.change({ by: 'system', commandId: crypto.randomUUID() }, 'p-doctor2', {
      email: 'doctor2@clinic.example',
    });
    await invite(caseId, { email: 'doctor2@clinic.example', level: 'acts' });
    await answer((await mine('doctor2'))[0]?.id ?? '', 'accept', 'doctor2');
    expect(await total('doctor2')).toBe(1);
    await bench.post('/api/handOvers', { as: 'doctor', body: { account: 'doctor2', note: '转诊' } });
    const { data } = await bench.get<{ counters: Record<string, number> }>('/api/workbench', {
      as: 'doctor2',
    });
    expect([await total('doctor2'), data.counters.all]).toEqual([1, 1]);
  });

  test('who wrote a comment is told of its replies until the collaboration ends', async () => {
    const caseId = await createCaseWithPast(bench, pastAt[Status.PlanAwaitingDoctor]);
    await invite(caseId, { level: 'comments' });
    const id = (await mine())[0]?.id ?? '';
    await answer(id, 'accept');
    const comment = actions.commentPlan.example;
    expect((await performAction(bench, 'other', caseId, 'commentPlan', comment)).status).toBe(200);
    const { comments } = await bench.deps.streams.load(caseId);
    const reply = { comment: comments.length, note: '同意' };
    const told = async () => {
      await performAction(bench, 'doctor', caseId, 'replyComment', reply);
      const { data } = await bench.get<{ items: { type: string }[] }>('/api/messages', { as: 'other' });
      return data.items.filter(({ type }) => type === 'CommentReplied').length;
    };
    expect(await told()).toBe(1);
    await answer(id, 'end', 'doctor');
    expect(await told()).toBe(1);
  });

  test('stays when the case is handed over, and serves the new owner', async () => {
    const { caseId } = await joined();
    await bench.post('/api/handOvers', { as: 'doctor', body: { account: 'doctor2', note: '转诊' } });
    expect([await seen(caseId), await total(), await seen(caseId, 'doctor')]).toEqual([200, 1, 404]);
    expect(await listed(caseId, 'doctor2')).toHaveLength(1);
  });
});

describe('an invitation', () => {
  test('answers alike with and without an account', async () => {
    const caseId = await createCase(bench);
    const known = await invite(caseId);
    const unknown = await invite(caseId, { email: 'nobody@far.example' });
    expect([known.status, known.data]).toEqual([200, unknown.data]);
    expect(unknown.status).toBe(200);
    const again = await invite(caseId);
    expect(again.data).toMatchObject({ issues: [{ path: 'email', issue: 'collaborator-invited' }] });
  });

  test('is for the confirmed address alone; to others it is missing, byte for byte', async () => {
    const caseId = await createCase(bench);
    await invite(caseId);
    const id = (await mine())[0]?.id ?? '';
    const text = async (which: string, as: TestPersonName) => {
      const sent = await bench.send('POST', `/api/collaborations/${which}/accept`, { as, body: {} });
      return `${sent.status} ${await sent.text()}`;
    };
    expect(await mine('doctor2')).toEqual([]);
    expect(await text(id, 'doctor2')).toBe(await text('nothing', 'doctor2'));
    expect(await text(id, 'doctor2')).toMatch(/^404 /);
    expect((await answer(id, 'end', 'doctor2')).status).toBe(404);
    expect(await listed(caseId, 'other')).toBeUndefined();
  });

  test.each(['other', 'technician', 'supervisor'] as const)('is not sent by %s', async as => {
    const caseId = await createCase(bench);
    expect([403, 404]).toContain((await invite(caseId, {}, as)).status);
    expect((await invite(caseId, {}, 'assistant')).status).toBe(403);
  });
});
