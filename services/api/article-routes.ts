/** News, institute, FAQ, versions and downloads: written in the back office, read by the people it serves. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { Refusal } from '#events/errors.ts';
import type { Article } from '#events/news/article.ts';
import { articleKinds } from '#events/news/kinds.ts';
import {
  articlePublishInputSchema,
  articleSaveInputSchema,
  newArticleInputSchema,
} from '#events/news/write.ts';
import { backOfficePositions } from '#events/person/position.ts';
import { presentToReaders, presentToWriters } from '#projections/news/present.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { FoundRow } from '#projections/row-access.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import type { CommandResult } from '../command/handler.ts';
import type { Blobs } from '../files/blobs.ts';
import { type BodySchema, defineBody } from '../http/body.ts';
import { mayReadArticle, newsOrganisationOf } from '../news/article-readers.ts';
import { type ArticleAct, createArticles } from '../news/articles.ts';
import { articleFileRoute } from './article-file-route.ts';
import { commandRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const tag = 'articles';
const listQuery = z.strictObject({
  ...pagingParamSchemas,
  kind: z.enum(articleKinds),
  keyword: z.optional(z.string().check(z.maxLength(100))),
});

const bodies = {
  begin: defineBody(newArticleInputSchema, { kind: 'news' }),
  save: defineBody(articleSaveInputSchema, {
    edition: 0,
    texts: {
      en: { title: 'Open over the holiday', body: 'The service desk answers on **working days** only.' },
      'zh-CN': { title: '假期服务安排', body: '技术客服仅在**工作日**回复。' },
    },
  }),
  publish: defineBody(articlePublishInputSchema, { at: '2026-12-01T01:00:00Z' }),
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
  return [...readingRoutes(deps), articleFileRoute(deps, blobs), ...writingRoutes(deps, how.once)];
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
        const orgId = newsOrganisationOf(models.directory(), viewer) ?? viewer.orgId;
        const { found, total } = models.articlesReadAt(clock.now(), { orgId, kind, keyword, ...part });
        const items = found.map(({ row }) => presentToReaders(row));
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
        return presentToReaders(found.row);
      },
    }),
  ];
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
    found && presentToWriters(found, ctx, clock.now());
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
