/** Decides who asks for a patient's erasure or copy, who confirms, and who sees the request. Pure. */
import { type PermissionFacts, seesCase } from '../case/permissions.ts';
import type { Viewer } from '../person/position.ts';
import type { DataRequest } from './data-request.ts';

type Where = Pick<PermissionFacts, 'ownerId' | 'servedBy' | 'orgId'>;

const isAdminOf = ({ position, orgId }: Viewer, { servedBy }: Pick<PermissionFacts, 'servedBy'>) =>
  position === 'Admin' && orgId === servedBy;

/**
 * True for the owner of the patient's cases and the Admins of the organisation that serves them. Assistants never
 * ask.
 * @param facts those of the patient's first case
 * @param isShared other cases of the patient have another owner, whose cases the copy and the erasure would
 * include
 */
export const mayRequestPatientData = (viewer: Viewer, facts: PermissionFacts, isShared: boolean): boolean =>
  seesCase(viewer, facts) && ((viewer.id === facts.ownerId && !isShared) || isAdminOf(viewer, facts));

/**
 * True for the asker, and for everybody who may be the second person. A named colleague sees the request, but not the
 * case.
 * @param facts those of the patient's first case now, because the owner may have changed since the request
 */
export const maySeeDataRequest = (viewer: Viewer, request: DataRequest, facts: Where): boolean =>
  (viewer.id === request.by && (viewer.id === facts.ownerId || isAdminOf(viewer, facts))) ||
  mayBeSecondPerson(viewer, request, facts);

/**
 * True for a possible second person: an Admin, the owner, or the doctor whom the asker named. Never the asker,
 * never an assistant.
 */
export function mayBeSecondPerson(viewer: Viewer, request: DataRequest, facts: Where): boolean {
  if (viewer.id === request.by || viewer.position === 'Assistant') return false;
  if (viewer.id === facts.ownerId || isAdminOf(viewer, facts)) return true;
  const isColleague = viewer.position === 'Doctor' && viewer.orgId === facts.orgId;
  return isColleague && viewer.id === request.colleagueId;
}
