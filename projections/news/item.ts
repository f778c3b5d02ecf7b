/** An article as it goes out: to those who write it, and to those who read it. */
import type { Article, ArticleTexts, Publicity } from '#events/news/article.ts';
import type { ArticleKind, FaqGroup, Platform } from '#events/news/kinds.ts';
import type { PersonRef } from '../caseList/item.ts';

export type ArticleItem = Pick<
  Article,
  'id' | 'kind' | 'texts' | 'group' | 'order' | 'version' | 'platform' | 'edition' | 'publishAt'
> & {
  download: DownloadItem | null;
  /** As of the answer; the browser goes on by `publishAt`. */
  publicity: Publicity;
  changed: { by: PersonRef; at: string };
  /** Wire position of the last event in it. */
  position: string;
};

/** A file that an article hands out. */
export type DownloadItem = {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  path: string;
};

/** What a reader gets of it. */
export type ReadArticle = {
  id: string;
  kind: ArticleKind;
  texts: ArticleTexts;
  group: FaqGroup | null;
  version: string | null;
  platform: Platform | null;
  download: DownloadItem | null;
  /** ISO time. */
  publishAt: string;
};
