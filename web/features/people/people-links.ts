/** Addresses of the back office's people. */
import { positions } from '#events/person/position.ts';
import type { BackOfficeSearchParams } from '#web/lib/back-office-search-params.ts';
import { backOfficeHref } from '#web/lib/back-office-search-params.ts';

/** Lists of the section: everybody, the frozen, trials, people without a second factor, removed people, invitations. */
export const peopleTabs = ['all', 'frozen', 'trial', 'noFactor', 'removed', 'invited'] as const;
type PeopleTab = (typeof peopleTabs)[number];

/** `kind` of the screen of imports. */
export const importScreenKind = 'import';

/** Parsed search of the section. */
export type PeopleSearch = {
  tab: PeopleTab;
  q: string | undefined;
  position: string | undefined;
  org: string | undefined;
  page: number;
};

export const readPeopleSearch = ({ kind, q, position, org, page }: BackOfficeSearchParams): PeopleSearch => ({
  tab: peopleTabs.find(tab => tab === kind) ?? 'all',
  q,
  position: positions.find(one => one === position),
  org,
  page: page ?? 1,
});

/** Address of the list with some fields changed. A change of a filter returns to the first page. */
export function peopleHref(search: PeopleSearch, change: Partial<PeopleSearch> = {}): string {
  const { tab, page, ...to } = { ...search, page: 1, ...change };
  return backOfficeHref({
    section: 'people',
    kind: tab === 'all' ? undefined : tab,
    ...to,
    page: page > 1 ? page : undefined,
  });
}

/** The screen of imports, or of one import. */
export const importHref = (id?: string, page = 1): string =>
  backOfficeHref({ section: 'people', kind: importScreenKind, id, page: page > 1 ? page : undefined });

export const personHref = (id: string): string => backOfficeHref({ section: 'people', id });
