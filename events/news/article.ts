/** An article folded from its events, with its writers and its visibility. Pure. */
import { menuRights, type Viewer } from '../person/position.ts';
import type { ArticleDownload, ArticleEvent, ArticlePicture } from './events.ts';
import {
  type ArticleKind,
  type ArticleLanguage,
  articleLanguages,
  type DownloadPlatform,
  type FaqGroup,
} from './kinds.ts';

export type ArticleText = { title: string; body: string };
export type ArticleTexts = Record<ArticleLanguage, ArticleText | null>;

/** The editable content of an article. */
type ArticleContent = {
  texts: ArticleTexts;
  group: FaqGroup | null;
  order: number;
  version: string | null;
  platform: DownloadPlatform | null;
  download: ArticleDownload | null;
  pictures: ArticlePicture[];
};

type Said = { by: string; at: string };

export type Article = ArticleContent & {
  id: string;
  /** The organisation that writes the article. The organisations that it serves are the readers. */
  orgId: string;
  kind: ArticleKind;
  /** Number of saves, to detect an edit based on an older one. */
  edition: number;
  /** ISO time of publication; null for a draft. */
  publishAt: string | null;
  removed: boolean;
  begun: Said;
  changed: Said;
};

const empty: ArticleContent = {
  texts: { en: null, 'zh-CN': null },
  group: null,
  order: 0,
  version: null,
  platform: null,
  download: null,
  pictures: [],
};

function applied(article: Article, e: Exclude<ArticleEvent, { type: 'ArticleBegun' }>): Article {
  switch (e.type) {
    case 'ArticleSaved': {
      const { articleId: _id, ...content } = e.data;
      return { ...article, ...content, edition: article.edition + 1 };
    }
    case 'ArticlePublished':
      return { ...article, publishAt: e.data.at };
    case 'ArticleWithdrawn':
      return { ...article, publishAt: null };
    case 'ArticleRemoved':
      return { ...article, removed: true };
    case 'ArticleRestored':
      return { ...article, removed: false };
    default:
      return e satisfies never;
  }
}

/** Folds an event of the article's stream. */
export function evolveArticle(article: Article | undefined, e: ArticleEvent & Said): Article | undefined {
  const said = { by: e.by, at: e.at };
  if (e.type !== 'ArticleBegun') return article && { ...applied(article, e), changed: said };
  const { articleId: id, orgId, kind } = e.data;
  const fresh = { edition: 0, publishAt: null, removed: false, begun: said, changed: said };
  return article ?? { id, orgId, kind, ...structuredClone(empty), ...fresh };
}

/** True if the viewer may write an organisation's articles. Only an organisation that serves itself has articles. */
export const mayWriteArticles = (viewer: Viewer, orgId: string, servedBy: string | undefined): boolean =>
  menuRights(viewer).includes('backstageManage') && viewer.orgId === orgId && servedBy === orgId;

export type PublicationState = 'draft' | 'scheduled' | 'published';

/** Returns whether an article is a draft, scheduled or published. @param now milliseconds since 1970 */
export function publicationStateOf({ publishAt }: Pick<Article, 'publishAt'>, now: number): PublicationState {
  if (publishAt === null) return 'draft';
  return Date.parse(publishAt) > now ? 'scheduled' : 'published';
}

/** Whether readers see the article now. */
export const isVisibleToReaders = (article: Pick<Article, 'publishAt' | 'removed'>, now: number): boolean =>
  !article.removed && publicationStateOf(article, now) === 'published';

/** Returns an article's text in the reader's language, else in the other one; undefined if there is none. */
export function articleTextFor(
  texts: ArticleTexts,
  lang: ArticleLanguage,
): (ArticleText & { lang: ArticleLanguage }) | undefined {
  const found = [lang, ...articleLanguages].find(one => texts[one] !== null);
  const text = found && texts[found];
  return text ? { ...text, lang: found } : undefined;
}
