/** Articles over the API: writers, readers, publication times, search and files. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleStreamOf } from '#events/news/events.ts';
import { articleLimits } from '#events/news/kinds.ts';
import { articleFilePath } from '#events/news/pictures.ts';
import type { ArticleItem, ReaderArticle } from '#projections/news/item.ts';
import { createPng } from '../../infra/testing/generate/image.ts';
import { countAppendBytes, MAX_APPEND_BYTES } from '../eventstore/row.ts';
import {
  type ArticleTestServer,
  articlesPath,
  articleText,
  openArticleTestServer,
} from './testing/articles.ts';
import { type TestPersonName, testPeople } from './testing/test-server.ts';

type Listed<I> = { items: I[]; total: number };
const names = Object.keys(testPeople) as TestPersonName[];
const writers: readonly TestPersonName[] = ['supervisor', 'service', 'admin'];

let own: ArticleTestServer;
let bench: ArticleTestServer['bench'];
beforeAll(async () => {
  own = await openArticleTestServer();
  ({ bench } = own);
});
afterAll(() => own.close());

const readBy = async (as: TestPersonName, query: string) =>
  (await bench.get<Listed<ReaderArticle>>(`/api/articles?size=100&${query}`, { as })).data;
const idsReadBy = async (as: TestPersonName, query = 'kind=news') =>
  (await readBy(as, query)).items.map(i => i.id);
const writtenBy = async (as: TestPersonName, query = 'kind=news') =>
  (await bench.get<Listed<ArticleItem>>(`${articlesPath}?size=100&${query}`, { as })).data;

describe('writing articles', () => {
  test('is allowed to the back office only: every call, every position', async () => {
    const id = await own.written('news', { at: null });
    for (const as of names) {
      const answers = await Promise.all([
        bench.get(`${articlesPath}?kind=news`, { as }),
        bench.get(`${articlesPath}/${id}`, { as }),
        bench.post(articlesPath, { as, body: { kind: 'news' } }),
        bench.post(`${articlesPath}/${id}/publish`, { as, body: {} }),
      ]);
      const expected = writers.includes(as) ? 200 : 403;
      expect([as, ...answers.map(a => a.status)]).toEqual([as, ...answers.map(() => expected)]);
    }
    for (const path of [articlesPath, `${articlesPath}/${id}`])
      expect((await bench.get(path)).status).toBe(401);
  });

  test('accepts the longest texts in both languages, which fit twice into an append', async () => {
    const { id } = await own.begin('news');
    const longest = { title: '齐'.repeat(articleLimits.titleMax), body: '齐'.repeat(articleLimits.bodyMax) };
    const saved = await own.save(id, { texts: { en: longest, 'zh-CN': longest } });
    expect(saved.status).toBe(200);
    const events = await Array.fromAsync(bench.deps.store.read(articleStreamOf(id)));
    const largest = Math.max(...events.map(event => countAppendBytes([event])));
    expect(largest).toBeGreaterThan(articleLimits.bodyMax * 6);
    expect(largest).toBeLessThan(MAX_APPEND_BYTES / 2);
  });

  test('moves an article from draft to published, withdrawn, removed and restored', async () => {
    const { id, publicity, edition } = await own.begin('institute');
    expect([publicity, edition]).toEqual(['draft', 0]);
    const saved = await own.save(id, { texts: { en: articleText('IPR'), 'zh-CN': null } });
    expect(saved.data).toMatchObject({ edition: 1, publicity: 'draft', texts: { 'zh-CN': null } });
    expect(saved.data.changed.by).toMatchObject({ id: 'p-service' });
    expect(await idsReadBy('doctor', 'kind=institute')).toEqual([]);
    expect((await own.publish(id)).data.publicity).toBe('published');
    expect(await idsReadBy('doctor', 'kind=institute')).toEqual([id]);
    expect((await bench.post(`${articlesPath}/${id}/withdraw`, { as: 'admin' })).status).toBe(200);
    expect(await idsReadBy('doctor', 'kind=institute')).toEqual([]);
    await own.publish(id);
    expect((await bench.del(`${articlesPath}/${id}`, { as: 'supervisor' })).status).toBe(200);
    expect([
      await idsReadBy('doctor', 'kind=institute'),
      (await writtenBy('admin', 'kind=institute')).total,
    ]).toEqual([[], 0]);
    expect((await bench.get(`${articlesPath}/${id}`, { as: 'admin' })).status).toBe(404);
    await bench.post(`${articlesPath}/${id}/restore`, { as: 'supervisor' });
    expect(await idsReadBy('doctor', 'kind=institute')).toEqual([id]);
  });

  test('based on an older edition is refused with the other writer’s name; a repeated key saves once', async () => {
    const { id } = await own.begin();
    const body = { edition: 0, texts: { en: articleText('First'), 'zh-CN': null } };
    const headers = { 'Idempotency-Key': 'once' };
    const once = await bench.put<ArticleItem>(`${articlesPath}/${id}`, { as: 'service', body, headers });
    const twice = await bench.put<ArticleItem>(`${articlesPath}/${id}`, { as: 'service', body, headers });
    expect([once.data.edition, twice.data.edition]).toEqual([1, 1]);
    const late = await own.save(id, { texts: { en: articleText('Late'), 'zh-CN': null } }, 'admin');
    expect([late.status, late.code]).toEqual([409, 104050]);
    expect(late.data).toMatchObject({ edition: 1, by: 'p-service' });
  });

  test('names the missing fields before publication', async () => {
    const { id } = await own.begin('faq');
    await own.save(id, { texts: { en: articleText('Question', ''), 'zh-CN': null } });
    const { status, data } = await own.publish(id);
    expect([status, data]).toMatchObject([
      400,
      { issues: [{ path: 'texts.en.body' }, { path: 'group', issue: 'required' }] },
    ]);
  });

  test('of another organisation’s article answers like an unknown id', async () => {
    const foreign = await own.written('news', { at: null });
    await bench.deps.accounts.add(
      { by: 'system', commandId: crypto.randomUUID() },
      {
        personId: 'p-otherService',
        userName: 'otherService',
        password: 'archline1',
        position: 'Service',
        orgId: 'other',
        name: '李明',
        phone: null,
      },
    );
    const { data } = await bench.post<{ token: string }>('/api/login', {
      body: { userName: 'otherService', password: 'archline1' },
    });
    const calls = bench.routes.filter(r => r.path.startsWith(`${articlesPath}/:id`));
    expect(calls.length).toBe(6);
    for (const { method, path } of calls) {
      const asked = async (id: string) => {
        const body = method === 'get' ? {} : { body: { edition: 1, texts: { en: null, 'zh-CN': null } } };
        const answer = await bench.send(method.toUpperCase(), path.replace(':id', id), {
          token: data.token,
          ...body,
        });
        return [method, path, answer.status, (await answer.text()).replaceAll(id, '')];
      };
      expect(await asked(foreign)).toEqual(await asked('none'));
      expect((await asked(foreign))[2]).toBe(404);
    }
    // The other organisation's articles are for its own people only.
    const headers = { token: data.token };
    const mine = await bench.post<ArticleItem>(articlesPath, { ...headers, body: { kind: 'news' } });
    const texts = { en: articleText('Ours'), 'zh-CN': null };
    await bench.put(`${articlesPath}/${mine.data.id}`, { ...headers, body: { edition: 0, texts } });
    await bench.post(`${articlesPath}/${mine.data.id}/publish`, { ...headers, body: {} });
    expect(await idsReadBy('other')).toEqual([mine.data.id]);
    expect(await idsReadBy('doctor')).not.toContain(mine.data.id);
  });
});

describe('reading articles', () => {
  test('is open to everybody whom the organisation serves, in its own order', async () => {
    const first = await own.written('news', { at: '2026-11-01T00:00:00Z' });
    const second = await own.written('news', { at: '2026-11-02T00:00:00Z' });
    for (const as of names) {
      const ids = (await idsReadBy(as)).filter(id => [first, second].includes(id));
      expect([as, ids]).toEqual([as, as === 'other' ? [] : [second, first]]);
      const { status } = await bench.get(`/api/articles/${first}`, { as });
      expect([as, status]).toEqual([as, as === 'other' ? 404 : 200]);
    }
    expect((await bench.get('/api/articles?kind=news')).status).toBe(401);
    const { data } = await bench.get<ReaderArticle>(`/api/articles/${first}`, { as: 'designer' });
    expect(Object.keys(data)).not.toContain('changed');
  });

  test('includes a scheduled article when its time has come, page by page, without an event', async () => {
    const before = await readBy('doctor', 'kind=version');
    const version = { version: '2.0' };
    const then = new Date(bench.clock.now() + 3_600_000).toISOString();
    const [now, later] = [
      await own.written('version', version),
      await own.written('version', { ...version, at: then }),
    ];
    expect((await readBy('doctor', 'kind=version')).items.map(i => i.id)).toEqual([now]);
    expect((await readBy('doctor', 'kind=version')).total).toBe(before.total + 1);
    expect((await writtenBy('service', 'kind=version')).items.map(i => i.publicity)).toEqual([
      'scheduled',
      'published',
    ]);
    expect((await bench.get(`/api/articles/${later}`, { as: 'doctor' })).status).toBe(404);
    const head = await bench.deps.store.head();
    bench.clock.advance(3_600_000);
    bench.tokens.clear();
    const query = '/api/articles?kind=version&size=1&page=';
    const pages = await Promise.all(
      [1, 2].map(async page => (await bench.get<Listed<ReaderArticle>>(query + page, { as: 'doctor' })).data),
    );
    expect(pages.map(p => [p.items.map(i => i.id), p.total])).toEqual([
      [[later], 2],
      [[now], 2],
    ]);
    const events = await Array.fromAsync(bench.deps.store.readAll({ after: head }));
    expect(events.filter(e => e.stream.startsWith('article-'))).toEqual([]);
  });
});

describe('a question is found', () => {
  let wear: string;
  let lost: string;
  let bill: string;
  beforeAll(async () => {
    const faq = (group: string, en: object, zh: object) =>
      own.written('faq', { group, texts: { en, 'zh-CN': zh } });
    wear = await faq(
      'wear',
      articleText(
        'How long is an aligner worn each day?',
        'At least **22 hours**, see [the chart](/x/hidden).',
      ),
      articleText('每天需要佩戴多长时间？', '每日不少于 22 小时，进食与刷牙时取下。'),
    );
    lost = await faq(
      'wear',
      articleText('An aligner is lost', 'Tell us.'),
      articleText('矫治器丢失怎么办？', '联系客服补做。'),
    );
    bill = await faq(
      'payment',
      articleText('Invoices', 'By e-mail.'),
      articleText('如何开具发票？', '以邮件发送。'),
    );
    await own.written('faq', {
      group: 'wear',
      at: '2027-01-01T00:00:00Z',
      texts: { en: articleText('worn later'), 'zh-CN': null },
    });
  });

  test.each([
    ['佩戴', () => [wear]],
    ['戴多', () => [wear]],
    ['小时', () => [wear]],
    ['peidai', () => [wear]],
    ['fapiao', () => [bill]],
    ['fp', () => [bill]],
    ['buzuo', () => [lost]],
    ['worn', () => [wear]],
    ['ALIGNER', () => [wear, lost]],
    ['aligner lost', () => [lost]],
    ['22', () => [wear]],
    ['hidden', () => []],
    ['later', () => []],
    ['xyz', () => []],
    ['"', () => []],
    ['a OR b)', () => []],
  ])('by %s', async (keyword, found) => {
    const ids = await idsReadBy('doctor', `kind=faq&keyword=${encodeURIComponent(keyword)}`);
    expect(new Set(ids)).toEqual(new Set(found()));
  });
});

describe('article files', () => {
  const bytes = createPng(20, 10);
  const get = (path: string, as?: TestPersonName) => bench.send('GET', path, as ? { as } : {});

  test('include an image for its writers, and for readers while the article is published', async () => {
    const { id } = await own.begin();
    const fileId = await own.picture(bytes);
    const path = articleFilePath(id, fileId);
    // Writers already see the image of a text that is not saved.
    for (const as of names)
      expect([as, (await get(path, as)).status]).toEqual([as, writers.includes(as) ? 200 : 404]);
    const texts = { en: articleText('With a picture', `![A model](${path})`), 'zh-CN': null };
    expect((await own.save(id, { texts })).status).toBe(200);
    for (const as of names)
      expect([as, (await get(path, as)).status]).toEqual([as, writers.includes(as) ? 200 : 404]);
    expect((await get(path)).status).toBe(404);
    await own.publish(id);
    for (const as of names)
      expect([as, (await get(path, as)).status]).toEqual([as, as === 'other' ? 404 : 200]);
    const seen = await get(path);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await seen.arrayBuffer()).equals(bytes)).toBe(true);
    expect(seen.headers.get('content-security-policy')).toContain('sandbox');
    const headers = { 'If-None-Match': seen.headers.get('etag') ?? '' };
    expect((await bench.send('GET', path, { headers })).status).toBe(304);
    // A browser may have cached the original image before its metadata was removed.
    const original = { 'If-None-Match': `"${createHash('sha256').update(bytes).digest('hex')}"` };
    expect((await bench.send('GET', path, { headers: original })).status).toBe(200);
    await own.save(id, { edition: 1, texts: { en: articleText('Without'), 'zh-CN': null } });
    for (const as of [undefined, 'doctor', 'designer'] as const)
      expect((await get(path, as)).status).toBe(404);
    // No event contains the uploaded file's original name.
    const events = await Array.fromAsync(bench.deps.store.read(`article-${id}`));
    expect(JSON.stringify(events, (_, v) => (typeof v === 'bigint' ? String(v) : v))).not.toContain('张伟');
  });

  test('of the FAQ need a session', async () => {
    const { id } = await own.begin('faq');
    const path = articleFilePath(id, await own.picture(bytes));
    await own.save(id, { group: 'wear', texts: { en: articleText('Q', `![A](${path})`), 'zh-CN': null } });
    await own.publish(id);
    expect([(await get(path)).status, (await get(path, 'doctor')).status]).toEqual([404, 200]);
  });

  test('that are no images, or belong to another article, are refused in a text', async () => {
    expect(await own.picture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('415');
    expect(await own.picture(bytes, 'doctor')).toBe('403');
    const { id } = await own.begin();
    const named = { en: articleText('A', articleFilePath(id, 'nothing')), 'zh-CN': null };
    expect((await own.save(id, { texts: named })).data).toMatchObject({
      issues: [{ path: 'texts.en.body', issue: 'file-unknown' }],
    });
  });

  test('for download have size and hash, are sent under their name, and never render as our page', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const fileId = await own.upload(page, {
      purpose: 'download',
      kind: 'download',
      filename: '阅读器 (1).html',
    });
    const id = await own.written('download', { version: '1.2', platform: 'any', download: fileId });
    const [item] = (await readBy('doctor', 'kind=download')).items;
    expect(item).toMatchObject({ id, version: '1.2', platform: 'any' });
    expect(item?.download).toEqual({
      id: fileId,
      name: '阅读器 (1).html',
      size: page.length,
      sha256: createHash('sha256').update(page).digest('hex'),
      path: articleFilePath(id, fileId),
    });
    const given = await get(item?.download?.path ?? '');
    expect([given.status, given.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(given.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%E9%98%85%E8%AF%BB%E5%99%A8%20%281%29.html",
    );
  });

  test('stay while an article names them, and are swept otherwise', async () => {
    const { id } = await own.begin();
    const [kept, unused] = [await own.picture(bytes), await own.picture(createPng(5, 5))];
    await own.save(id, { texts: { en: articleText('A', articleFilePath(id, kept)), 'zh-CN': null } });
    bench.clock.advance(8 * 86_400_000);
    bench.tokens.clear();
    await bench.files?.sweep();
    expect((await get(articleFilePath(id, kept), 'service')).status).toBe(200);
    expect((await get(`/api/files/${unused}`, 'service')).status).toBe(404);
  });
});
