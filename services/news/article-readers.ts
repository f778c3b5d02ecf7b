/**
 * Readers of articles. A person reads the articles of the serving organisation; people without a session read those of
 * the main organisation.
 */
import { type Article, isVisibleToReaders } from '#events/news/article.ts';
import { isForSignedInReaders } from '#events/news/kinds.ts';
import { type Directory, mainOrganisation } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';

/**
 * Returns the organisation whose articles a viewer reads; undefined if there is none.
 * @param viewer undefined without a session
 */
export function newsOrganisationOf(directory: Directory, viewer: Viewer | undefined): string | undefined {
  if (!viewer) return mainOrganisation(directory)?.orgId;
  return directory.organisations.get(viewer.orgId)?.servedBy ?? viewer.orgId;
}

/** Returns true if the reader may read the article now. @param now milliseconds since 1970 */
export function mayReadArticle(
  directory: Directory,
  viewer: Viewer | undefined,
  article: Article,
  now: number,
): boolean {
  if (article.orgId !== newsOrganisationOf(directory, viewer)) return false;
  return isVisibleToReaders(article, now) && (viewer !== undefined || !isForSignedInReaders(article.kind));
}
