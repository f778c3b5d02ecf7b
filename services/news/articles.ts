/** Articles: written by those who may, one command after the other on each, and decided on the article's own stream. */
import { type Article, evolveArticle } from '#events/news/article.ts';
import { type ArticleEvent, articleStream } from '#events/news/events.ts';
import { articleLanguages } from '#events/news/kinds.ts';
import { pictureIds } from '#events/news/pictures.ts';
import {
  type ArticleSave,
  articleSave,
  beginArticle,
  publishArticle,
  removeArticle,
  restoreArticle,
  type SaveCtx,
  saveArticle,
  type WriteCtx,
  withdrawArticle,
  writable,
} from '#events/news/write.ts';
import type { Viewer } from '#events/person/position.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { createOwnStream } from '../command/own-stream.ts';
import type { EventStore } from '../eventstore/port.ts';
import { createUploadRecords, isFinished } from '../files/upload-record.ts';
import type { Vault } from '../vault/port.ts';

export type ArticleDeps = { store: EventStore; clock: Clock; vault: Vault; models: ReadModels };

/** What is done to an article that is there. */
export type ArticleAct = 'save' | 'publish' | 'withdraw' | 'remove' | 'restore';

export type ArticleCommand = { commandId: string; articleId: string; act: ArticleAct; input: unknown };

type Folded = { revision: number; article: Article | undefined };

/** The article's own stream. */
const kindOf = (articleId: string) => ({
  streamOf: () => articleStream(articleId),
  empty: { revision: -1, article: undefined } as Folded,
  evolve: ({ article }: Folded, e: ArticleEvent & { revision: number; by: string; at: string }): Folded => ({
    revision: e.revision,
    article: evolveArticle(article, e),
  }),
});

/** Ids of uploads that a save names; none where it is not well formed, which its decision then says. */
function namedIn(articleId: string, input: unknown): string[] {
  const asked = articleSave.safeParse(input);
  if (!asked.success) return [];
  const { texts, download }: ArticleSave = asked.data;
  const shown = articleLanguages.flatMap(lang => pictureIds(articleId, texts[lang]?.body ?? ''));
  return download ? [...shown, download] : shown;
}

export function createArticles(deps: ArticleDeps) {
  const records = createUploadRecords(deps.vault);
  const streamOf = (articleId: string) => createOwnStream<Folded, ArticleEvent>(deps, kindOf(articleId));
  const writer = (viewer: Viewer): WriteCtx => ({
    viewer,
    servedBy: deps.models.directory().organisations.get(viewer.orgId)?.servedBy,
  });

  /** Finished uploads of the writer's organisation. From here on their bytes stay. */
  const uploadsOf = async (viewer: Viewer, ids: readonly string[]): Promise<SaveCtx['uploads']> => {
    const found = new Map<string, SaveCtx['uploads'] extends ReadonlyMap<string, infer U> ? U : never>();
    for (const id of ids) {
      const record = (await records.get(id))?.record;
      if (!record || !isFinished(record) || record.caseId !== null || record.orgId !== viewer.orgId) continue;
      const { sha256, mime } = record.finished;
      found.set(id, { id, sha256, mime, size: record.size, name: record.name, kind: record.kind });
      if (!record.kept) await records.put({ ...record, kept: true });
    }
    return found;
  };

  const decide: Record<
    ArticleAct,
    (article: Article | undefined, input: unknown, ctx: SaveCtx & { now: number }) => ArticleEvent[]
  > = {
    save: saveArticle,
    publish: publishArticle,
    withdraw: (article, _input, ctx) => withdrawArticle(article, ctx),
    remove: (article, _input, ctx) => removeArticle(article, ctx),
    restore: (article, _input, ctx) => restoreArticle(article, ctx),
  };

  return {
    /** @throws Refusal notPermitted, badInput */
    begin: (viewer: Viewer, { commandId, input }: { commandId: string; input: unknown }) => {
      const ctx = { ...writer(viewer), articleId: commandId };
      const begun = () => beginArticle(input, ctx);
      return streamOf(commandId).change({ commandId, personId: viewer.id, decide: begun });
    },
    /** @throws Refusal as the decision does; busy */
    act: async (viewer: Viewer, { commandId, articleId, act, input }: ArticleCommand) => {
      const stream = streamOf(articleId);
      const ctx = writer(viewer);
      // Before anything of what is named is looked for, or kept.
      writable((await stream.current(articleId)).article, ctx);
      const uploads = await uploadsOf(viewer, act === 'save' ? namedIn(articleId, input) : []);
      const whole = { ...ctx, uploads, now: deps.clock.now() };
      return stream.change({
        commandId,
        personId: viewer.id,
        decide: ({ article }) => decide[act](article, input, whole),
      });
    },
  };
}
