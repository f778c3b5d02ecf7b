/** Saved questions over the API: owners, readers and refusals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questionStreamOf } from '#events/question/events.ts';
import { questionLimits } from '#events/question/limits.ts';
import { countAppendBytes, MAX_APPEND_BYTES } from '../eventstore/row.ts';
import type { QuestionDetail, QuestionItem } from './answers.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

const path = '/api/analysis/questions';
const content = { title: '等待最久', sql: "SELECT '张伟' AS named" };

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

const save = async (body: object = {}, as: TestPersonName = 'analyst') =>
  (await bench.post<QuestionDetail>(path, { as, body: { ...content, ...body } })).data;
const change = (id: string, body: object, how: { as?: TestPersonName; ifMatch?: number } = {}) => {
  const headers: Record<string, string> = how.ifMatch === undefined ? {} : { 'If-Match': `"${how.ifMatch}"` };
  return bench.put<QuestionDetail>(`${path}/${id}`, {
    ...{ as: how.as ?? ('analyst' as const), body: { ...content, ...body }, headers },
  });
};
const remove = (id: string, as: TestPersonName = 'analyst') => bench.del(`${path}/${id}`, { as });
const read = (id: string, as: TestPersonName) => bench.get<QuestionDetail>(`${path}/${id}`, { as });
const listed = async (of: 'mine' | 'shared', as: TestPersonName) =>
  (await bench.get<{ items: QuestionItem[] }>(`${path}?of=${of}&size=100`, { as })).data.items.map(
    ({ id }) => id,
  );

describe('a saved question', () => {
  test('is whole for its owner, and like a missing one for everybody else', async () => {
    const { id, revision } = await save({ params: { n: { type: 'number', value: 3 } } });
    const { data, status } = await read(id, 'analyst');
    expect(status).toBe(200);
    expect(data).toMatchObject({ ...content, id, revision, chart: null, mine: true, shared: false });
    expect(data.params).toEqual({ n: { type: 'number', value: 3 } });
    const missing = await read('none', 'admin');
    for (const hidden of [
      await read(id, 'admin'),
      await change(id, {}, { as: 'admin' }),
      await remove(id, 'admin'),
    ])
      expect([hidden.status, hidden.code]).toEqual([missing.status, missing.code]);
    expect([await listed('mine', 'admin'), await listed('shared', 'admin')]).toEqual([[], []]);
    expect(await listed('mine', 'analyst')).toEqual([id]);
  });

  test('is read, but not changed, by those with whom it is shared, until it is shared no longer', async () => {
    const { id } = await save({ shared: true });
    expect((await read(id, 'admin')).data).toMatchObject({ ...content, mine: false, shared: true });
    expect([await listed('shared', 'admin'), await listed('mine', 'admin')]).toEqual([[id], []]);
    expect([(await change(id, {}, { as: 'admin' })).status, (await remove(id, 'admin')).status]).toEqual([
      403, 403,
    ]);
    expect((await change(id, { title: 'Shared still' })).data.shared).toBe(true);
    await change(id, { shared: false });
    expect([(await read(id, 'admin')).status, await listed('shared', 'admin')]).toEqual([404, []]);
  });

  test('is restored under its id by saving it again after its removal', async () => {
    const { id } = await save({ shared: true });
    expect((await remove(id)).status).toBe(200);
    expect([(await read(id, 'analyst')).status, (await remove(id)).status]).toEqual([404, 404]);
    expect(await listed('shared', 'analyst')).not.toContain(id);
    expect((await change(id, { shared: true })).status).toBe(200);
    expect((await read(id, 'admin')).data).toMatchObject({ ...content, shared: true });
  });

  test('is refused where it was saved since, and changes nothing if nothing changed', async () => {
    const first = await save();
    expect((await change(first.id, {}, { ifMatch: first.revision })).data.revision).toBe(first.revision);
    const second = await change(first.id, { title: 'Second' }, { ifMatch: first.revision });
    expect(second.headers.get('etag')).toBe(`"${second.data.revision}"`);
    const late = await change(first.id, { title: 'Late' }, { ifMatch: first.revision });
    expect([late.status, late.code]).toEqual([409, 104113]);
    expect((await read(first.id, 'analyst')).data.title).toBe('Second');
  });

  test('names the field that is wrong', async () => {
    const pathsOf = async (body: object) => {
      const sent = { as: 'analyst', body: { ...content, ...body } } as const;
      const { status, data } = await bench.post<{ issues: { path: string }[] }>(path, sent);
      return [status, data.issues.map(issue => issue.path)];
    };
    expect(await pathsOf({ title: 'x'.repeat(61) })).toEqual([400, ['title']]);
    expect(await pathsOf({ title: ' ' })).toEqual([400, ['title']]);
    expect(await pathsOf({ sql: '' })).toEqual([400, ['sql']]);
    expect(await pathsOf({ params: { day: { type: 'day', value: '2026-02-31' } } })).toEqual([
      400,
      ['params.day.value'],
    ]);
    expect(await pathsOf({ chart: { kind: 'pie', x: 'a', y: 'b' } })).toEqual([400, ['chart.kind']]);
  });

  test('of the longest text fits twice into an append', async () => {
    const sql = '\n齐'.repeat(questionLimits.sqlMax / 2);
    const { id } = await save({ title: '齐'.repeat(questionLimits.titleMax), sql });
    const events = await Array.fromAsync(bench.deps.store.read(questionStreamOf(id)));
    expect(countAppendBytes(events)).toBeLessThan(MAX_APPEND_BYTES / 2);
  });

  test('is sealed with the key of its owner', async () => {
    const { id } = await save();
    const sealed = await Array.fromAsync(bench.deps.sealedLog.read(questionStreamOf(id)));
    expect(sealed).toHaveLength(1);
    const stored = JSON.stringify(sealed, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const word of ['张伟', content.title]) expect(stored).not.toContain(word);
  });
});

test('a person keeps at most 200 questions; removing one makes room', async () => {
  const ids: string[] = [];
  for (let n = 0; n < questionLimits.perPerson; n++) ids.push((await save({}, 'admin')).id);
  const full = await bench.post<{ issues: object[] }>(path, { as: 'admin', body: content });
  expect([full.status, full.data.issues]).toMatchObject([400, [{ issue: 'question-limit' }]]);
  const [first = ''] = ids;
  await remove(first, 'admin');
  await save({}, 'admin');
  expect((await change(first, {}, { as: 'admin' })).status).toBe(400);
});
