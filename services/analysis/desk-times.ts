/** Open time of desks. Hours change seldom, so each desk's sums are kept until they do. */
import { deskHoursOf } from '#events/analysis/staff.ts';
import type { FoldContext } from '#events/analysis/table-fold.ts';
import { createOpenMsBetween } from '#events/desk/open-time.ts';

export function createDeskTimes(): FoldContext['openMs'] {
  type Times = {
    zone: string;
    week: unknown;
    days: unknown;
    between: ReturnType<typeof createOpenMsBetween>;
  };
  const desks = new Map<string, Times>();
  return (staff, orgId, from, to) => {
    const hours = deskHoursOf(staff, orgId);
    const known = desks.get(orgId);
    const isSame =
      known && known.zone === hours.zone && known.week === hours.week && known.days === hours.days;
    const times = isSame ? known : { ...hours, between: createOpenMsBetween(hours) };
    if (!isSame) desks.set(orgId, times);
    return times.between(from, to);
  };
}
