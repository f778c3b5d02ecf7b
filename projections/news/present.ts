/** Presents articles: the whole article to its writers, and the published part to readers. */
import { type Article, mayWriteArticles, publicationStateOf } from '#events/news/article.ts';
import { articleFilePath } from '#events/news/pictures.ts';
import { toWirePosition } from '#events/wire.ts';
import type { PresentCtx } from '../present.ts';
import type { FoundRow } from '../row-access.ts';
import type { ArticleAttachment, ArticleItem, ReaderArticle } from './item.ts';

function downloadOf({ id, download }: Article): ArticleAttachment | null {
  if (!download) return null;
  const { id: fileId, name, size, sha256 } = download;
  return { id: fileId, name, size, sha256, path: articleFilePath(id, fileId) };
}

/**
 * Presents an article to its writers; undefined for others. Articles exist only for organisations that serve
 * themselves, so that is not checked again.
 */
export function presentToWriters(
  { row, position }: FoundRow<Article>,
  { viewer, person, logId }: Pick<PresentCtx, 'viewer' | 'person' | 'logId'>,
  now: number,
): ArticleItem | undefined {
  if (row.removed || !mayWriteArticles(viewer, row.orgId, row.orgId)) return undefined;
  const { id, kind, texts, group, order, version, platform, edition, publishAt, changed } = row;
  return {
    id,
    kind,
    texts,
    group,
    order,
    version,
    platform,
    edition,
    publishAt,
    download: downloadOf(row),
    publicity: publicationStateOf(row, now),
    changed: { by: person(changed.by), at: changed.at },
    position: toWirePosition(logId, position),
  };
}

/** Presents an article to its readers. Callers check that the article is currently published. */
export function presentToReaders(row: Article): ReaderArticle {
  const { id, kind, texts, group, version, platform, publishAt } = row;
  const download = downloadOf(row);
  return { id, kind, texts, group, version, platform, download, publishAt: publishAt ?? row.changed.at };
}
