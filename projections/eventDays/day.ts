/** The case events of one organisation and one local day, and the ids of its rows. */

export type EventDay = {
  kind: 'day';
  /** Local day in the organisation's time zone. */
  day: string;
  /** Lowest and highest log position, as decimal digits. Days overlap, because the clocks of nodes differ. */
  first: string;
  last: string;
  /** Earliest and latest ISO time. */
  earliest: string;
  latest: string;
  /** Lowest position by hour of UTC (`2026-04-17T03`). */
  hours: Readonly<Record<string, string>>;
  /** Number of events by type, then by id of the acting person. */
  counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
};
/** Days of an organisation that have a row, in no order. */
export type DayList = { kind: 'days'; days: readonly string[] };
export type EventDayRow = EventDay | DayList;

export const eventDaysViewName = 'eventDays';
export const dayRowIdPrefix = 'day:';
export const dayRowId = (orgId: string, day: string) => `${dayRowIdPrefix}${day}:${orgId}`;
export const dayListId = (orgId: string) => `days:${orgId}`;

/** Characters of an ISO time up to its hour. */
const HOUR = 13;
export const hourPrefixOf = (at: string): string => at.slice(0, HOUR);
