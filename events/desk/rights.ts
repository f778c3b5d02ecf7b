/** Who does what at a service desk. Pure. */
import { menuRights, type Position, type Viewer } from '../person/position.ts';

/** Who answers, and so may be on duty. */
export const dutyPositions = ['SuperMechanic', 'Service'] as const satisfies readonly Position[];
/** Who keeps hours, holidays and canned answers: whoever has the right `backstageManage`. */
export const keeperPositions = ['Admin', 'SuperMechanic', 'Service'] as const satisfies readonly Position[];
/** Who is served; everybody else of the desk's own organisation is its staff. */
const served: readonly Position[] = ['Doctor', 'Assistant', 'Designer'];

export const mayKeepDesk = (viewer: Viewer): boolean => menuRights(viewer).includes('backstageManage');
export const mayBeOnDuty = ({ position }: Viewer): boolean => dutyPositions.some(one => one === position);

/** @param orgId whose desk it is */
export const isStaff = ({ orgId: own, position }: Viewer, orgId: string): boolean =>
  own === orgId && !served.includes(position);
