/** Addresses for writing articles. */
import type { ArticleKind } from '#events/news/kinds.ts';
import { backOfficeHref } from '#web/lib/back-office-search-params.ts';

const section = 'articles';
export const articleKindHref = (kind: ArticleKind, page?: number) => backOfficeHref({ section, kind, page });
export const articleEditorHref = (kind: ArticleKind, id: string) => backOfficeHref({ section, kind, id });
