/** The rows `articles`: one for each, in the list of the organisation that writes it. */
import type { Recorded } from '#events/envelope.ts';
import { type Article, evolveArticle } from '#events/news/article.ts';
import { type ArticleEvent, articleEvents, articleStreamPrefix } from '#events/news/events.ts';
import { articleRoom } from '../rooms.ts';
import { type FoldedView, nobody, type Sight } from '../view.ts';
import { createArticleReads } from './reads.ts';
import { articleWords } from './words.ts';

/** The boundary where an event of the log becomes an article's. @throws Error for a type that is not known */
export function articleRecord(event: Recorded): ArticleEvent & { by: string; at: string } {
  if (!Object.hasOwn(articleEvents, event.type))
    throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as ArticleEvent & { by: string; at: string };
}

function sights({ orgId, kind, publishAt, changed, removed }: Article): Sight[] {
  if (removed) return [];
  const group = `${kind}.${publishAt === null ? 'draft' : 'out'}`;
  return [{ list: 'articles', room: articleRoom(orgId), group, sort: { at: publishAt ?? changed.at } }];
}

export const articles = {
  name: 'articles',
  version: 1,
  keep: 300,
  follows: [articleStreamPrefix],
  keys: event => [articleRecord(event).data.articleId],
  fold: (row, event) => evolveArticle(row, articleRecord(event)) ?? null,
  lists: { articles: ['at'] },
  sights,
  words: row => (row.removed ? [] : articleWords(row)),
  impersonal: true,
  // Who reads what depends on the clock: articles are told by their routes and pages, which have one.
  present: nobody,
  reads: createArticleReads,
} satisfies FoldedView<Article, never>;
