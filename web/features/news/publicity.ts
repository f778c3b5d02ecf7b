/** Whether an article is public, as far as an open page knows. */
import { type PublicationState, publicationStateOf } from '#events/news/article.ts';
import type { ArticleItem } from '#projections/news/item.ts';

/**
 * The server's answer; a scheduled publication is re-evaluated with the clock. @param now ms, updated once a
 * minute
 */
export const currentPublicity = (
  article: Pick<ArticleItem, 'publicity' | 'publishAt'>,
  now: number,
): PublicationState =>
  article.publicity === 'scheduled' ? publicationStateOf(article, now) : article.publicity;
