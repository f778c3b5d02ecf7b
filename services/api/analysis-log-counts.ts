/** Numbers of events for the LOG: by day, type and person from the rows of days, by hour from the log. */
import { dayInZone } from '#events/case/calendar.ts';
import type { CaseEventType } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { countEvents, type EventCounts } from '#projections/eventDays/spans.ts';
import { type AnalysisLogDeps, type LogViewer, logActorOf } from './analysis-log.ts';
import type { LogCounts, LogHours } from './analysis-log-answers.ts';
import { readServedEvents, type ServedEventFilter } from './served-events.ts';

type Numbers = Map<string, number>;

function countBy(events: readonly Recorded[], key: (event: Recorded) => string): Numbers {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(key(event), (counts.get(key(event)) ?? 0) + 1);
  return counts;
}

/** Counts by reading the events of the case, which are few. */
async function countCase(
  deps: AnalysisLogDeps,
  { orgId, zone }: LogViewer,
  filter: ServedEventFilter,
): Promise<EventCounts> {
  const { types, people, ...chosen } = filter;
  const events: Recorded[] = [];
  for await (const batch of readServedEvents(deps, orgId, chosen)) events.push(...batch.events);
  const ofTypes = events.filter(event => types?.has(event.type) ?? true);
  const ofPeople = events.filter(event => people?.has(event.by) ?? true);
  const both = ofTypes.filter(event => people?.has(event.by) ?? true);
  return {
    byDay: countBy(both, event => dayInZone(zone, Date.parse(event.at))),
    byType: countBy(ofPeople, event => event.type),
    byPerson: countBy(ofTypes, event => event.by),
  };
}

const mostFirst = (counts: Numbers) => [...counts].sort(([, a], [, b]) => b - a);

export async function countLogEvents(
  deps: AnalysisLogDeps,
  reader: LogViewer,
  filter: ServedEventFilter,
): Promise<LogCounts> {
  const { byDay, byType, byPerson } =
    filter.caseId === undefined
      ? countEvents(deps.models.eventDays(reader.orgId), filter)
      : await countCase(deps, reader, filter);
  return {
    zone: reader.zone,
    total: [...byDay.values()].reduce((sum, count) => sum + count, 0),
    days: [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, count]) => ({ day, count })),
    // Cast: only case events are counted.
    types: mostFirst(byType).map(([type, count]) => ({ type: type as CaseEventType, count })),
    people: mostFirst(byPerson).map(([id, count]) => ({ ...logActorOf(deps, reader, id), count })),
  };
}

const HOUR_MS = 3_600_000;

/** Counts the matching events of a day by hour. @param filter covers a single day */
export async function countLogHours(
  deps: AnalysisLogDeps,
  { orgId }: LogViewer,
  filter: ServedEventFilter,
): Promise<LogHours> {
  const byHour = new Map<number, number>();
  let total = 0;
  for await (const { events } of readServedEvents(deps, orgId, filter))
    for (const { at } of events) {
      const hour = Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS;
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
      total += 1;
    }
  const hours = [...byHour].sort(([a], [b]) => a - b);
  return { hours: hours.map(([hour, count]) => ({ hour: new Date(hour).toISOString(), count })), total };
}
