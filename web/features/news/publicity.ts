/** Whether an article is read, as far as a page that stands open knows. */
import { type Publicity, publicityOf } from '#events/news/article.ts';
import type { ArticleItem } from '#projections/news/item.ts';

/** As the server answered; what was scheduled then, by a clock that moves once a minute. @param now ms */
export const publicityBy = (article: Pick<ArticleItem, 'publicity' | 'publishAt'>, now: number): Publicity =>
  article.publicity === 'scheduled' ? publicityOf(article, now) : article.publicity;
