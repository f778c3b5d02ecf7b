/** Names of organisations in the page's language. */
import { organisationName } from '#events/person/organisation.ts';
import { useBoot } from '#web/lib/boot.tsx';
import type { OrganisationItem } from './people-queries.ts';

/** Returns a function from an organisation to its name in the page's language. */
export function useOrganisationNameLookup(): (organisation: OrganisationItem) => string {
  const { lang } = useBoot();
  return organisation => organisationName(organisation, lang);
}

/** Returns a function from an organisation's id to its name; of an unknown id, to the id itself. */
export function useOrganisationNameByIdLookup(
  organisations: readonly OrganisationItem[],
): (orgId: string) => string {
  const nameOf = useOrganisationNameLookup();
  return orgId => {
    const found = organisations.find(one => one.orgId === orgId);
    return found ? nameOf(found) : orgId;
  };
}
