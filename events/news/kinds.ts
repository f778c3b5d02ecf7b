/** Article kinds and their properties. Separate from the schemas, so that pages do not load those. */

export const articleKinds = ['news', 'institute', 'faq', 'version', 'download'] as const;
export type ArticleKind = (typeof articleKinds)[number];

export const articleLanguages = ['en', 'zh-CN'] as const;
export type ArticleLanguage = (typeof articleLanguages)[number];

/** In the order of the help page. */
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

export const platforms = ['windows', 'macos', 'linux', 'ios', 'android', 'any'] as const;
export type Platform = (typeof platforms)[number];

/** Whether only signed-in people read it: the help page is behind the session. */
export const isProtectedKind = (kind: ArticleKind): boolean => kind === 'faq';

export const articleLimits = {
  titleMax: 120,
  /** Characters of the text in one language. */
  bodyMax: 40_000,
  versionMax: 20,
  orderMax: 9999,
} as const;
