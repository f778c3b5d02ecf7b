/**
 * Articles: the commands of writers. They run one at a time per article, and are decided on the article's own stream.
 */
import { type Article, evolveArticle } from '#events/news/article.ts';
import { type ArticleEvent, articleStreamOf } from '#events/news/events.ts';
import { articleLanguages } from '#events/news/kinds.ts';
import { articlePictureIdsIn } from '#events/news/pictures.ts';
import {
  type ArticleSaveContext,
  type ArticleSaveInput,
  type ArticleWriteContext,
  articleSaveInputSchema,
  beginArticle,
  publishArticle,
  removeArticle,
  requireWritableArticle,
  restoreArticle,
  saveArticle,
  unpublishArticle,
} from '#events/news/write.ts';
import type { Viewer } from '#events/person/position.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { type CommandKey, createCommandHandler } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import { createUploadRecords, isFinishedUpload } from '../files/upload-record.ts';
import type { Vault } from '../vault/port.ts';

export type ArticleDeps = { store: EventStore; clock: Clock; vault: Vault; models: ReadModels };

/** Commands on an existing article. */
export type ArticleAct = 'save' | 'publish' | 'withdraw' | 'remove' | 'restore';

export type ArticleCommand = CommandKey & { articleId: string; act: ArticleAct; input: unknown };

/** Returns the ids of uploads that a save names; empty for a malformed save, which the decision refuses. */
function namedIn(articleId: string, input: unknown): string[] {
  const asked = articleSaveInputSchema.safeParse(input);
  if (!asked.success) return [];
  const { texts, download }: ArticleSaveInput = asked.data;
  const shown = articleLanguages.flatMap(lang => articlePictureIdsIn(articleId, texts[lang]?.body ?? ''));
  return download ? [...shown, download] : shown;
}

export function createArticles(deps: ArticleDeps) {
  const records = createUploadRecords(deps.vault);
  const articles = createCommandHandler<'article', Article | undefined>(deps, {
    kind: 'article',
    streamOf: articleStreamOf,
    empty: undefined,
    evolve: evolveArticle,
  });
  const writer = (viewer: Viewer): ArticleWriteContext => ({
    viewer,
    servedBy: deps.models.directory().organisations.get(viewer.orgId)?.servedBy,
  });

  /** Returns finished uploads of the writer's organisation. Marks their bytes as kept. */
  const uploadsOf = async (
    viewer: Viewer,
    ids: readonly string[],
  ): Promise<ArticleSaveContext['uploads']> => {
    const found = new Map<
      string,
      ArticleSaveContext['uploads'] extends ReadonlyMap<string, infer U> ? U : never
    >();
    for (const id of ids) {
      const record = (await records.get(id))?.record;
      if (!record || !isFinishedUpload(record) || record.caseId !== null || record.orgId !== viewer.orgId)
        continue;
      const { sha256, mime } = record.finished;
      found.set(id, { id, sha256, mime, size: record.size, name: record.name, kind: record.kind });
      if (!record.kept) await records.put({ ...record, kept: true });
    }
    return found;
  };

  const decide: Record<
    ArticleAct,
    (
      article: Article | undefined,
      input: unknown,
      ctx: ArticleSaveContext & { now: number },
    ) => ArticleEvent[]
  > = {
    save: saveArticle,
    publish: publishArticle,
    withdraw: (article, _input, ctx) => unpublishArticle(article, ctx),
    remove: (article, _input, ctx) => removeArticle(article, ctx),
    restore: (article, _input, ctx) => restoreArticle(article, ctx),
  };

  return {
    /** @throws Refusal notPermitted, badInput */
    begin: (viewer: Viewer, { input, ...key }: CommandKey & { input: unknown }) => {
      const ctx = { ...writer(viewer), articleId: key.commandId };
      return articles.handle(key.commandId, { ...key, by: viewer.id }, () => beginArticle(input, ctx));
    },
    /** @throws Refusal of the decision; busy */
    act: async (viewer: Viewer, { articleId, act, input, ...key }: ArticleCommand) => {
      const ctx = writer(viewer);
      // Checks the right to write before any upload is looked up or kept.
      requireWritableArticle(await articles.load(articleId), ctx);
      const uploads = await uploadsOf(viewer, act === 'save' ? namedIn(articleId, input) : []);
      const whole = { ...ctx, uploads, now: deps.clock.now() };
      return articles.handle(articleId, { ...key, by: viewer.id }, article =>
        decide[act](article, input, whole),
      );
    },
  };
}
