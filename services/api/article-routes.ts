/** News, institute, FAQ, versions and downloads: written in the back office, read by the people it serves. */

import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { type Article, writesArticles } from '#events/news/article.ts';
import { articleKinds } from '#events/news/kinds.ts';
import { articlePublish, articleSave, newArticle } from '#events/news/write.ts';
import { backOfficePositions, type Viewer } from '#events/person/position.ts';
import { pagingParams } from '#projections/asks.ts';
import { presentArticle, presentRead } from '#projections/news/present.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { FoundRow } from '#projections/row-access.ts';
import { hasMetadata, readCleanImage, servedEtag } from '#services/files/image-metadata.ts';
import type { CommandResult } from '../command/handler.ts';
import type { Blobs } from '../files/blobs.ts';
import { createUploadRecords } from '../files/upload-record.ts';
import { acceptBody, type BodySchema } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { authorizationToken, isPersonsAct } from '../http/guard.ts';
import { streamBody } from '../http/stream-body.ts';
import { articleOrganisation, mayReadArticle } from '../news/article-readers.ts';
import { type ArticleAct, createArticles } from '../news/articles.ts';
import { isNotModified } from './answer-formats.ts';
import { commandRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { publicRoute, type Route } from './route.ts';

const tag = 'articles';
const listQuery = z.strictObject({
  ...pagingParams,
  kind: z.enum(articleKinds),
  keyword: z.optional(z.string().check(z.maxLength(100))),
});

const bodies = {
  begin: acceptBody(newArticle, { kind: 'news' }),
  save: acceptBody(articleSave, {
    edition: 0,
    texts: {
      en: { title: 'Open over the holiday', body: 'The service desk answers on **working days** only.' },
      'zh-CN': { title: '假期服务安排', body: '技术客服仅在**工作日**回复。' },
    },
  }),
  publish: acceptBody(articlePublish, { at: '2026-12-01T01:00:00Z' }),
};

/** Normalises the paging query of a list. */
const pageOf = ({ page = 1, size = limits.pageSize }: { page?: number; size?: number }) => ({
  page,
  size,
  offset: (page - 1) * size,
  limit: size,
});

export function articleRoutes(
  deps: ApiDeps,
  blobs: Pick<Blobs, 'size' | 'read'> | undefined,
  how: { once: RunIdempotently },
) {
  return [...readingRoutes(deps), fileRoute(deps, blobs), ...writingRoutes(deps, how.once)];
}

function readingRoutes(deps: ApiDeps): Route[] {
  const { models, clock } = deps;
  return [
    signedGet({
      path: '/api/articles',
      rule: 'session',
      tag,
      summary: 'Articles of a kind that are read now, the newest first: those of the serving organisation.',
      query: listQuery,
      answer: ({ viewer, query }) => {
        const { kind, keyword, ...asked } = query();
        const { page, size, ...part } = pageOf(asked);
        const orgId = articleOrganisation(models.directory(), viewer) ?? viewer.orgId;
        const { found, total } = models.articlesReadAt(clock.now(), { orgId, kind, keyword, ...part });
        const items = found.map(({ row }) => presentRead(row));
        return { items, total, page, size };
      },
    }),
    signedGet({
      path: '/api/articles/:id',
      rule: 'session',
      tag,
      summary: 'One article that is read now.',
      answer: ({ viewer, param }) => {
        const found = models.articleOf(param('id'));
        if (!found || !mayReadArticle(models.directory(), viewer, found.row, clock.now()))
          throw new Refusal('notFound');
        return presentRead(found.row);
      },
    }),
  ];
}

/** The viewer, if any: from the header, or from the cookie of an image request. */
async function maybeViewer(
  c: ApiContext,
  { sessions, cookies }: Pick<ApiDeps, 'sessions' | 'cookies'>,
): Promise<Viewer | undefined> {
  const token = authorizationToken(c) ?? cookies.read(c, 'session');
  if (token === undefined) return undefined;
  try {
    return (await sessions.verify(token, { act: isPersonsAct(c) })).viewer;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Finds a picture that is uploaded for an article but not saved in it, for the writer's preview. */
async function unsavedPicture({ vault }: ApiDeps, { orgId }: Article, fileId: string) {
  const record = (await createUploadRecords(vault).get(fileId))?.record;
  if (record?.kind !== 'article' || record.orgId !== orgId || !record.finished) return undefined;
  const { sha256, mime } = record.finished;
  return { id: fileId, sha256, mime, size: record.size };
}

/** A file that the article names. For an unpublished article only its writers may read it. */
async function fileOf(deps: ApiDeps, viewer: Viewer | undefined, id: string, fileId: string) {
  const { models, clock } = deps;
  const article: Article | undefined = models.articleOf(id)?.row;
  if (!article) return undefined;
  const isWriter = viewer !== undefined && writesArticles(viewer, article.orgId, article.orgId);
  if (!isWriter && !mayReadArticle(models.directory(), viewer, article, clock.now())) return undefined;
  const { download, pictures } = article;
  const picture = pictures.find(one => one.id === fileId);
  const downloadFile = download?.id === fileId ? download : undefined;
  const file =
    picture ?? downloadFile ?? (isWriter ? await unsavedPicture(deps, article, fileId) : undefined);
  return file && { orgId: article.orgId, ...file, name: downloadFile?.name };
}

const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
/** Content-Disposition with a file name in any language (RFC 6266). */
const dispositionOf = (name: string | undefined): string =>
  name === undefined
    ? 'inline'
    : `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hex)}`;

function fileRoute(deps: ApiDeps, blobs: Pick<Blobs, 'size' | 'read'> | undefined): Route {
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
      if (isNotModified(c, etag)) return c.body(null, 304);
      c.header('Content-Length', String(size));
      if (c.req.method === 'HEAD') return c.body(null, 200);
      const stored = blobs.read({ orgId, sha256 });
      if (hasMetadata(mime)) return c.body(await readCleanImage(stored, mime), 200);
      return c.body(streamBody(stored, deps.timers), 200);
    },
  });
}

const acts: readonly {
  act: ArticleAct;
  method: 'put' | 'post' | 'delete';
  path: string;
  summary: string;
  body?: BodySchema<z.ZodMiniType>;
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

function writingRoutes(deps: ApiDeps, once: RunIdempotently): Route[] {
  const { models, clock } = deps;
  const articles = createArticles(deps);
  const path = '/api/backOffice/articles';
  const shown = (found: FoundRow<Article> | undefined, ctx: PresentCtx) =>
    found && presentArticle(found, ctx, clock.now());
  type Done = CommandResult<Article | undefined>;
  /** Answers a command with the resulting article. */
  const answer = ({ state: row, position }: Done, { ctx }: UnparsedCommandRequest) =>
    (row && shown({ id: row.id, row, position }, ctx)) ?? null;
  return [
    signedGet({
      path,
      rule: backOfficePositions,
      rights: ['backstageManage'],
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
    signedGet({
      path: `${path}/:id`,
      rule: backOfficePositions,
      rights: ['backstageManage'],
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
      rights: ['backstageManage'],
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
        rights: ['backstageManage'],
        tag,
        to: ({ param }) => param('id'),
        decide: ({ key, viewer, target: articleId, input }) =>
          articles.act(viewer, { ...key, articleId, act, input }),
        answer,
      }),
    ),
  ];
}
