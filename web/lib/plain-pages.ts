import { articlePages } from '#events/news/kinds.ts';

/** Pages of the product that the server draws without the app: whoever goes there leaves the app's document. */
/** Those that show something other than articles. */
const otherPaths = ['/terms'] as const;
export type OtherPath = (typeof otherPaths)[number];

export const plainPages: readonly string[] = [
  ...Object.values(articlePages).map(({ path }) => path),
  ...otherPaths,
];

/** The page's own address, or one below it. @param path without its query */
export const isPlainPage = (path: string): boolean =>
  plainPages.some(page => path === page || path.startsWith(`${page}/`));

/** Characters of what is looked for in the help. */
export const queryMax = 100;
