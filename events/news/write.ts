/** The writers' actions on an article. Pure: each returns events or refuses. */
import * as z from 'zod/mini';
import { draftLineSchemaUpTo, draftTextSchemaUpTo, hasVisibleCharacter, idSchema } from '../case/fields.ts';
import type { FileKind } from '../case/options.ts';
import { badField, type Issue, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../person/position.ts';
import { type Article, type ArticleText, type ArticleTexts, mayWriteArticles } from './article.ts';
import type { ArticleDownload, ArticleEvent, ArticlePicture } from './events.ts';
import {
  type ArticleKind,
  articleKinds,
  articleLanguages,
  articleLimits,
  downloadPlatforms,
  faqGroups,
} from './kinds.ts';
import { articlePictureIdsIn } from './pictures.ts';

const { titleMax, bodyMax, versionMax, orderMax } = articleLimits;

export const newArticleInputSchema = z.strictObject({ kind: z.enum(articleKinds) });

const text = z.nullable(
  z.strictObject({ title: draftLineSchemaUpTo(titleMax), body: draftTextSchemaUpTo(bodyMax) }),
);
const version = z
  .string()
  .check(
    z.maxLength(versionMax),
    z.regex(/^\d+(?:\.\d+){0,3}(?:-[a-z0-9.]+)?$/i, { error: 'version-format' }),
  );

export const articleSaveInputSchema = z.strictObject({
  /** The edition that the edit is based on. */
  edition: z.int().check(z.minimum(0)),
  texts: z.strictObject({ en: text, 'zh-CN': text }),
  group: z.optional(z.nullable(z.enum(faqGroups))),
  order: z.optional(z.int().check(z.minimum(0), z.maximum(orderMax))),
  version: z.optional(z.nullable(version)),
  platform: z.optional(z.nullable(z.enum(downloadPlatforms))),
  /** Id of an upload of kind `download`. */
  download: z.optional(z.nullable(idSchema)),
});
export type ArticleSaveInput = z.infer<typeof articleSaveInputSchema>;

export const articlePublishInputSchema = z.strictObject({
  /** ISO time of publication, with zone. Default: now. */
  at: z.optional(
    z.string().check(
      z.maxLength(40),
      z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/, {
        error: 'time-format',
      }),
    ),
  ),
});

export type ArticleWriteContext = {
  viewer: Viewer;
  /** The organisation that serves the viewer's own. */
  servedBy: string | undefined;
};

/** Creates an article. @throws Refusal notPermitted */
export function beginArticle(
  input: unknown,
  ctx: ArticleWriteContext & { articleId: string },
): ArticleEvent[] {
  const { viewer, servedBy, articleId } = ctx;
  if (!mayWriteArticles(viewer, viewer.orgId, servedBy)) throw new Refusal('notPermitted');
  const { kind } = parse(newArticleInputSchema, input);
  return [{ type: 'ArticleBegun', data: { articleId, orgId: viewer.orgId, kind } }];
}

/**
 * Returns the article if this person may write it. @throws Refusal notFound if it is missing or of another
 * organisation, notPermitted
 */
export function requireWritableArticle(
  article: Article | undefined,
  { viewer, servedBy }: ArticleWriteContext,
): Article {
  if (article?.orgId !== viewer.orgId) throw new Refusal('notFound');
  if (!mayWriteArticles(viewer, article.orgId, servedBy)) throw new Refusal('notPermitted');
  return article;
}

const kept = (article: Article | undefined, ctx: ArticleWriteContext): Article => {
  const found = requireWritableArticle(article, ctx);
  if (found.removed) throw new Refusal('notFound');
  return found;
};

/** Trims the text; null if nothing is left. */
function trimmed(given: ArticleText | null): ArticleText | null {
  const [title = '', body = ''] = [
    given?.title.trim(),
    given?.body.trimEnd().replace(/^(?:[^\S\n]*\n)+/, ''),
  ];
  return title === '' && body === '' ? null : { title, body };
}

/** Fields that a published article of each kind must have. */
const needs: Record<ArticleKind, readonly ('body' | 'group' | 'version' | 'platform' | 'download')[]> = {
  news: ['body'],
  institute: ['body'],
  faq: ['body', 'group'],
  version: ['body', 'version'],
  download: ['version', 'platform', 'download'],
};

type Content = Pick<Article, 'kind' | 'texts' | 'group' | 'version' | 'platform' | 'download'>;

/** Returns an issue for each field missing for publication. Each language that was begun must be complete. */
export function publicationIssues(content: Content): Issue[] {
  const asked = needs[content.kind];
  const begun = articleLanguages.filter(lang => content.texts[lang] !== null);
  const paths = (begun.length > 0 ? begun : articleLanguages.slice(0, 1)).flatMap(lang => {
    const { title = '', body = '' } = content.texts[lang] ?? {};
    const parts = { title, ...(asked.includes('body') ? { body } : {}) };
    return Object.entries(parts).flatMap(([part, words]) =>
      hasVisibleCharacter(words) ? [] : [`texts.${lang}.${part}`],
    );
  });
  const facts = asked.filter(fact => fact !== 'body' && content[fact] === null);
  return [...paths, ...facts].map(path => ({ path, issue: 'required' }));
}

function refuseMissing(content: Content): void {
  const issues = publicationIssues(content);
  if (issues.length > 0) throw new Refusal('badInput', { issues });
}

export type ArticleSaveContext = ArticleWriteContext & {
  /** Finished uploads of this organisation that the article names, by id. */
  uploads: ReadonlyMap<string, ArticleDownload & { kind: string }>;
};

/**
 * Returns a finished upload of the required kind.
 * @throws Refusal badInput if the upload is missing or of another kind
 */
function uploaded(
  { uploads }: ArticleSaveContext,
  fileId: string,
  kind: FileKind,
  path: string,
): ArticleDownload {
  const found = uploads.get(fileId);
  if (found?.kind !== kind) throw badField(path, 'file-unknown');
  const { kind: _kind, ...file } = found;
  return file;
}

function picturesOf(article: Article, texts: ArticleTexts, ctx: ArticleSaveContext): ArticlePicture[] {
  const named = new Map<string, ArticlePicture>();
  for (const lang of articleLanguages)
    for (const fileId of articlePictureIdsIn(article.id, texts[lang]?.body ?? '')) {
      const known = article.pictures.find(picture => picture.id === fileId);
      if (known) {
        named.set(fileId, known);
        continue;
      }
      const { name: _name, ...picture } = uploaded(ctx, fileId, 'article', `texts.${lang}.body`);
      named.set(fileId, picture);
    }
  return [...named.values()];
}

/** Returns the article's current download if it is still the named one, otherwise the named upload. */
function downloadOf(article: Article, named: string | null, ctx: ArticleSaveContext): ArticleDownload | null {
  if (named === null) return null;
  if (named === article.download?.id) return article.download;
  return uploaded(ctx, named, 'download', 'download');
}

/**
 * Replaces the whole content. A published article must stay complete.
 * @throws Refusal notFound, notPermitted, badInput; staleArticle if a later edition exists
 */
export function saveArticle(
  article: Article | undefined,
  input: unknown,
  ctx: ArticleSaveContext,
): ArticleEvent[] {
  const before = kept(article, ctx);
  const asked = parse(articleSaveInputSchema, input);
  if (asked.edition !== before.edition)
    throw new Refusal('staleArticle', {
      edition: before.edition,
      by: before.changed.by,
      at: before.changed.at,
    });
  const texts = { en: trimmed(asked.texts.en), 'zh-CN': trimmed(asked.texts['zh-CN']) };
  const download = downloadOf(before, asked.download ?? null, ctx);
  const { group = null, order = 0, version: called = null, platform = null } = asked;
  const content = { texts, group, order, version: called, platform, download };
  if (before.publishAt !== null) refuseMissing({ kind: before.kind, ...content });
  const pictures = picturesOf(before, texts, ctx);
  return [{ type: 'ArticleSaved', data: { articleId: before.id, ...content, pictures } }];
}

/** Publishes an article at a time. Repeating changes the time. @throws Refusal notFound, notPermitted, badInput */
export function publishArticle(
  article: Article | undefined,
  input: unknown,
  ctx: ArticleWriteContext & { now: number },
): ArticleEvent[] {
  const before = kept(article, ctx);
  const { at } = parse(articlePublishInputSchema, input);
  const time = at === undefined ? ctx.now : Date.parse(at);
  if (Number.isNaN(time)) throw badField('at', 'date-invalid');
  refuseMissing(before);
  return [{ type: 'ArticlePublished', data: { articleId: before.id, at: new Date(time).toISOString() } }];
}

/** Makes a published article a draft again. @throws Refusal notFound, notPermitted, actionClosed if it is a draft */
export function unpublishArticle(article: Article | undefined, ctx: ArticleWriteContext): ArticleEvent[] {
  const before = kept(article, ctx);
  if (before.publishAt === null) throw new Refusal('actionClosed');
  return [{ type: 'ArticleWithdrawn', data: { articleId: before.id } }];
}

/** Hides an article from every list. @throws Refusal notFound, notPermitted */
export function removeArticle(article: Article | undefined, ctx: ArticleWriteContext): ArticleEvent[] {
  return [{ type: 'ArticleRemoved', data: { articleId: kept(article, ctx).id } }];
}

/** Undoes the removal of an article. @throws Refusal notFound, notPermitted, actionClosed if it was not removed */
export function restoreArticle(article: Article | undefined, ctx: ArticleWriteContext): ArticleEvent[] {
  const before = requireWritableArticle(article, ctx);
  if (!before.removed) throw new Refusal('actionClosed');
  return [{ type: 'ArticleRestored', data: { articleId: before.id } }];
}
