/** The demo's articles: news, institute, FAQ, versions and a download. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Slot } from '#events/case/options.ts';
import { type Article, type ArticleTexts, evolveArticle } from '#events/news/article.ts';
import { type ArticleEvent, articleStreamOf } from '#events/news/events.ts';
import { articleFilePath } from '#events/news/pictures.ts';
import { beginArticle, publishArticle, saveArticle } from '#events/news/write.ts';
import { type createManualClock, isoNow } from '../clock/clock.ts';
import { eventIdOf } from '../command/command-ids.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { DemoArticle } from './articles/article.ts';
import { faqArticles } from './articles/faq.ts';
import { instituteArticles } from './articles/institute.ts';
import { newsArticles } from './articles/news.ts';
import { archiveReaderFileName, downloadArticles, versionArticles } from './articles/versions.ts';
import type { DemoPlayContext } from './case-player.ts';
import { demoIdOf } from './demo-id.ts';
import type { FileContent } from './file-content.ts';
import { demoViewerOf } from './people.ts';

const DAY_MS = 86_400_000;
/** Gap between the order numbers of two FAQ entries. */
const STEP = 10;

const demoArticles: readonly DemoArticle[] = [
  ...newsArticles,
  ...instituteArticles,
  ...faqArticles,
  ...versionArticles,
  ...downloadArticles,
];

const writer = demoViewerOf('service');

function readerProgram(): FileContent {
  const bytes = readFileSync(new URL(`../archive/${archiveReaderFileName}`, import.meta.url));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, sha256, mime: 'application/octet-stream' };
}

type Ports = { store: EventStore; stage: DemoPlayContext; clock: ReturnType<typeof createManualClock> };
type File = { kind: 'article' | 'download'; name: string; content: FileContent };

/** Adds a finished upload of the writer. */
function bring({ stage }: Ports, key: string, { kind, name, content }: File) {
  const { sha256, mime, bytes } = content;
  const [id, at, size] = [demoIdOf(`article ${key}`), isoNow(stage.clock), bytes.length];
  const own = { id, by: writer.id, orgId: writer.orgId, caseId: null, slot: null };
  const record = { ...own, kind, name, size, startedAt: at, finished: { at, sha256, mime } };
  stage.kept.push({ record: { ...record, due: false, kept: true }, content });
  return { id, sha256, mime, size, name, kind };
}

/** Replaces picture placeholders by the pictures' addresses. */
function withPictures(texts: ArticleTexts, addressOf: (slot: Slot) => string): ArticleTexts {
  const placed = (body: string) =>
    // Cast: the articles' own files name slots.
    body.replace(/\{picture:([\w-]+)\}/g, (_, slot) => addressOf(slot as Slot));
  const { en, 'zh-CN': zh } = texts;
  return {
    en: en && { ...en, body: placed(en.body) },
    'zh-CN': zh && { ...zh, body: placed(zh.body) },
  };
}

/** Uploads the article's files. Returns its texts with their addresses. */
function prepared(ports: Ports, articleId: string, { key, texts, download: name }: DemoArticle) {
  const uploads = new Map<string, ReturnType<typeof bring>>();
  const keep = (file: File) => {
    const id = uploads.get(file.name) ?? bring(ports, `${key} ${file.name}`, file);
    uploads.set(file.name, id);
    return id.id;
  };
  const addressOf = (slot: Slot) => {
    const content = ports.stage.contents.picture(slot, 0);
    return articleFilePath(articleId, keep({ kind: 'article', name: `${slot}.png`, content }));
  };
  const placed = withPictures(texts, addressOf);
  const download = name ? keep({ kind: 'download', name, content: readerProgram() }) : null;
  return { texts: placed, download, uploads: new Map([...uploads.values()].map(file => [file.id, file])) };
}

async function write(ports: Ports, article: DemoArticle, order: number): Promise<void> {
  const { store, clock } = ports;
  const { key, kind, group = null, version = null, platform = null } = article;
  const articleId = demoIdOf(`article ${key}`);
  const { texts, download, uploads } = prepared(ports, articleId, article);
  const ctx = { viewer: writer, servedBy: writer.orgId, now: clock.now(), articleId, uploads };
  const input = { edition: 0, texts, group, order, version, platform, download };
  const steps: ((state: Article | undefined) => ArticleEvent[])[] = [
    () => beginArticle({ kind }, ctx),
    state => saveArticle(state, input, ctx),
    state => publishArticle(state, {}, ctx),
  ];
  let state: Article | undefined;
  for (const [revision, step] of steps.entries()) {
    const [at, by] = [isoNow(clock), writer.id];
    // Each step of an article is one event.
    for (const event of step(state)) {
      state = evolveArticle(state, { ...event, at, by });
      const id = eventIdOf(demoIdOf(`article ${key} ${revision}`), 0);
      const expected = revision === 0 ? 'none' : BigInt(revision - 1);
      await store.append(articleStreamOf(articleId), expected, [{ ...event, id, at, by }]);
    }
  }
}

/**
 * Creates a function that writes the articles whose day has come, each once. The clock must be at or before `now`
 * (ms).
 */
export function createArticleWriter(ports: Ports, now: number) {
  const waiting = demoArticles
    .map((article, at) => ({ article, order: at * STEP, time: now - article.daysAgo * DAY_MS }))
    .sort((a, b) => a.time - b.time || a.order - b.order);
  return async (at: number): Promise<void> => {
    for (let next = waiting[0]; next && next.time <= at; next = waiting[0]) {
      waiting.shift();
      ports.clock.set(next.time);
      await write(ports, next.article, next.order);
    }
  };
}
