/** Decides who must have a second factor. Pure. */
import type { Directory, Person } from './directory.ts';
import { isClinician } from './position.ts';

/** True for an organisation that makes plans or devices for others. */
const isLaboratory = ({ organisations }: Pick<Directory, 'organisations'>, orgId: string): boolean =>
  organisations.get(orgId)?.kind === 'laboratory' ||
  [...organisations.values()].some(({ servedBy }) => servedBy === orgId);

/**
 * True if the person must have a second factor: the organisation requires it of the position, or the installation
 * requires it of Admins and of the staff of laboratories.
 * @param staff false in a demo, whose accounts everybody may use
 */
export function mustHaveSecondFactor(
  directory: Pick<Directory, 'organisations'>,
  { orgId, position }: Pick<Person, 'orgId' | 'position'>,
  { staff }: { staff: boolean },
): boolean {
  if (directory.organisations.get(orgId)?.secondFactor?.includes(position)) return true;
  if (!staff) return false;
  return position === 'Admin' || (!isClinician(position) && isLaboratory(directory, orgId));
}
