import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startHandOvers } from '../effects/hand-overs.ts';
import type { CoverItem } from './cover-answers.ts';
import { createCase } from './testing/case-steps.ts';
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

const days = { first: '2026-11-20', last: '2026-11-21' };
const arrange = (more: object = {}, as: TestPersonName = 'doctor') =>
  bench.post<CoverItem>('/api/covers', { as, body: { account: 'doctor2', ...days, note: '年假', ...more } });
const end = (id: string, as: TestPersonName) => bench.post(`/api/covers/${id}/end`, { as, body: {} });
const covers = async (as: TestPersonName) =>
  (await bench.get<{ items: CoverItem[] }>('/api/covers', { as })).data.items;
const total = async (as: TestPersonName) =>
  (await bench.get<{ total: number }>('/api/cases', { as })).data.total;
const all = async (as: TestPersonName) =>
  (await bench.get<{ counters: Record<string, number> }>('/api/workbench', { as })).data.counters.all;
const name = (caseId: string, as: TestPersonName, text: string) =>
  bench.put(`/api/cases/${caseId}/patient`, { as, body: { name: text } });
const seen = async (caseId: string, as: TestPersonName) =>
  (await bench.get(`/api/cases/${caseId}`, { as })).status;
const issuesOf = ({ data }: { data: unknown }) => (data as { issues: object[] }).issues;
/** Until the day after the cover's last day, in Shanghai. */
const leaveMs = Date.parse('2026-11-21T16:00:00Z') - Date.parse('2026-11-20T08:00:00Z');

describe('a covering colleague', () => {
  test('sees and edits the cases until the last day ends, with no event at its end', async () => {
    const [caseId, own] = [await createCase(bench), await createCase(bench, 'doctor2')];
    expect([await total('doctor2'), await seen(caseId, 'doctor2')]).toEqual([1, 404]);
    const { data } = await arrange();
    expect(data).toMatchObject({ given: true, colleague: { id: 'p-doctor2' }, cases: null, active: true });
    expect((await covers('doctor2'))[0]).toMatchObject({
      id: data.id,
      given: false,
      owner: { id: 'p-doctor' },
    });
    expect([await total('doctor2'), await all('doctor2')]).toEqual([2, 2]);
    expect((await name(caseId, 'doctor2', '张伟')).status).toBe(200);
    bench.clock.advance(leaveMs - 1);
    bench.tokens.clear();
    expect((await name(caseId, 'doctor2', '王芳')).status).toBe(200);
    const head = await bench.deps.store.head();
    bench.clock.advance(1);
    expect((await name(caseId, 'doctor2', '李娜')).status).toBe(404);
    expect([await total('doctor2'), await all('doctor2'), await seen(own, 'doctor2')]).toEqual([1, 1, 200]);
    expect(await bench.deps.store.head()).toBe(head);
    expect(await covers('doctor2')).toEqual([]);
  });

  test('is named with the owner in the history, as an assistant is', async () => {
    const caseId = await createCase(bench);
    await arrange();
    await name(caseId, 'doctor2', '张伟');
    await name(caseId, 'doctor', '张大伟');
    const { data } = await bench.get<{ items: { by: { id: string; actsFor?: object } }[] }>(
      `/api/cases/${caseId}/history`,
      { as: 'doctor' },
    );
    const by = data.items.map(item => [item.by.id, item.by.actsFor && 'for owner']);
    expect(by).toContainEqual(['p-doctor2', 'for owner']);
    expect(by).toContainEqual(['p-doctor', undefined]);
  });

  test('of some cases sees and counts those alone', async () => {
    const [one, two] = [await createCase(bench), await createCase(bench)];
    await arrange({ caseIds: [one] });
    expect([await seen(one, 'doctor2'), await seen(two, 'doctor2')]).toEqual([200, 404]);
    expect([await total('doctor2'), await all('doctor2')]).toEqual([1, 1]);
    const found = async (caseId: string) =>
      (await bench.get<{ total: number }>(`/api/cases?keyword=${caseId}`, { as: 'doctor2' })).data.total;
    expect([await found(one), await found(two)]).toEqual([1, 0]);
  });

  test('loses the right at once when either doctor ends the cover', async () => {
    const caseId = await createCase(bench);
    for (const as of ['doctor', 'doctor2'] as const) {
      const { id } = (await arrange()).data;
      expect(await seen(caseId, 'doctor2')).toBe(200);
      expect((await end(id, as)).status).toBe(200);
      expect([await seen(caseId, 'doctor2'), (await end(id, as)).status]).toEqual([404, 404]);
    }
  });

  test('does not save what waited for its turn while the cover ended', async () => {
    const caseId = await createCase(bench);
    const { id } = (await arrange()).data;
    const viewer = (await bench.deps.sessions.verify(await bench.tokenOf('doctor2'), { act: true })).viewer;
    await end(id, 'doctor');
    const late = bench.deps.perform.saveSection(viewer, {
      caseId,
      commandId: crypto.randomUUID(),
      section: 'patient',
      value: { name: '张伟' },
    });
    await expect(late).rejects.toMatchObject({ refusal: 'caseUnknown' });
  });

  test('gets a message, and so does the other doctor when it ends', async () => {
    const { id } = (await arrange()).data;
    await end(id, 'doctor2');
    const told = async (as: TestPersonName) =>
      (await bench.get<{ items: { type: string; facts: object }[] }>('/api/messages', { as })).data.items
        .filter(({ type }) => type.startsWith('Cover'))
        .map(({ type, facts }) => ({ type, ...facts }));
    expect(await told('doctor2')).toMatchObject([{ type: 'CoverArranged', ...days, cases: 0 }]);
    expect(await told('doctor')).toMatchObject([{ type: 'CoverEnded' }]);
  });
});

describe('rights', () => {
  test('another organisation and other doctors see a cover like a missing one, byte for byte', async () => {
    const caseId = await createCase(bench);
    const { id } = (await arrange()).data;
    const text = async (as: TestPersonName, cover: string) => {
      const answer = await bench.send('POST', `/api/covers/${cover}/end`, { as, body: {} });
      return `${answer.status} ${await answer.text()}`;
    };
    expect(await text('other', id)).toBe(await text('other', 'c-nobody'));
    expect(await text('other', id)).toContain('404 ');
    expect([await covers('other'), await seen(caseId, 'other')]).toEqual([[], 404]);
    const foreign = await arrange({ caseIds: [await createCase(bench, 'other')] });
    const missing = await arrange({ caseIds: ['C0'] });
    expect(issuesOf(foreign)).toEqual(issuesOf(missing));
  });

  test.each(['other', 'technician', 'designer', 'admin', 'nobody', 'doctor'])(
    '%s covers nobody',
    async account => {
      expect(issuesOf(await arrange({ account }))).toMatchObject([
        { path: 'account', issue: 'colleague-unknown' },
      ]);
    },
  );

  test.each(testPersonNames.filter(who => !['doctor', 'doctor2', 'other'].includes(who)))(
    '%s has no covers',
    async as => {
      const { id } = (await arrange()).data;
      const statuses = [
        (await bench.get('/api/covers', { as })).status,
        (await arrange({}, as)).status,
        (await end(id, as)).status,
        (await bench.post('/api/handOvers', { as, body: { account: 'doctor2', note: 'x' } })).status,
      ];
      expect(statuses).toEqual([403, 403, 403, 403]);
    },
  );
});

describe('handing over', () => {
  const give = (body: object = {}, as: TestPersonName = 'doctor') =>
    bench.post('/api/handOvers', { as, body: { account: 'doctor2', note: '转诊', ...body } });

  test('gives some cases for good, with the reason in their histories', async () => {
    const [one, two] = [await createCase(bench), await createCase(bench)];
    expect((await give({ caseIds: [one] })).status).toBe(200);
    expect([await seen(one, 'doctor'), await seen(one, 'doctor2')]).toEqual([404, 200]);
    expect([await seen(two, 'doctor'), await seen(two, 'doctor2')]).toEqual([200, 404]);
    expect([await total('doctor'), await total('doctor2'), await total('assistant')]).toEqual([1, 1, 1]);
    const { data } = await bench.get<{ items: { type: string; note: string | null }[] }>(
      `/api/cases/${one}/history`,
      { as: 'doctor2' },
    );
    expect(data.items).toContainEqual(expect.objectContaining({ type: 'CaseHandedOver', note: '转诊' }));
  });

  test('of all cases does not take those that the doctor gets before the follower has seen it', async () => {
    const [given, later] = [await createCase(bench), await createCase(bench, 'doctor2')];
    await give();
    bench.clock.advance(1);
    const own = await createCase(bench);
    await give({ account: 'doctor', caseIds: [later] }, 'doctor2');
    const follower = startHandOvers(bench.deps);
    await follower.idle();
    await follower.stop();
    const cases = await Promise.all([given, own, later].map(caseId => bench.deps.streams.load(caseId)));
    expect(cases.map(({ ownerId }) => ownerId)).toEqual(['p-doctor2', 'p-doctor', 'p-doctor']);
  });

  test('is done by an Admin for a doctor who was removed', async () => {
    const caseId = await createCase(bench);
    await bench.del('/api/users/p-doctor', { as: 'admin' });
    const page = await bench.get('/api/users/p-doctor', { as: 'admin' });
    expect(page.data).toMatchObject({ removed: true, held: { owned: 1 } });
    const body = { account: 'doctor2', note: '离职' };
    expect((await bench.post('/api/users/p-doctor/handOver', { as: 'admin', body })).status).toBe(200);
    expect(await seen(caseId, 'doctor2')).toBe(200);
    expect((await bench.get('/api/users/p-doctor', { as: 'admin' })).data).toMatchObject({
      held: { owned: 0 },
    });
  });

  test('takes no case of another doctor, and gives none to another organisation', async () => {
    const caseId = await createCase(bench, 'doctor2');
    expect(issuesOf(await give({ caseIds: [caseId] }))).toEqual(issuesOf(await give({ caseIds: ['C0'] })));
    expect(issuesOf(await give({ account: 'other' }))).toMatchObject([{ issue: 'colleague-unknown' }]);
    const body = { account: 'doctor2', note: 'x' };
    for (const as of ['supervisor', 'service', 'doctor'] as const)
      expect((await bench.post('/api/users/p-doctor/handOver', { as, body })).status).toBe(403);
  });
});
