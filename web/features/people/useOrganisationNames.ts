/** Names organisations in the page's language. */
import { organisationName } from '#events/person/organisation.ts';
import { useBoot } from '#web/lib/boot.tsx';
import type { OrganisationItem } from './people-queries.ts';

export function useOrganisationNames(): (organisation: OrganisationItem) => string {
  const { lang } = useBoot();
  return organisation => organisationName(organisation, lang);
}

/** Names an organisation by its id; an unknown one by the id itself. */
export function useOrganisationNamesById(
  organisations: readonly OrganisationItem[],
): (orgId: string) => string {
  const nameOf = useOrganisationNames();
  return orgId => {
    const found = organisations.find(one => one.orgId === orgId);
    return found ? nameOf(found) : orgId;
  };
}
