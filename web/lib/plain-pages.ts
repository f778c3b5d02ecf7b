import { pageByArticleKind } from '#events/news/kinds.ts';

/** Plain pages that are not lists of articles. */
const otherPaths = ['/terms'] as const;
export type NonArticlePath = (typeof otherPaths)[number];

/** Paths of the product pages that the server renders without the app. Opening one leaves the app's document. */
export const plainPagePaths: readonly string[] = [
  ...Object.values(pageByArticleKind).map(({ path }) => path),
  ...otherPaths,
];

/** Whether a path is a plain page or below one. @param path without its query */
export const isPlainPage = (path: string): boolean =>
  plainPagePaths.some(page => path === page || path.startsWith(`${page}/`));

/** Maximum length of a search in the help, in characters. */
export const helpQueryMaxLength = 100;
