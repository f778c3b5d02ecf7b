/** Articles as those who write them ask for them, and what is done to one. */
import { queryOptions } from '@tanstack/react-query';
import type { ArticleKind } from '#events/news/kinds.ts';
import type { ArticleSave } from '#events/news/write.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { thisPage } from '#web/lib/browser.ts';

const path = '/backOffice/articles';
const of = (id: string) => `${path}/${encodeURIComponent(id)}`;
export const pageSize = 50;

/** A page of those of a kind, drafts too, the newest first. */
export const writtenArticles = (kind: ArticleKind, page = 1) =>
  queryOptions({
    queryKey: ['articles', kind, page],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/backOffice/articles', { query: { kind, page, size: pageSize } }),
  });

export const writtenArticle = (id: string) =>
  queryOptions({
    queryKey: ['article', id],
    queryFn: ({ client }) => apiOf(client).read('/api/backOffice/articles/:id', { parts: { id } }),
    // Whoever writes on it would not see it change: what somebody else saved is told when it is saved.
    staleTime: 0,
  });

/** What is on screen is read again. */
async function told<T>(done: CommandResult<T>): Promise<CommandResult<T>> {
  if (done.ok) await thisPage().client.invalidateQueries({ queryKey: ['articles'] });
  return done;
}

/** The article as a command left it stands in the cache at once. */
async function kept(sent: Promise<CommandResult<ArticleItem>>): Promise<CommandResult<ArticleItem>> {
  const done = await told(await sent);
  if (done.ok) thisPage().client.setQueryData(writtenArticle(done.answer.data.id).queryKey, done.answer.data);
  return done;
}

export const beginArticle = (kind: ArticleKind) => kept(sendCommand<ArticleItem>('POST', path, { kind }));
export const saveArticle = (id: string, body: ArticleSave) =>
  kept(sendCommand<ArticleItem>('PUT', of(id), body, { quiet: true }));
/** @param at ISO time; now without it */
export const publishArticle = (id: string, at?: string) =>
  kept(sendCommand<ArticleItem>('POST', `${of(id)}/publish`, at === undefined ? {} : { at }));
export const withdrawArticle = (id: string) => kept(sendCommand<ArticleItem>('POST', `${of(id)}/withdraw`));
export const restoreArticle = (id: string) => kept(sendCommand<ArticleItem>('POST', `${of(id)}/restore`));
export const removeArticle = async (id: string) => told(await sendCommand('DELETE', of(id)));
