/**
 * The rows `eventDays`: for each serving organisation, the case events of a day by type and person, and where in the log
 * they are. Readers of the log by time, type or person skip the parts that hold none, and the counts of days need no log.
 */
import { dayInZone } from '#events/case/calendar.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { readCaseRow } from '../case/row.ts';
import { zoneAtEvent } from '../people/row.ts';
import { type FoldedView, presentToNobody, type RowReader } from '../view.ts';
import {
  type DayList,
  dayListId,
  dayRowId,
  dayRowIdPrefix,
  type EventDay,
  type EventDayRow,
  eventDaysViewName,
  hourPrefixOf,
} from './day.ts';
import { createEventDayReads } from './reads.ts';

/**
 * The last quarter of an hour with its day, by zone. Cached, because formatting a date costs more than folding an
 * event. Events come in order, so one entry for each zone suffices.
 */
const QUARTER_MS = 15 * 60_000;
const recent = new Map<string, { quarter: number; day: string }>();

/** Local day of an ISO time. Offsets of all zones are multiples of a quarter of an hour. */
function localDay(zone: string, at: string): string {
  const quarter = Math.floor(Date.parse(at) / QUARTER_MS);
  const known = recent.get(zone);
  if (known?.quarter === quarter) return known.day;
  const day = dayInZone(zone, quarter * QUARTER_MS);
  recent.set(zone, { quarter, day });
  return day;
}

function keys(event: Recorded, read: RowReader): string[] {
  const orgId = readCaseRow(read, caseIdOfEvent(event))?.servedBy;
  if (!orgId) return [];
  return [dayListId(orgId), dayRowId(orgId, localDay(zoneAtEvent(read, orgId), event.at))];
}

const minOf = (a: string, b: string) => (a < b ? a : b);
const maxOf = (a: string, b: string) => (a > b ? a : b);

function emptyDay(day: string, { position, at }: Recorded): EventDay {
  const place = String(position);
  return {
    ...{ kind: 'day', day, first: place, last: place, earliest: at, latest: at },
    ...{ hours: {}, counts: {} },
  };
}

/** Adds an event. Events are folded in the order of the log, so only the first of an hour sets its position. */
function withEvent(row: EventDay, { position, at, type, by }: Recorded): EventDay {
  const place = String(position);
  const ofType = row.counts[type] ?? {};
  const hour = hourPrefixOf(at);
  return {
    ...row,
    last: place,
    earliest: minOf(row.earliest, at),
    latest: maxOf(row.latest, at),
    hours: row.hours[hour] === undefined ? { ...row.hours, [hour]: place } : row.hours,
    counts: { ...row.counts, [type]: { ...ofType, [by]: (ofType[by] ?? 0) + 1 } },
  };
}

function fold(row: EventDayRow | undefined, event: Recorded, read: RowReader, id: string): EventDayRow {
  const orgId = readCaseRow(read, caseIdOfEvent(event))?.servedBy ?? '';
  const day = localDay(zoneAtEvent(read, orgId), event.at);
  if (id.startsWith(dayRowIdPrefix))
    return withEvent(row?.kind === 'day' ? row : emptyDay(day, event), event);
  const list: DayList = row?.kind === 'days' ? row : { kind: 'days', days: [] };
  return list.days.includes(day) ? list : { ...list, days: [...list.days, day] };
}

/** Folds after the row `case`, which tells the serving organisation. */
export const eventDaysView = {
  name: eventDaysViewName,
  version: 1,
  keep: 2000,
  follows: [caseStreamPrefix],
  impersonal: true,
  keys,
  fold,
  rooms: () => [],
  // Not presented row by row: answers combine several rows, and only readers of the analysis get them.
  present: presentToNobody,
  reads: createEventDayReads,
} satisfies FoldedView<EventDayRow, never>;
