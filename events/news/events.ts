/** The events of an article, `article-<id>`: a stream of its own. That its time has come is no event. */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';
import { articleKinds, faqGroups, platforms } from './kinds.ts';

const words = z.nullable(z.object({ title: z.string(), body: z.string() }));

/**
 * An upload that the article shows, under the organisation that wrote it. What a computer calls a picture is left out:
 * it may be somebody's name.
 */
const bytes = { id: z.string(), sha256: z.string(), size: z.int(), mime: z.string() };
const picture = z.object(bytes);
/** One that it hands out, under its name. */
const download = z.object({ ...bytes, name: z.string() });

const which = { articleId: z.string() };

export const articleEvents = family({
  ArticleBegun: {
    reaches: [],
    data: z.object({ ...which, orgId: z.string(), kind: z.enum(articleKinds) }),
  },
  /** All of it as it is from now on. */
  ArticleSaved: {
    reaches: [],
    data: z.object({
      ...which,
      /** By language; null where it is not written in it. */
      texts: z.object({ en: words, 'zh-CN': words }),
      group: z.nullable(z.enum(faqGroups)),
      order: z.int(),
      version: z.nullable(z.string()),
      platform: z.nullable(z.enum(platforms)),
      download: z.nullable(download),
      pictures: z.array(picture),
    }),
  },
  /** `at`: ISO time from which it is read; it may be one to come. */
  ArticlePublished: { reaches: [], data: z.object({ ...which, at: z.string() }) },
  ArticleWithdrawn: { reaches: [], data: z.object(which) },
  ArticleRemoved: { reaches: [], data: z.object(which) },
  ArticleRestored: { reaches: [], data: z.object(which) },
});

export type ArticleEvent = EventsOf<typeof articleEvents>;
export type ArticlePicture = z.infer<typeof picture>;
export type ArticleDownload = z.infer<typeof download>;

export const articleStreamPrefix = 'article-';
export const articleStream = (articleId: string) => `${articleStreamPrefix}${articleId}`;
