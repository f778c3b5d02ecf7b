/** Pages of articles: news, institute, versions and downloads for everybody; help for signed-in people. */
import type { Hono } from 'hono';
import type { Article } from '#events/news/article.ts';
import {
  type ArticleKind,
  type ListedArticleKind,
  listedArticleKinds,
  pageByArticleKind,
  type UnlistedArticlePath,
} from '#events/news/kinds.ts';
import { avatarPathOf } from '#events/person/directory.ts';
import type { ReaderArticle } from '#projections/news/item.ts';
import { presentToReaders } from '#projections/news/present.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { FoundRow } from '#projections/row-access.ts';
import { helpQueryMaxLength, type NonArticlePath } from '#web/lib/plain-pages.ts';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { PageReader } from '#web/pages/TopNav.tsx';
import type { Clock } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { mayReadArticle, newsOrganisationOf } from '../news/article-readers.ts';
import type { Session } from '../people/session.ts';
import { termsForQuery } from './term-search.ts';

export type ArticlePagesDeps = {
  models: ReadModels;
  clock: Clock;
  publicUrl: string;
  session: (c: ApiContext) => Promise<Session | undefined>;
  show: (c: ApiContext, page: PlainPageWithProps) => Promise<Response>;
  /** Answers that the page does not exist. */
  missing: (c: ApiContext) => Response | Promise<Response>;
  /** Redirects to the sign-in page, and back afterwards. */
  toLogin: (c: ApiContext) => Response;
};

const listSize = 20;
const othersShown = 4;
/** Maximum number of questions, versions or downloads. All of a kind share one page. */
const allOfKind = 500;

/** Targets of old addresses with `?topic=`. */
const topics: Record<string, string> = {
  college: '/institute',
  news: '/news',
  backOffice: '/backOffice',
};

const pageAsked = (c: ApiContext): number => {
  const pageText = c.req.query('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 1;
};

/** The reader of a page, and the articles visible to that reader. */
function createReaders({ models, clock, session: sessionOf }: ArticlePagesDeps) {
  const who = async (c: ApiContext) => {
    const session = await sessionOf(c);
    const viewer = session?.viewer;
    const icon = avatarPathOf(viewer && models.directory().people.get(viewer.id));
    const reader: PageReader | null = viewer
      ? { viewer, name: models.personRef(viewer.id).name, icon }
      : null;
    return { reader, viewer, orgId: newsOrganisationOf(models.directory(), viewer) };
  };
  type Who = Awaited<ReturnType<typeof who>>;

  const read = (
    { orgId }: Who,
    kind: ArticleKind,
    part: { offset: number; limit: number; keyword?: string },
  ) =>
    orgId === undefined
      ? { found: [] as FoundRow<Article>[], total: 0 }
      : models.articlesReadAt(clock.now(), { orgId, kind, ...part });
  const allOf = (by: Who, kind: ArticleKind, keyword = ''): Article[] =>
    read(by, kind, { offset: 0, limit: allOfKind, keyword }).found.map(({ row }) => row);
  return { who, read, allOf };
}

const shown = (rows: readonly Article[]): ReaderArticle[] => rows.map(presentToReaders);

export function addArticlePages(app: Hono<ApiEnv>, deps: ArticlePagesDeps): void {
  const { models, clock, show, missing } = deps;
  const { who, read, allOf } = createReaders(deps);

  const list = (kind: ListedArticleKind) => async (c: ApiContext) => {
    const by = await who(c);
    const number = pageAsked(c);
    const { found, total } = read(by, kind, { offset: (number - 1) * listSize, limit: listSize });
    if (found.length === 0 && number > 1) return missing(c);
    const articles = shown(found.map(({ row }) => row));
    return show(c, {
      page: 'articles',
      kind,
      reader: by.reader,
      list: articles,
      total,
      number,
      size: listSize,
    });
  };
  const one = (kind: ListedArticleKind) => async (c: ApiContext) => {
    const by = await who(c);
    const row = models.articleOf(c.req.param('id') ?? '')?.row;
    if (row?.kind !== kind || !mayReadArticle(models.directory(), by.viewer, row, clock.now()))
      return missing(c);
    const { found } = read(by, kind, { offset: 0, limit: othersShown + 1 });
    const others = shown(found.map(other => other.row));
    return show(c, { page: 'article', kind, reader: by.reader, article: presentToReaders(row), others });
  };
  const whole = (page: 'versionLog' | 'download', kind: ArticleKind) => async (c: ApiContext) => {
    const by = await who(c);
    const rows = allOf(by, kind);
    // Downloads in their writers' order, versions by date.
    const ordered = kind === 'download' ? rows.toSorted((a, b) => a.order - b.order) : rows;
    return show(c, { page, reader: by.reader, list: shown(ordered) });
  };
  const support = async (c: ApiContext) => {
    const by = await who(c);
    if (!by.reader) return deps.toLogin(c);
    const topic = topics[c.req.query('topic') ?? ''];
    if (topic) return c.redirect(topic, 302);
    const query = (c.req.query('q') ?? '').trim().slice(0, helpQueryMaxLength);
    const rows = allOf(by, 'faq', query).toSorted((a, b) => a.order - b.order);
    return show(c, {
      page: 'support',
      reader: by.reader,
      list: shown(rows),
      query,
      open: c.req.query('faq') ?? null,
      chatUrl: `${deps.publicUrl}/chat`,
    });
  };

  const terms = async (c: ApiContext) => {
    const { reader } = await who(c);
    return show(c, { page: 'terms', reader, ...termsForQuery(c.req.query('q')) });
  };

  const pages: Record<UnlistedArticlePath | NonArticlePath, (c: ApiContext) => Promise<Response>> = {
    '/versionLog': whole('versionLog', 'version'),
    '/download': whole('download', 'download'),
    '/support': support,
    '/terms': terms,
  };
  for (const [path, handle] of Object.entries(pages)) app.get(path, handle);
  for (const kind of listedArticleKinds) {
    const { path } = pageByArticleKind[kind];
    app.get(path, list(kind));
    app.get(`${path}/:id`, one(kind));
  }
}
