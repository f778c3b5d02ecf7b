/** The rows `articles`, one for each, in the list of the organisation that writes it. */

import { type Article, evolveArticle } from '#events/news/article.ts';
import { articleStreamPrefix } from '#events/news/events.ts';
import { recordOf } from '#events/streams.ts';
import { articleRoom } from '../rooms.ts';
import { type FoldedView, presentToNobody, type Sight } from '../view.ts';
import { createArticleReads } from './reads.ts';
import { articleSearchWords } from './words.ts';

function sights({ orgId, kind, publishAt, changed, removed }: Article): Sight[] {
  if (removed) return [];
  const group = `${kind}.${publishAt === null ? 'draft' : 'out'}`;
  return [{ list: 'articles', room: articleRoom(orgId), group, sort: { at: publishAt ?? changed.at } }];
}

export const articlesView = {
  name: 'articles',
  version: 1,
  keep: 300,
  follows: [articleStreamPrefix],
  keys: event => [recordOf('article', event).data.articleId],
  fold: (row, event) => evolveArticle(row, recordOf('article', event)) ?? null,
  lists: { articles: ['at'] },
  sights,
  words: row => (row.removed ? [] : articleSearchWords(row)),
  impersonal: true,
  // Visibility depends on the time, so routes and pages, which have a clock, present articles.
  present: presentToNobody,
  reads: createArticleReads,
} satisfies FoldedView<Article, never>;
