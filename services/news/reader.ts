/** Whose articles somebody reads: a person those of the organisation that serves them, everybody else the main one's. */
import { type Article, isRead } from '#events/news/article.ts';
import { isProtectedKind } from '#events/news/kinds.ts';
import { type Directory, mainOrganisation } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';

/** @param viewer undefined without a session; the answer too, where no organisation is there yet */
export function writerFor(directory: Directory, viewer: Viewer | undefined): string | undefined {
  if (!viewer) return mainOrganisation(directory)?.orgId;
  return directory.organisations.get(viewer.orgId)?.servedBy ?? viewer.orgId;
}

/** Whether this reader has the article now. @param now milliseconds since 1970 */
export function reads(
  directory: Directory,
  viewer: Viewer | undefined,
  article: Article,
  now: number,
): boolean {
  if (article.orgId !== writerFor(directory, viewer)) return false;
  return isRead(article, now) && (viewer !== undefined || !isProtectedKind(article.kind));
}
