/** What articles there are, and what each kind has beside its words. Apart from the schemas, which no page needs. */

export const articleKinds = ['news', 'institute', 'faq', 'version', 'download'] as const;
export type ArticleKind = (typeof articleKinds)[number];

export const articleLanguages = ['en', 'zh-CN'] as const;
export type ArticleLanguage = (typeof articleLanguages)[number];

/** In the order in which the help page shows them. */
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

/** Only those who are signed in read it: the help page is behind the session. */
export const isProtectedKind = (kind: ArticleKind): boolean => kind === 'faq';

export const articleLimits = {
  titleMax: 120,
  /** Characters of the text of one language. */
  bodyMax: 40_000,
  versionMax: 20,
  orderMax: 9999,
} as const;
