/** Presents a stored desk to a viewer. This is the only way out. */
import { isDeskStaff, mayBeOnDuty, mayManageDesk } from '#events/desk/rights.ts';
import { toWirePosition } from '#events/wire.ts';
import type { PresentCtx } from '../present.ts';
import type { FoundRow } from '../row-access.ts';
import type { ServiceDeskView } from './item.ts';
import type { DeskRow } from './row.ts';

/** Presents a service desk; undefined if the desk does not serve the viewer's organisation. */
export function presentDesk(
  { row, position }: FoundRow<DeskRow>,
  ctx: PresentCtx,
): ServiceDeskView | undefined {
  const { viewer, person } = ctx;
  const { orgId, zone, serves, desk } = row;
  if (viewer.orgId !== orgId && !serves.includes(viewer.orgId)) return undefined;
  const staff = isDeskStaff(viewer, orgId);
  const own = viewer.orgId === orgId;
  return {
    orgId,
    zone,
    week: desk.week,
    days: desk.days,
    onDuty: desk.duty.length,
    duty: staff ? desk.duty.map(({ personId, since }) => ({ person: person(personId), since })) : null,
    canned: staff ? [...desk.canned] : null,
    couriers: [...desk.couriers],
    may: { keep: own && mayManageDesk(viewer), duty: own && mayBeOnDuty(viewer) },
    mine: desk.duty.find(({ personId }) => personId === viewer.id)?.since ?? null,
    position: toWirePosition(ctx.logId, position),
  };
}
