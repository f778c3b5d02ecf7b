/** Pages of the product that the server draws without the app: whoever goes there leaves the app's document. */
export const plainPages = ['/versionLog', '/news', '/institute', '/support', '/download', '/terms'] as const;
export type PlainPath = (typeof plainPages)[number];

/** The page's own address, or one below it. @param path without its query */
export const isPlainPage = (path: string): boolean =>
  plainPages.some(page => path === page || path.startsWith(`${page}/`));

/** Characters of what is looked for in the help. */
export const queryMax = 100;
