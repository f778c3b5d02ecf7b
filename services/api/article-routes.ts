/** News, institute, questions and answers, versions and downloads: written in the back office, read by those who are served. */
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { limits } from '#events/case/options.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { type Article, writesArticles } from '#events/news/article.ts';
import { articleKinds } from '#events/news/kinds.ts';
import { articlePublish, articleSave, newArticle } from '#events/news/write.ts';
import { backOfficePositions, type Viewer } from '#events/person/position.ts';
import { pagingParams } from '#projections/asks.ts';
import { presentArticle, presentRead } from '#projections/news/present.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { FoundRow } from '#projections/row-access.ts';
import { hasMetadata, imageFrom, servedEtag } from '#services/files/image-metadata.ts';
import type { CommandResult } from '../command/handler.ts';
import type { Blobs } from '../files/blobs.ts';
import { createUploadRecords } from '../files/upload-record.ts';
import { type Accepts, accepts } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { authorization, isAct } from '../http/guard.ts';
import { type ArticleAct, createArticles } from '../news/articles.ts';
import { reads, writerFor } from '../news/reader.ts';
import { type CommandRequest, commandRoute } from './command-route.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { unchanged } from './presented.ts';
import { publicRoute, type Route } from './route.ts';

const tag = 'articles';
const listQuery = z.strictObject({
  ...pagingParams,
  kind: z.enum(articleKinds),
  keyword: z.optional(z.string().check(z.maxLength(100))),
});

const bodies = {
  begin: accepts(newArticle, { kind: 'news' }),
  save: accepts(articleSave, {
    edition: 0,
    texts: {
      en: { title: 'Open over the holiday', body: 'The service desk answers on **working days** only.' },
      'zh-CN': { title: '假期服务安排', body: '技术客服仅在**工作日**回复。' },
    },
  }),
  publish: accepts(articlePublish, { at: '2026-12-01T01:00:00Z' }),
};

/** A page of a list, as it is asked for. */
const pageOf = ({ page = 1, size = limits.pageSize }: { page?: number; size?: number }) => ({
  page,
  size,
  offset: (page - 1) * size,
  limit: size,
});

export function articleRoutes(
  deps: Deps,
  blobs: Pick<Blobs, 'size' | 'read'> | undefined,
  how: { once: Once },
) {
  return [...readingRoutes(deps), fileRoute(deps, blobs), ...writingRoutes(deps, how.once)];
}

function readingRoutes(deps: Deps): Route[] {
  const { models, clock } = deps;
  return [
    get({
      path: '/api/articles',
      rule: 'session',
      tag,
      summary: 'Articles of a kind that are read now, the newest first: those of the serving organisation.',
      query: listQuery,
      answer: ({ viewer, query }) => {
        const { kind, keyword, ...asked } = query();
        const { page, size, ...part } = pageOf(asked);
        const orgId = writerFor(models.directory(), viewer) ?? viewer.orgId;
        const { found, total } = models.articlesReadAt(clock.now(), { orgId, kind, keyword, ...part });
        const items = found.map(({ row }) => presentRead(row));
        return { items, total, page, size };
      },
    }),
    get({
      path: '/api/articles/:id',
      rule: 'session',
      tag,
      summary: 'One article that is read now.',
      answer: ({ viewer, param }) => {
        const found = models.articleOf(param('id'));
        if (!found || !reads(models.directory(), viewer, found.row, clock.now()))
          throw new Refusal('notFound');
        return presentRead(found.row);
      },
    }),
  ];
}

/** Who asks, where somebody does: by the header, or by the cookie that a picture's request brings. */
async function maybeViewer(
  c: ApiContext,
  { sessions, cookies }: Pick<Deps, 'sessions' | 'cookies'>,
): Promise<Viewer | undefined> {
  const token = authorization(c) ?? cookies.read(c, 'session');
  if (token === undefined) return undefined;
  try {
    return (await sessions.verify(token, { act: isAct(c) })).viewer;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** A picture that a text is still being written around: a preview shows it before it is saved. */
async function unsavedPicture({ vault }: Deps, { orgId }: Article, fileId: string) {
  const record = (await createUploadRecords(vault).get(fileId))?.record;
  if (record?.kind !== 'article' || record.orgId !== orgId || !record.finished) return undefined;
  const { sha256, mime } = record.finished;
  return { id: fileId, sha256, mime, size: record.size };
}

/** A file that the article names now; of one that nobody reads yet, for those who write it. */
async function fileOf(deps: Deps, viewer: Viewer | undefined, id: string, fileId: string) {
  const { models, clock } = deps;
  const article: Article | undefined = models.articleOf(id)?.row;
  if (!article) return undefined;
  const isWriter = viewer !== undefined && writesArticles(viewer, article.orgId, article.orgId);
  if (!isWriter && !reads(models.directory(), viewer, article, clock.now())) return undefined;
  const { download, pictures } = article;
  const picture = pictures.find(one => one.id === fileId);
  const given = download?.id === fileId ? download : undefined;
  const file = picture ?? given ?? (isWriter ? await unsavedPicture(deps, article, fileId) : undefined);
  return file && { orgId: article.orgId, ...file, name: given?.name };
}

const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
/** A name of any language in a header (RFC 6266). */
const dispositionOf = (name: string | undefined): string =>
  name === undefined
    ? 'inline'
    : `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hex)}`;

function fileRoute(deps: Deps, blobs: Pick<Blobs, 'size' | 'read'> | undefined): Route {
  return publicRoute({
    method: 'get',
    path: '/api/articles/:id/files/:fileId',
    rule: 'public',
    tag,
    media: 'application/octet-stream',
    summary: 'A picture of an article, or the file that it hands out, to whoever reads the article.',
    handle: async ({ c, param }) => {
      const file = await fileOf(deps, await maybeViewer(c, deps), param('id'), param('fileId'));
      if (!file) throw new Refusal('notFound');
      const { orgId, sha256, mime, name } = file;
      const size = await blobs?.size({ orgId, sha256 });
      if (!blobs || size === undefined) throw new Refusal('downloadFailed');
      c.header('Content-Type', mime);
      c.header('Content-Disposition', dispositionOf(name));
      c.header('X-Content-Type-Options', 'nosniff');
      c.header('Content-Security-Policy', "default-src 'none'; sandbox");
      c.header('Cross-Origin-Resource-Policy', 'same-origin');
      c.header('Cache-Control', 'private, no-cache');
      const etag = servedEtag(file);
      c.header('ETag', etag);
      if (unchanged(c, etag)) return c.body(null, 304);
      c.header('Content-Length', String(size));
      if (c.req.method === 'HEAD') return c.body(null, 200);
      const stored = blobs.read({ orgId, sha256 });
      if (hasMetadata(mime)) return c.body(await imageFrom(stored, mime), 200);
      // Node's stream type and the browser's differ in name only.
      return c.body(Readable.toWeb(stored) as ReadableStream<Uint8Array>, 200);
    },
  });
}

const acts: readonly {
  act: ArticleAct;
  method: 'put' | 'post' | 'delete';
  path: string;
  summary: string;
  body?: Accepts<z.ZodMiniType>;
}[] = [
  {
    act: 'save',
    method: 'put',
    path: '',
    body: bodies.save,
    summary:
      'Saves an article whole. `edition`: the one that was written on; a picture is named in the text by its path.',
  },
  {
    act: 'publish',
    method: 'post',
    path: '/publish',
    body: bodies.publish,
    summary: 'It is read from this time on; asked again, from another one.',
  },
  { act: 'withdraw', method: 'post', path: '/withdraw', summary: 'A draft again.' },
  { act: 'remove', method: 'delete', path: '', summary: 'Gone from every list; `restore` takes it back.' },
  { act: 'restore', method: 'post', path: '/restore', summary: 'Takes a removal back.' },
];

function writingRoutes(deps: Deps, once: Once): Route[] {
  const { models, clock } = deps;
  const articles = createArticles(deps);
  const path = '/api/backOffice/articles';
  const shown = (found: FoundRow<Article> | undefined, ctx: PresentCtx) =>
    found && presentArticle(found, ctx, clock.now());
  type Done = CommandResult<Article | undefined>;
  /** The answer to a command: the article as it left it. */
  const answer = ({ state: row, position }: Done, { ctx }: CommandRequest) =>
    (row && shown({ id: row.id, row, position }, ctx)) ?? null;
  return [
    get({
      path,
      rule: backOfficePositions,
      tag,
      summary: 'Articles of a kind that this organisation writes, drafts too, the newest first.',
      query: listQuery,
      answer: ({ ctx, viewer, query }) => {
        const { kind, keyword, ...asked } = query();
        const { page, size, ...part } = pageOf(asked);
        const { found, total } = models.articlesOf({ orgId: viewer.orgId, kind, keyword, ...part });
        const items = found.flatMap(one => shown(one, ctx) ?? []);
        return { items, total, page, size };
      },
    }),
    get({
      path: `${path}/:id`,
      rule: backOfficePositions,
      tag,
      summary: 'One article, for those who write it.',
      answer: ({ ctx, viewer, param }) => {
        const found = models.articleOf(param('id'));
        const item = found?.row.orgId === viewer.orgId ? shown(found, ctx) : undefined;
        if (!item) throw new Refusal('notFound');
        return item;
      },
    }),
    commandRoute(deps, once, {
      method: 'post',
      path,
      rule: backOfficePositions,
      tag,
      summary: 'Begins an article of a kind: an empty draft.',
      body: bodies.begin,
      to: () => null,
      decide: ({ key, viewer, input }) => articles.begin(viewer, { ...key, input }),
      answer,
    }),
    ...acts.map(({ act, path: rest, ...described }) =>
      commandRoute(deps, once, {
        ...described,
        path: `${path}/:id${rest}`,
        rule: backOfficePositions,
        tag,
        to: ({ param }) => param('id'),
        decide: ({ key, viewer, target: articleId, input }) =>
          articles.act(viewer, { ...key, articleId, act, input }),
        answer,
      }),
    ),
  ];
}
