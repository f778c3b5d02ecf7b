/** Rights at a service desk. Pure. */
import { isClinician, menuRights, type Position, type Viewer } from '../person/position.ts';

/** Positions that answer questions and can be on duty. */
export const dutyPositions = ['SuperMechanic', 'Service'] as const satisfies readonly Position[];
/** Positions that manage hours, holidays and canned answers: those with the right `backstageManage`. */
export const deskManagerPositions = [
  'Admin',
  'SuperMechanic',
  'Service',
] as const satisfies readonly Position[];

export const mayManageDesk = (viewer: Viewer): boolean => menuRights(viewer).includes('backstageManage');
/** True for positions of the service desk: those that can be on duty. */
export const isDeskPosition = (position: Position): boolean => dutyPositions.some(one => one === position);
export const mayBeOnDuty = ({ position }: Viewer): boolean => isDeskPosition(position);

/** True for staff of the desk: every position of its organisation except clinicians. @param orgId the desk's organisation */
export const isDeskStaff = ({ orgId: own, position }: Viewer, orgId: string): boolean =>
  own === orgId && !isClinician(position);
