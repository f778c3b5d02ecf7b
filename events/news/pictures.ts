/** Addresses of an article's files, and the files that its text refers to. Pure. */

/** Address of an article's file: a picture in its text, or its download. */
export const articleFilePath = (articleId: string, fileId: string): string =>
  `/api/articles/${articleId}/files/${fileId}`;

/** Returns the ids of this article's files that a text names anywhere. */
export function articlePictureIdsIn(articleId: string, body: string): string[] {
  const path = articleFilePath(articleId, '');
  return [
    ...new Set(
      body
        .split(path)
        .slice(1)
        .flatMap(rest => /^[\w-]{1,64}/.exec(rest)?.[0] ?? []),
    ),
  ];
}
