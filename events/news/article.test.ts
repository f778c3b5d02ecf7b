import { describe, expect, test } from 'vitest';
import { isRefusal, Refusal } from '../errors.ts';
import type { Viewer } from '../person/position.ts';
import { admin, everybody, service, servingOrgByOrg, strangers, supervisor } from '../testing/people.ts';
import {
  type Article,
  articleTextFor,
  evolveArticle,
  isVisibleToReaders,
  publicationStateOf,
} from './article.ts';
import type { ArticleEvent } from './events.ts';
import type { ArticleKind } from './kinds.ts';
import { articlePictureIdsIn } from './pictures.ts';
import {
  type ArticleSaveContext,
  beginArticle,
  publicationIssues,
  publishArticle,
  removeArticle,
  restoreArticle,
  saveArticle,
  unpublishArticle,
} from './write.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const ctxOf = (viewer: Viewer) => ({ viewer, servedBy: servingOrgByOrg[viewer.orgId], now });
const file = (id: string, kind: string) => ({
  id,
  kind,
  sha256: `sha-${id}`,
  size: 9,
  mime: 'image/png',
  name: `${id}.bin`,
});
const uploads = new Map(
  [file('p1', 'article'), file('p2', 'article'), file('d1', 'download')].map(f => [f.id, f]),
);
const ctx: ArticleSaveContext & { now: number } = { ...ctxOf(service), uploads };

type Step = (article: Article | undefined) => ArticleEvent[];
const fold = (article: Article | undefined, events: ArticleEvent[], by = 'p-service') =>
  events.reduce<Article | undefined>(
    (before, e) => evolveArticle(before, { ...e, by, at: new Date(now).toISOString() }),
    article,
  );
/** Builds an article by performing the steps in order. */
function given(...steps: Step[]): Article {
  const article = steps.reduce<Article | undefined>((before, step) => fold(before, step(before)), undefined);
  if (!article) throw new Error('nothing was begun');
  return article;
}

const begun =
  (kind: ArticleKind = 'news'): Step =>
  () =>
    beginArticle({ kind }, { ...ctx, articleId: 'a1' });
const words = (title: string, body = 'Body') => ({ title, body });
const both = { en: words('Title'), 'zh-CN': words('标题', '正文') };
const saved =
  (more: object = {}): Step =>
  article =>
    saveArticle(article, { edition: article?.edition ?? 0, texts: both, ...more }, ctx);
const published =
  (at?: string): Step =>
  article =>
    publishArticle(article, at === undefined ? {} : { at }, ctx);

/** Returns the refusal's name and its issues. */
function refused(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
}

describe('permission to write articles', () => {
  const may = (viewer: Viewer) =>
    refused(() => beginArticle({ kind: 'news' }, { ...ctxOf(viewer), articleId: 'a1' })).startsWith('[');

  test('is limited to the back office of a serving organisation', () => {
    expect(everybody.filter(may).map(v => v.id)).toEqual([
      'p-supervisor',
      'p-supervisor2',
      'p-service',
      'p-admin',
      'x-SuperMechanic',
      'x-Service',
      'x-Admin',
    ]);
    expect(may({ ...admin, orgId: 'ediy' })).toBe(false);
  });

  test.each([
    ['saving', (a: Article, who: object) => saveArticle(a, { edition: 1, texts: both }, { ...ctx, ...who })],
    ['publishing', (a: Article, who: object) => publishArticle(a, {}, { ...ctx, ...who })],
    ['removing', (a: Article, who: object) => removeArticle(a, { ...ctx, ...who })],
  ])('for %s is refused to other organisations, from which the article is hidden', (_, act) => {
    const article = given(begun(), saved());
    for (const viewer of strangers) expect(refused(() => act(article, ctxOf(viewer)))).toBe('notFound');
    expect(refused(() => act(article, ctxOf(supervisor)))).toMatch(/^\[/);
    for (const viewer of everybody.filter(v => v.orgId === 'main'))
      expect(refused(() => act(article, ctxOf(viewer)))).toMatch(
        ['Admin', 'SuperMechanic', 'Service'].includes(viewer.position) ? /^\[/ : /^notPermitted$/,
      );
  });

  test('is checked before an unreadable body', () => {
    const unread = new Refusal('wrongMediaType');
    expect(refused(() => beginArticle(unread, { ...ctx, articleId: 'a1' }))).toBe('wrongMediaType');
    expect(
      refused(() => saveArticle(given(begun()), unread, { ...ctx, ...ctxOf(strangers[0] ?? admin) })),
    ).toBe('notFound');
  });
});

describe('saving an article', () => {
  test('keeps the content, trims it, and counts editions', () => {
    const article = given(
      begun(),
      saved({ texts: { en: words('  A  ', '\n\n  text\n\n'), 'zh-CN': words(' ', '\n') } }),
    );
    expect(article).toMatchObject({
      edition: 1,
      texts: { en: { title: 'A', body: '  text' }, 'zh-CN': null },
    });
  });

  test('based on an older edition is refused, naming the person who saved since', () => {
    const article = given(begun(), saved(), saved({ texts: { en: words('Second'), 'zh-CN': null } }));
    expect(article.edition).toBe(2);
    try {
      saveArticle(article, { edition: 1, texts: both }, ctx);
      expect.unreachable();
    } catch (error) {
      expect(isRefusal(error) && [error.refusal, error.data]).toEqual([
        'staleArticle',
        { edition: 2, by: 'p-service', at: '2026-03-02T09:00:00.000Z' },
      ]);
    }
  });

  test.each([
    [{ texts: { en: words('x'.repeat(121)), 'zh-CN': null } }, 'badInput, texts.en.title too-long'],
    [{ texts: { en: words('a\nb'), 'zh-CN': null } }, 'badInput, texts.en.title control-characters'],
    [
      { texts: { en: words('a', '\u202etxet'), 'zh-CN': null } },
      'badInput, texts.en.body control-characters',
    ],
    [{ texts: { en: null } }, 'badInput, texts.zh-CN required'],
    [{ version: 'latest' }, 'badInput, version version-format'],
    [{ group: 'gossip' }, 'badInput, group not-a-choice'],
    [{ order: -1 }, 'badInput, order too-small'],
    [{ download: 'p1' }, 'badInput, download file-unknown'],
    [{ download: 'nothing' }, 'badInput, download file-unknown'],
  ])('with %j is refused: %s', (more, refusal) => {
    expect(refused(() => saved(more)(given(begun())))).toBe(refusal);
  });

  test('attaches each picture in its texts once, and no pictures of other articles', () => {
    const path = (id: string, article = 'a1') => `/api/articles/${article}/files/${id}`;
    const body = `![x](${path('p1')}) ![y](${path('p1')}) ![z](${path('p2', 'a2')})`;
    const article = given(
      begun(),
      saved({ texts: { en: words('A', body), 'zh-CN': words('B', path('p2')) } }),
    );
    expect(article.pictures.map(p => p.id)).toEqual(['p1', 'p2']);
    expect(JSON.stringify(article.pictures)).not.toContain('.bin');
    // Pictures already attached are not looked up again.
    const again = saveArticle(
      article,
      { edition: 1, texts: { en: words('A', path('p2')), 'zh-CN': null } },
      { ...ctx, uploads: new Map() },
    );
    expect(fold(article, again)?.pictures.map(p => p.id)).toEqual(['p2']);
    const foreign = { texts: { en: words('A', path('d1')), 'zh-CN': null } };
    expect(refused(() => saved(foreign)(given(begun())))).toBe('badInput, texts.en.body file-unknown');
  });

  test('finds picture ids up to the end of their address', () => {
    const path = '/api/articles/a1/files/';
    expect(articlePictureIdsIn('a1', `![](${path}p-1 "t") ${path}../x ${path}`)).toEqual(['p-1']);
  });

  test('requires complete texts once published', () => {
    const article = given(begun(), saved(), published());
    const half = { edition: 1, texts: { en: words('Only a title', ''), 'zh-CN': null } };
    expect(refused(() => saveArticle(article, half, ctx))).toBe('badInput, texts.en.body required');
  });
});

describe('publishing an article', () => {
  test.each([
    ['news', {}, []],
    ['faq', {}, ['group']],
    ['faq', { group: 'wear' }, []],
    ['version', { version: '1.4.2' }, []],
    ['version', {}, ['version']],
    ['download', { version: '1.0' }, ['platform', 'download']],
    ['download', { version: '1.0', platform: 'any', download: 'd1' }, []],
    ['institute', { texts: { en: null, 'zh-CN': null } }, ['texts.en.title', 'texts.en.body']],
    ['institute', { texts: { en: null, 'zh-CN': words('标题', '') } }, ['texts.zh-CN.body']],
    [
      'news',
      { texts: { en: words('\u200b', '\u3164'), 'zh-CN': null } },
      ['texts.en.title', 'texts.en.body'],
    ],
  ] as const)('of kind %s with %j lists %j as missing', (kind, more, missing) => {
    const article = given(begun(kind), saved(more));
    expect(publicationIssues(article).map(i => i.path)).toEqual(missing);
    const answer = refused(() => publishArticle(article, {}, ctx));
    expect(answer.startsWith('[')).toBe(missing.length === 0);
  });

  test('takes effect at once or at a later time, to the millisecond', () => {
    const later = given(begun(), saved(), published('2026-03-03T08:00:00+08:00'));
    expect(later.publishAt).toBe('2026-03-03T00:00:00.000Z');
    const time = Date.parse('2026-03-03T00:00:00.000Z');
    expect([publicationStateOf(later, time - 1), publicationStateOf(later, time)]).toEqual([
      'scheduled',
      'published',
    ]);
    expect([isVisibleToReaders(later, time - 1), isVisibleToReaders(later, time)]).toEqual([false, true]);
    expect(publicationStateOf(given(begun(), saved(), published()), now)).toBe('published');
  });

  test.each(['tomorrow', '2026-13-40T00:00:00Z', '2026-03-03T08:00:00', '1999-01-01T00:00:00Z'])(
    'at %s is refused',
    at => expect(refused(() => published(at)(given(begun(), saved())))).toMatch(/^badInput, at /),
  );

  test('can be withdrawn once', () => {
    const article = given(begun(), saved(), published(), a => unpublishArticle(a, ctx));
    expect(publicationStateOf(article, now)).toBe('draft');
    expect(refused(() => unpublishArticle(article, ctx))).toBe('actionClosed');
  });
});

test('a removed article is hidden from everyone until it is restored', () => {
  const gone = given(begun(), saved(), published(), a => removeArticle(a, ctx));
  expect(isVisibleToReaders(gone, now)).toBe(false);
  for (const act of [saved(), published(), (a: Article | undefined) => removeArticle(a, ctx)])
    expect(refused(() => act(gone))).toBe('notFound');
  const back = fold(gone, restoreArticle(gone, ctx));
  expect(back && isVisibleToReaders(back, now)).toBe(true);
  expect(refused(() => restoreArticle(back, ctx))).toBe('actionClosed');
});

test('a reader gets the other language if their own is missing, and nothing if both are', () => {
  expect(articleTextFor(both, 'zh-CN')).toMatchObject({ title: '标题', lang: 'zh-CN' });
  expect(articleTextFor({ ...both, 'zh-CN': null }, 'zh-CN')).toMatchObject({ title: 'Title', lang: 'en' });
  expect(articleTextFor({ en: null, 'zh-CN': null }, 'en')).toBeUndefined();
});
