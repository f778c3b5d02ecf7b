/** An article as its writers get it, and as its readers get it. */
import type { Article, ArticleTexts, PublicationState } from '#events/news/article.ts';
import type { ArticleKind, DownloadPlatform, FaqGroup } from '#events/news/kinds.ts';
import type { PersonRef } from '../caseList/item.ts';

export type ArticleItem = Pick<
  Article,
  'id' | 'kind' | 'texts' | 'group' | 'order' | 'version' | 'platform' | 'edition' | 'publishAt'
> & {
  download: ArticleAttachment | null;
  /** Publicity of the article at the time of this answer. The browser updates it from `publishAt`. */
  publicity: PublicationState;
  changed: { by: PersonRef; at: string };
  /** Wire position of the article's last event. */
  position: string;
};

/** A file attached to an article for download. */
export type ArticleAttachment = {
  id: string;
  name: string;
  /** Size in bytes. */
  size: number;
  /** SHA-256, hex. */
  sha256: string;
  path: string;
};

/** An article as readers get it. */
export type ReaderArticle = {
  id: string;
  kind: ArticleKind;
  texts: ArticleTexts;
  group: FaqGroup | null;
  version: string | null;
  platform: DownloadPlatform | null;
  download: ArticleAttachment | null;
  /** ISO time. */
  publishAt: string;
};
