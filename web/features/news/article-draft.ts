/** The state of an article form. Pure. */
import type { ArticleText } from '#events/news/article.ts';
import {
  type ArticleLanguage,
  articleLanguages,
  type DownloadPlatform,
  type FaqGroup,
} from '#events/news/kinds.ts';
import type { ArticleSaveInput } from '#events/news/write.ts';
import type { ArticleAttachment, ArticleItem } from '#projections/news/item.ts';

export type ArticleDraft = {
  texts: Record<ArticleLanguage, ArticleText>;
  group: FaqGroup | null;
  order: number;
  version: string;
  platform: DownloadPlatform | null;
  download: Omit<ArticleAttachment, 'path'> | null;
};

const blank: ArticleText = { title: '', body: '' };

export function draftOfArticle({
  texts,
  group,
  order,
  version,
  platform,
  download,
}: ArticleItem): ArticleDraft {
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

/** The payload of a save; a language without text is omitted. */
export function articlePayload(
  { texts, version, download, ...rest }: ArticleDraft,
  edition: number,
): ArticleSaveInput {
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
export const isSameDraft = (a: ArticleDraft, b: ArticleDraft): boolean =>
  JSON.stringify(articlePayload(a, 0)) === JSON.stringify(articlePayload(b, 0));

export const withArticleText = (
  typed: ArticleDraft,
  lang: ArticleLanguage,
  patch: Partial<ArticleText>,
): ArticleDraft => ({
  ...typed,
  texts: { ...typed.texts, [lang]: { ...typed.texts[lang], ...patch } },
});

/** The languages, the writer's own first. */
export const ownLanguageFirst = (lang: ArticleLanguage): ArticleLanguage[] => [
  lang,
  ...articleLanguages.filter(one => one !== lang),
];

/** Inserts a picture at the cursor. @param at number of characters before the cursor */
export function insertPicture(
  body: string,
  at: number,
  { alt, path }: { alt: string; path: string },
): string {
  const words = alt
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[[\]\\]/g, '\\$&');
  const [before, after] = [body.slice(0, at).trimEnd(), body.slice(at).trimStart()];
  return [before, `![${words}](${path})`, after].filter(part => part !== '').join('\n\n');
}
