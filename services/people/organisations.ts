/** Organisations of an installation: an Admin adds those that the own organisation serves, and changes them. */
import { Refusal } from '#events/errors.ts';
import type { Directory } from '#events/person/directory.ts';
import {
  changeOrganisation,
  type NewOrganisation,
  type OrganisationChange,
} from '#events/person/organisation.ts';
import type { Audit } from '../logging/audit.ts';
import { type AccountOrder, type AccountResult, isFirst } from './accounts.ts';
import type { PeopleDirectory } from './people-directory.ts';

export type Organisations = {
  /** @param servedBy cannot change later: each case keeps the organisation that serves it */
  add(
    order: AccountOrder,
    added: NewOrganisation & { orgId: string; servedBy: string },
  ): Promise<AccountResult>;
  /** @throws Refusal notFound */
  change(order: AccountOrder, orgId: string, change: OrganisationChange): Promise<AccountResult>;
};

/** @throws Refusal notFound */
export function knownOrganisation({ organisations }: Pick<Directory, 'organisations'>, orgId: string) {
  const known = organisations.get(orgId);
  if (!known) throw new Refusal('notFound');
  return known;
}

export function createOrganisations({
  people,
  audit,
}: {
  people: PeopleDirectory;
  audit: Audit;
}): Organisations {
  return {
    add: async (order, { names, ...added }) => {
      const data = { ...added, names, name: names['zh-CN'] };
      const done = await people.change({
        ...order,
        decide: directory => {
          order.check?.(directory);
          return [{ type: 'OrganisationAdded', data }];
        },
      });
      if (isFirst(done)) audit.note('organisationAdded', { by: order.by, why: added.orgId });
      return done;
    },
    change: async (order, orgId, change) => {
      const done = await people.change({
        ...order,
        decide: directory => {
          order.check?.(directory);
          return changeOrganisation(knownOrganisation(directory, orgId), change);
        },
      });
      const fields = Object.keys(change).sort().join('+');
      if (isFirst(done) && done.appended)
        audit.note('organisationChanged', { by: order.by, why: `${orgId} ${fields}` });
      return done;
    },
  };
}
