/**
 * The events of an article, on its own stream `article-<id>`. Reaching its publication time is not an event.
 */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import { articleKinds, downloadPlatforms, faqGroups } from './kinds.ts';

const words = z.nullable(z.object({ title: z.string(), body: z.string() }));

/**
 * An upload shown in an article, stored under the writing organisation. A picture has no file name here,
 * because it may contain a person's name.
 */
const bytes = { id: z.string(), sha256: z.string(), size: z.int(), mime: z.string() };
const picture = z.object(bytes);
/** A file offered for download, under its name. */
const download = z.object({ ...bytes, name: z.string() });

const which = { articleId: z.string() };

export const articleEvents = defineEvents({
  ArticleBegun: {
    reaches: [],
    data: z.object({ ...which, orgId: z.string(), kind: z.enum(articleKinds) }),
  },
  /** Replaces the whole content. */
  ArticleSaved: {
    reaches: [],
    data: z.object({
      ...which,
      /** Texts by language; null if not written. */
      texts: z.object({ en: words, 'zh-CN': words }),
      group: z.nullable(z.enum(faqGroups)),
      order: z.int(),
      version: z.nullable(z.string()),
      platform: z.nullable(z.enum(downloadPlatforms)),
      download: z.nullable(download),
      pictures: z.array(picture),
    }),
  },
  /** `at`: ISO time of publication, which may be in the future. */
  ArticlePublished: { reaches: [], data: z.object({ ...which, at: z.string() }) },
  ArticleWithdrawn: { reaches: [], data: z.object(which) },
  ArticleRemoved: { reaches: [], data: z.object(which) },
  ArticleRestored: { reaches: [], data: z.object(which) },
});

export type ArticleEvent = EventsOf<typeof articleEvents>;
export type ArticlePicture = z.infer<typeof picture>;
export type ArticleDownload = z.infer<typeof download>;

export const articleStreamPrefix = 'article-';
export const articleStreamOf = (articleId: string) => `${articleStreamPrefix}${articleId}`;
