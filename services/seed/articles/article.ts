/** Format of the demo's articles. */
import type { Slot } from '#events/case/options.ts';
import type { ArticleTexts } from '#events/news/article.ts';
import type { ArticleKind, DownloadPlatform, FaqGroup } from '#events/news/kinds.ts';

export type DemoArticle = {
  /** Key from which the article's id derives. */
  key: string;
  kind: ArticleKind;
  /** Days before the demo's last day. */
  daysAgo: number;
  texts: ArticleTexts;
  group?: FaqGroup;
  version?: string;
  platform?: DownloadPlatform;
  /** Name of the article's file for download. */
  download?: string;
};

/** Placeholder for the address of a drawn picture. */
export const picturePlaceholderOf = (slot: Slot): string => `{picture:${slot}}`;

/** Combines the English and Chinese versions of an article's text. */
export const bilingualArticle = (
  en: [title: string, body: string],
  zh: [title: string, body: string],
): ArticleTexts => ({
  en: { title: en[0], body: en[1].trim() },
  'zh-CN': { title: zh[0], body: zh[1].trim() },
});
