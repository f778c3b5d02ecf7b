/** Article kinds and their properties. Separate from the schemas, so that pages do not load those. */

/**
 * Article kinds with the page that shows them. `listed`: the page is a list, and each article has its own page below.
 */
const table = {
  news: { path: '/news', listed: true },
  institute: { path: '/institute', listed: true },
  faq: { path: '/support' },
  version: { path: '/versionLog' },
  download: { path: '/download' },
} as const satisfies Record<string, { path: `/${string}`; listed?: true }>;

type Table = typeof table;
export type ArticleKind = keyof Table;
export type ListedArticleKind = {
  [K in ArticleKind]: Table[K] extends { listed: true } ? K : never;
}[ArticleKind];
export type ArticlePath = Table[ArticleKind]['path'];
/** Paths of article pages that are not lists; each page has its own layout. */
export type UnlistedArticlePath = Exclude<ArticlePath, Table[ListedArticleKind]['path']>;

/** The page that shows each article kind. */
export const pageByArticleKind: Readonly<Record<ArticleKind, { path: ArticlePath; listed?: true }>> = table;
export const articleKinds = Object.keys(table) as [ArticleKind, ...ArticleKind[]];
export const listedArticleKinds = articleKinds.filter(
  (kind): kind is ListedArticleKind => pageByArticleKind[kind].listed === true,
);

export const articleLanguages = ['en', 'zh-CN'] as const;
export type ArticleLanguage = (typeof articleLanguages)[number];

/** FAQ groups in the order of the help page. */
export const faqGroups = [
  'submitting',
  'scanning',
  'plan',
  'production',
  'wear',
  'payment',
  'account',
] as const;
export type FaqGroup = (typeof faqGroups)[number];

export const downloadPlatforms = ['windows', 'macos', 'linux', 'ios', 'android', 'any'] as const;
export type DownloadPlatform = (typeof downloadPlatforms)[number];

/** True if only signed-in people read the kind: its page, the help page, requires a session. */
export const isForSignedInReaders = (kind: ArticleKind): boolean => kind === 'faq';

export const articleLimits = {
  titleMax: 120,
  /** Characters of the text in one language. */
  bodyMax: 40_000,
  versionMax: 20,
  orderMax: 9999,
} as const;
