/** Folds the directory's events of organisations. Pure. */
import type { DirectoryEvent } from './events.ts';
import type { Organisation } from './organisation.ts';
import { withheldRightsAfter } from './switches.ts';

type OrganisationEvent = Extract<
  DirectoryEvent,
  { type: 'OrganisationAdded' | 'OrganisationChanged' | 'RightSwitched' | 'SetUpDismissed' }
>;

/** Change of an organisation by an event. */
function changeBy(before: Organisation, e: Exclude<OrganisationEvent, { type: 'OrganisationAdded' }>) {
  switch (e.type) {
    case 'OrganisationChanged':
      return e.data;
    case 'RightSwitched':
      return { withheld: withheldRightsAfter(before, e.data) };
    case 'SetUpDismissed':
      return { setUpDismissed: true };
    default:
      return e satisfies never;
  }
}

/** The organisations after an event. A change of an unknown one is ignored. */
export function evolveOrganisations(
  all: ReadonlyMap<string, Organisation>,
  e: OrganisationEvent & { at?: string },
): ReadonlyMap<string, Organisation> {
  const { orgId } = e.data;
  if (e.type === 'OrganisationAdded')
    return new Map(all).set(orgId, { ...e.data, ...(e.at !== undefined && { addedAt: e.at }) });
  const before = all.get(orgId);
  return before ? new Map(all).set(orgId, { ...before, ...changeBy(before, e) }) : all;
}
