/** The days of an export's range, in the organisation's time zone: they were ordered in it. Pure. */
import { dayInZone } from '#events/case/calendar.ts';

/** ISO times, `to` not part of the range; null: no limit. */
type ExportRange = { from: string | null; to: string | null };

/** First and last day of a range. @param zone IANA name */
export const exportRangeToDays = ({ from, to }: ExportRange, zone: string): ExportRange => ({
  from: from && dayInZone(zone, Date.parse(from)),
  // The range ends with the first moment after its last day.
  to: to && dayInZone(zone, Date.parse(to) - 1),
});
