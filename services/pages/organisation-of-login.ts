/** The organisation whose sign-in the sign-in page offers. */
import { findSingleSignOnOrgIdAsTyped } from '#events/person/single-sign-on.ts';
import type { LoginOrganisation } from '#web/pages/OrganisationSignInPage.tsx';
import type { ApiContext } from '../http/context.ts';
import type { Cookies } from '../http/cookies.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';

/**
 * Finds the organisation for the sign-in page: the one in the link, otherwise the one by whose provider this browser
 * signed in before.
 */
export async function findOrganisationOfLogin(
  c: ApiContext,
  { people, cookies }: { people: Pick<PeopleDirectory, 'current'>; cookies: Cookies },
): Promise<LoginOrganisation | null> {
  const directory = await people.current();
  const cookie = cookies.read(c, 'organisation') ?? '';
  const usedId = findSingleSignOnOrgIdAsTyped(directory, cookie);
  const id = findSingleSignOnOrgIdAsTyped(directory, c.req.query('org') ?? '') ?? usedId;
  return id === undefined ? null : { id, used: id === usedId };
}
