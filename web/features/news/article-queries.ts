/** Queries and commands for writers of articles. */
import { queryOptions } from '@tanstack/react-query';
import type { ArticleKind } from '#events/news/kinds.ts';
import type { ArticleSaveInput } from '#events/news/write.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export const articlePageSize = 50;

/** A page of the articles of a kind, including drafts, newest first. */
export const articlesForWritersQuery = (kind: ArticleKind, page = 1) =>
  queryOptions({
    queryKey: ['articles', kind, page],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/backOffice/articles', { query: { kind, page, size: articlePageSize } }),
  });

export const articleForWritersQuery = (id: string) =>
  queryOptions({
    queryKey: ['article', id],
    queryFn: ({ client }) => apiOf(client).read('/api/backOffice/articles/:id', { parts: { id } }),
    // Always reloaded, because the editor does not follow pushes: a conflict appears on saving.
    staleTime: 0,
  });

/** Invalidates the article queries after a success. */
async function invalidateArticles<T>(done: CommandResult<T>): Promise<CommandResult<T>> {
  if (done.ok) await currentPage().client.invalidateQueries({ queryKey: ['articles'] });
  return done;
}

/** Writes the article from a command's answer into the cache. */
async function cacheArticle(
  sent: Promise<CommandResult<ArticleItem | null>>,
): Promise<CommandResult<ArticleItem | null>> {
  const done = await invalidateArticles(await sent);
  const article = done.ok ? done.answer.data : null;
  if (article) currentPage().client.setQueryData(articleForWritersQuery(article.id).queryKey, article);
  return done;
}

export const createArticle = (kind: ArticleKind) =>
  cacheArticle(sendCommand('POST', '/backOffice/articles', { kind }));
export const saveArticle = (id: string, body: ArticleSaveInput) =>
  cacheArticle(sendCommand('PUT', '/backOffice/articles/:id', body, { quiet: true, parts: { id } }));
/** @param at ISO time; default: now */
export const publishArticle = (id: string, at?: string) =>
  cacheArticle(
    sendCommand('POST', '/backOffice/articles/:id/publish', at === undefined ? {} : { at }, {
      parts: { id },
    }),
  );
export const unpublishArticle = (id: string) =>
  cacheArticle(sendCommand('POST', '/backOffice/articles/:id/withdraw', undefined, { parts: { id } }));
export const restoreArticle = (id: string) =>
  cacheArticle(sendCommand('POST', '/backOffice/articles/:id/restore', undefined, { parts: { id } }));
export const removeArticle = async (id: string) =>
  invalidateArticles(await sendCommand('DELETE', `/backOffice/articles/${encodeURIComponent(id)}`));
