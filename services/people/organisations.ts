/** Organisations of an installation: an Admin adds those that the own organisation serves, and changes them. */
import { badField, Refusal } from '#events/errors.ts';
import type { Directory } from '#events/person/directory.ts';
import {
  changeLogo,
  changeOrganisation,
  type NewOrganisationInput,
  newOrganisationId,
  type OrganisationChange,
} from '#events/person/organisation.ts';
import { type RightSwitch, switchRight } from '#events/person/switches.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { type AccountCommand, type AccountResult, isFirstCommandRun } from './accounts.ts';
import type { PictureFiles } from './own-account.ts';
import type { PeopleDirectory } from './people-directory.ts';

export type Organisations = {
  /**
   * Adds an organisation.
   * @param freshId id of the organisation, unless it is the self-designers'
   * @param servedBy cannot change later, because each case keeps the organisation that serves it
   * @throws Refusal badInput
   */
  add(
    order: AccountCommand,
    added: NewOrganisationInput & { freshId: string; servedBy: string },
  ): Promise<AccountResult & { orgId: string }>;
  /** @throws Refusal notFound, badInput */
  change(order: AccountCommand, orgId: string, change: OrganisationChange): Promise<AccountResult>;
  /** @param file an own finished upload; null removes the logo. @throws Refusal notFound, badInput */
  changeLogo(order: AccountCommand, orgId: string, file: string | null): Promise<AccountResult>;
  /** Takes a right from a position, or gives it back. @throws Refusal notFound, badInput */
  switchRight(order: AccountCommand, orgId: string, wanted: RightSwitch): Promise<AccountResult>;
};

/** @throws Refusal notFound */
export function requireOrganisation({ organisations }: Pick<Directory, 'organisations'>, orgId: string) {
  const known = organisations.get(orgId);
  if (!known) throw new Refusal('notFound');
  return known;
}

type OrganisationsDeps = { people: PeopleDirectory; audit: SecurityLog; logos: PictureFiles };

const add =
  ({ people, audit }: OrganisationsDeps): Organisations['add'] =>
  async (order, { names, freshId, ...added }) => {
    const orgId = newOrganisationId(added.kind, freshId);
    const done = await people.change({
      ...order,
      decide: directory => {
        order.check?.(directory);
        // There is at most one organisation of self-designers. No clinic may create it or learn that it exists.
        const isServed = directory.organisations.get(added.servedBy)?.servedBy !== added.servedBy;
        if (added.kind === 'ediy' && isServed) throw badField('kind', 'not-a-choice');
        if (directory.organisations.has(orgId)) throw badField('kind', 'organisation-exists');
        return [{ type: 'OrganisationAdded', data: { ...added, orgId, names, name: names['zh-CN'] } }];
      },
    });
    if (isFirstCommandRun(done)) audit.note('organisationAdded', { by: order.by, why: orgId });
    return { ...done, orgId };
  };

/** Records a change in the security log, unless the command was repeated or changed nothing. */
function note({ audit }: OrganisationsDeps, done: AccountResult, by: string, why: string): AccountResult {
  if (isFirstCommandRun(done) && done.appended) audit.note('organisationChanged', { by, why });
  return done;
}

const change =
  (deps: OrganisationsDeps): Organisations['change'] =>
  async (order, orgId, wanted) => {
    const done = await deps.people.change({
      ...order,
      decide: directory => {
        order.check?.(directory);
        return changeOrganisation(requireOrganisation(directory, orgId), wanted);
      },
    });
    return note(deps, done, order.by, `${orgId} ${Object.keys(wanted).sort().join('+')}`);
  };

const replaceLogo =
  (deps: OrganisationsDeps): Organisations['changeLogo'] =>
  async (order, orgId, file) => {
    let before: string | null = null;
    const done = await deps.people.change({
      ...order,
      decide: async directory => {
        order.check?.(directory);
        const organisation = requireOrganisation(directory, orgId);
        before = organisation.logo ?? null;
        // Keeps the file before the event. A crash in between leaves an unused file, but never a logo whose file is
        // swept.
        if (file !== null) await deps.logos.keep(order.by, file);
        return changeLogo(organisation, file);
      },
    });
    // One upload may be the logo of several organisations.
    const isUsed = [...done.state.organisations.values()].some(one => one.logo === before);
    if (before !== null && before !== file && !isUsed) await deps.logos.release(before);
    return note(deps, done, order.by, `${orgId} logo`);
  };

const switchOne =
  ({ people, audit }: OrganisationsDeps): Organisations['switchRight'] =>
  async (order, orgId, wanted) => {
    const done = await people.change({
      ...order,
      decide: directory => {
        order.check?.(directory);
        return switchRight(requireOrganisation(directory, orgId), wanted, order.by);
      },
    });
    const { right, position, on } = wanted;
    if (isFirstCommandRun(done) && done.appended)
      audit.note('rightSwitched', {
        by: order.by,
        why: `${orgId} ${right} ${position} ${on ? 'on' : 'off'}`,
      });
    return done;
  };

export function createOrganisations(deps: OrganisationsDeps): Organisations {
  return {
    add: add(deps),
    change: change(deps),
    changeLogo: replaceLogo(deps),
    switchRight: switchOne(deps),
  };
}
