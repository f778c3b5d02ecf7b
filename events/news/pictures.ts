/** Where an article's own files are found, and which of them its text names. Pure. */

/** The address of a file of an article: a picture in its text, or what it hands out. */
export const articleFilePath = (articleId: string, fileId: string): string =>
  `/api/articles/${articleId}/files/${fileId}`;

/** Ids of files of this article that a text names, wherever it names them. */
export function pictureIds(articleId: string, body: string): string[] {
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
