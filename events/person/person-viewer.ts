/** A person as the viewer of a row, with the rights at a time. */
import { guestCasesNow, nextCollaborationEndTime } from './collaboration.ts';
import { casesCoveredNow, nextCoverChangeTime } from './cover.ts';
import type { Directory, Person } from './directory.ts';
import type { Viewer } from './position.ts';
import { rightsWithheldFrom } from './switches.ts';

/** The next time at which a person's rights change by the clock; Infinity if they do not. */
export const nextRightsChangeTime = (p: Person, now: number): number =>
  Math.min(nextCoverChangeTime(p, now), nextCollaborationEndTime(p, now));

/** A person with the rights at a time, without the organisation's switches. @param now milliseconds since 1970 */
export function viewerOf(p: Person, now: number): Viewer {
  const { id, position, orgId, serves } = p;
  const [covers, guestOf] = [casesCoveredNow(p, now), guestCasesNow(p, now)];
  return {
    ...{ id, position, orgId, serves },
    ...(covers.length > 0 && { covers }),
    ...(guestOf.length > 0 && { guestOf }),
  };
}

/** Returns a person's viewer, with the list of the rights that the organisation withholds. */
export function viewerInDirectory(
  { organisations }: Pick<Directory, 'organisations'>,
  p: Person,
  now: number,
): Viewer {
  const withheld = rightsWithheldFrom(organisations.get(p.orgId), p.position);
  return { ...viewerOf(p, now), ...(withheld.length > 0 && { withheld }) };
}

/**
 * Returns the viewer with the rights that hold now. A cover may have ended since the request was admitted. The
 * system and holders of links are in no directory and stay as they are.
 * @param now milliseconds since 1970
 */
export function viewerNow(d: Directory, viewer: Viewer, now: number): Viewer {
  const person = d.people.get(viewer.id);
  return person ? viewerInDirectory(d, person, now) : viewer;
}
