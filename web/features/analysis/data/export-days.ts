/** The days of an export's range, in the organisation's time zone, in which it was requested. Pure. */
import { dayInZone } from '#events/case/calendar.ts';

/** ISO times; `to` is exclusive. Null: no limit. */
type ExportRange = { from: string | null; to: string | null };

/** First and last day of a range. @param zone IANA name */
export const exportRangeToDays = ({ from, to }: ExportRange, zone: string): ExportRange => ({
  from: from && dayInZone(zone, Date.parse(from)),
  // `to` is the first moment after the last day.
  to: to && dayInZone(zone, Date.parse(to) - 1),
});
