/** `?tab=`: the tabs of the own account. */
import { isCaseOwner } from '#events/person/position.ts';

const accountTabs = ['me', 'security', 'addresses', 'requests', 'display'] as const;
export type AccountTab = (typeof accountTabs)[number];

/** Parses the search of the address. An unknown tab opens the first. */
export const readAccountSearch = ({ tab }: Record<string, unknown>): { tab?: AccountTab } => {
  const known = accountTabs.find(one => one === tab);
  return known === undefined || known === 'me' ? {} : { tab: known };
};

/** The address of a tab. */
export const accountHref = (tab: AccountTab): string =>
  tab === 'me' ? '/updateUser' : `/updateUser?tab=${tab}`;

/** The tabs of a position: only case owners keep addresses, and only they and Admins take part in data requests. */
export const accountTabsFor = (position: string | undefined): readonly AccountTab[] =>
  accountTabs.filter(
    tab => isCaseOwner(position) || (tab !== 'addresses' && (tab !== 'requests' || position === 'Admin')),
  );
