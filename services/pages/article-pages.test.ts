/** Pages of articles with real sessions: the data to render. End-to-end tests check their look. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import { type ArticleTestServer, articleText, openArticleTestServer } from '../api/testing/articles.ts';
import { TEST_PASSWORD, type TestPersonName } from '../api/testing/test-server.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createPagesApp } from './pages.ts';

let own: ArticleTestServer;
let pages: ReturnType<typeof createPagesApp>;

beforeAll(async () => {
  own = await openArticleTestServer();
  // Cast: only script-free pages are rendered here.
  const renderer = {
    plain: (page: PlainPageWithProps) => JSON.stringify(page),
  } as Partial<PageRenderer> as PageRenderer;
  pages = createPagesApp({ ...own.bench.deps, renderer, dist: '/nowhere' }, own.bench.app);
});
afterAll(() => own.close());

async function cookieOf(as: TestPersonName): Promise<string> {
  const body = { userName: as, password: TEST_PASSWORD };
  const { headers } = await own.bench.post('/api/login', { body });
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
const open = async (path: string, as?: TestPersonName) =>
  pages.request(`http://archline.test${path}`, { headers: as ? { cookie: await cookieOf(as) } : {} });
type Drawn = {
  page: string;
  reader: { name: string } | null;
  list: { id: string }[];
  total: number;
  query: string;
};
const drawn = async (path: string, as?: TestPersonName): Promise<Drawn> => (await open(path, as)).json();
const ids = async (path: string, as?: TestPersonName) => (await drawn(path, as)).list.map(({ id }) => id);
const where = (answer: Response) => [answer.status, answer.headers.get('location')];

describe('article pages without a session', () => {
  test.each([
    ['/news', 'news', 'articles'],
    ['/institute', 'institute', 'articles'],
    ['/versionLog', 'version', 'versionLog'],
    ['/download', 'download', 'download'],
  ])('%s shows the main organisation’s published articles', async (path, kind, page) => {
    const file = { purpose: 'download', kind: 'download', filename: 'a.bin' };
    const download = kind === 'download' ? await own.upload(Buffer.from('x'), file) : null;
    const facts = { version: '1.0', platform: 'any', download };
    const id = await own.written(kind, facts);
    await own.written(kind, { ...facts, at: null });
    await own.written(kind, { ...facts, at: '2027-06-01T00:00:00Z' });
    const answer = await drawn(path);
    expect([answer.page, answer.reader, answer.list.map(one => one.id)]).toEqual([page, null, [id]]);
    expect(await ids(path, 'doctor')).toEqual([id]);
    expect(await ids(path, 'designer')).toEqual([id]);
    // A clinic whose serving organisation has no articles.
    expect(await ids(path, 'other')).toEqual([]);
  });

  test('the help page redirects to the sign-in page, and back to the search', async () => {
    expect(where(await open('/support?q=22'))).toEqual([302, '/login?returnTo=%2Fsupport%3Fq%3D22']);
  });

  test('a doubled slash leads to the same page', async () => {
    expect(where(await open('/news/?page=2'))).toEqual([302, '/news?page=2']);
    expect(where(await open('/support/'))).toEqual([302, '/support']);
  });
});

test('an article is shown with others of its kind; another kind, a draft and an unknown id are not found', async () => {
  const first = await own.written('news');
  const second = await own.written('news');
  const draft = await own.written('news', { at: null });
  const page = await (await open(`/news/${first}`)).json();
  expect([page.page, page.article.id, page.others.map((o: { id: string }) => o.id)]).toMatchObject([
    'article',
    first,
    expect.arrayContaining([first, second]),
  ]);
  for (const path of [`/institute/${first}`, `/news/${draft}`, '/news/none', '/institute/none'])
    expect([path, (await open(path)).status, (await drawn(path)).page]).toEqual([path, 404, 'problem']);
  expect((await open(`/news/${first}`, 'other')).status).toBe(404);
  expect((await open(`/news/${draft}`, 'service')).status).toBe(404);
});

test('a long list is paged, and ends', async () => {
  for (let i = 0; i < 21; i++) await own.written('institute');
  const [one, two] = [await drawn('/institute'), await drawn('/institute?page=2')];
  expect([one.list.length, one.total, two.list.length]).toEqual([20, one.total, one.total - 20]);
  expect(new Set([...one.list, ...two.list].map(({ id }) => id)).size).toBe(one.total);
  expect((await open('/institute?page=9')).status).toBe(404);
  expect((await drawn('/institute?page=-1')).list).toEqual(one.list);
});

describe('the help page', () => {
  test('has all questions in order, and finds some', async () => {
    const faq = (order: number, title: string) =>
      own.written('faq', { order, group: 'wear', texts: { en: articleText(title), 'zh-CN': null } });
    const [later, first] = [await faq(20, 'Lost aligner'), await faq(10, 'Hours of wear')];
    expect(await ids('/support', 'doctor')).toEqual([first, later]);
    expect(await ids('/support?q=lost', 'doctor')).toEqual([later]);
    expect(await drawn('/support?q=%20zzz%20', 'doctor')).toMatchObject({ list: [], query: 'zzz' });
    expect((await drawn(`/support?q=${'x'.repeat(300)}`, 'doctor')).query).toHaveLength(100);
    expect(await drawn('/support', 'doctor')).toMatchObject({
      reader: { name: '李明', viewer: { position: 'Doctor' } },
      chatUrl: 'https://archline.example/chat',
    });
  });

  test.each([
    ['college', '/institute'],
    ['news', '/news'],
    ['backOffice', '/backOffice'],
  ])('is reached from the old address of %s', async (topic, to) => {
    expect(where(await open(`/support?topic=${topic}`, 'doctor'))).toEqual([302, to]);
  });

  test('answers an unknown topic with not found', async () => {
    expect((await open('/support?topic=gossip', 'doctor')).status).toBe(200);
  });
});
