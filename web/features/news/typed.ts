/** An article as its form holds it. Pure. */
import type { ArticleText } from '#events/news/article.ts';
import { type ArticleLanguage, articleLanguages, type FaqGroup, type Platform } from '#events/news/kinds.ts';
import type { ArticleSave } from '#events/news/write.ts';
import type { ArticleItem, DownloadItem } from '#projections/news/item.ts';

export type Typed = {
  texts: Record<ArticleLanguage, ArticleText>;
  group: FaqGroup | null;
  order: number;
  version: string;
  platform: Platform | null;
  download: Omit<DownloadItem, 'path'> | null;
};

const blank: ArticleText = { title: '', body: '' };

export function typedOf({ texts, group, order, version, platform, download }: ArticleItem): Typed {
  const { en, 'zh-CN': zh } = texts;
  return {
    texts: { en: en ?? blank, 'zh-CN': zh ?? blank },
    group,
    order,
    version: version ?? '',
    platform,
    download: download && {
      id: download.id,
      name: download.name,
      size: download.size,
      sha256: download.sha256,
    },
  };
}

/** What is sent; a language without a word is not there. */
export function saveOf({ texts, version, download, ...rest }: Typed, edition: number): ArticleSave {
  const given = (lang: ArticleLanguage) =>
    texts[lang].title.trim() === '' && texts[lang].body.trim() === '' ? null : texts[lang];
  return {
    edition,
    ...rest,
    texts: { en: given('en'), 'zh-CN': given('zh-CN') },
    version: version.trim() || null,
    download: download?.id ?? null,
  };
}

/** Whether saving would change nothing. */
export const sameTyped = (a: Typed, b: Typed): boolean =>
  JSON.stringify(saveOf(a, 0)) === JSON.stringify(saveOf(b, 0));

export const withText = (typed: Typed, lang: ArticleLanguage, patch: Partial<ArticleText>): Typed => ({
  ...typed,
  texts: { ...typed.texts, [lang]: { ...typed.texts[lang], ...patch } },
});

/** The languages with one's own first. */
export const ownFirst = (lang: ArticleLanguage): ArticleLanguage[] => [
  lang,
  ...articleLanguages.filter(one => one !== lang),
];

/** A picture as a text names it, between the words around the cursor. @param at characters before it */
export function withPicture(body: string, at: number, { alt, path }: { alt: string; path: string }): string {
  const words = alt
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[[\]\\]/g, '\\$&');
  const [before, after] = [body.slice(0, at).trimEnd(), body.slice(at).trimStart()];
  return [before, `![${words}](${path})`, after].filter(part => part !== '').join('\n\n');
}
