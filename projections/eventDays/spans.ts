/** Parts of the log that may hold wanted case events of an organisation, found in the days' rows. Pure. */
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import type { EventDay } from './day.ts';

/** Wanted events. An absent field wants all; `from` is inclusive, `to` exclusive, both ISO times in UTC. */
export type WantedEvents = {
  types?: ReadonlySet<string>;
  people?: ReadonlySet<string>;
  from?: string;
  to?: string;
};

/** A part of the log: positions of its first and last event, and of events next to it, from which the log can be read. */
export type LogSpan = {
  first: LogPosition;
  last: LogPosition;
  /** An event before `first`, or START. */
  after: LogPosition;
  /** An event after `last`. Undefined: the log's end. */
  before: LogPosition | undefined;
};

const isInTime = ({ earliest, latest }: EventDay, { from, to }: WantedEvents) =>
  (from === undefined || latest >= from) && (to === undefined || earliest < to);

export function isWantedDay(day: EventDay, wanted: WantedEvents): boolean {
  const { types, people } = wanted;
  if (!isInTime(day, wanted)) return false;
  if (!types && !people) return true;
  for (const type in day.counts) {
    if (types && !types.has(type)) continue;
    if (!people) return true;
    for (const person in day.counts[type]) if (people.has(person)) return true;
  }
  return false;
}

/** Returns the later of two positions of the log. */
export const laterPosition = (a: LogPosition, b: LogPosition) => (a > b ? a : b);

const inOrder = (a: LogPosition, b: LogPosition) => (a < b ? -1 : a > b ? 1 : 0);

/** Joins wanted days that overlap, or that no unwanted day separates. */
function joined(days: readonly EventDay[], wanted: WantedEvents): Pick<LogSpan, 'first' | 'last'>[] {
  const spans: { first: LogPosition; last: LogPosition }[] = [];
  let separated = true;
  for (const day of days) {
    const isWanted = isWantedDay(day, wanted);
    const [first, last] = [toLogPosition(day.first), toLogPosition(day.last)];
    const open = spans.at(-1);
    if (isWanted && open && (!separated || first <= open.last)) open.last = laterPosition(open.last, last);
    else if (isWanted) spans.push({ first, last });
    separated = !isWanted;
  }
  return spans;
}

/**
 * Parts of the log with all wanted events, in the order of the log and disjoint.
 * @param days all days of the organisation, in the order of their first positions
 */
export function logSpansOf(days: readonly EventDay[], wanted: WantedEvents): LogSpan[] {
  const edges = days.flatMap(day => [toLogPosition(day.first), toLogPosition(day.last)]).sort(inOrder);
  return joined(days, wanted).map(span => ({
    ...span,
    after: edges.findLast(edge => edge < span.first) ?? START,
    before: edges.find(edge => edge > span.last),
  }));
}

export type EventCounts = {
  byDay: Map<string, number>;
  /** Counts by type for the wanted people and days, including types that are not wanted. */
  byType: Map<string, number>;
  /** Counts by the acting person's id for the wanted types and days, including people who are not wanted. */
  byPerson: Map<string, number>;
};

const emptyCounts = () => new Map<string, number>();

/** Counts the events of days. Counts a day as a whole, without comparing the times of its events. */
export function countEvents(days: readonly EventDay[], wanted: WantedEvents): EventCounts {
  const { types, people } = wanted;
  const [byDay, byType, byPerson] = [emptyCounts(), emptyCounts(), emptyCounts()];
  const add = (to: Map<string, number>, key: string, count: number) => {
    if (count > 0) to.set(key, (to.get(key) ?? 0) + count);
  };
  for (const day of days) {
    if (!isInTime(day, wanted)) continue;
    for (const type in day.counts) {
      const isType = types?.has(type) ?? true;
      const ofType = day.counts[type] ?? {};
      let ofPeople = 0;
      for (const person in ofType) {
        const count = ofType[person] ?? 0;
        if (people?.has(person) ?? true) ofPeople += count;
        if (isType) add(byPerson, person, count);
      }
      add(byType, type, ofPeople);
      if (isType) add(byDay, day.day, ofPeople);
    }
  }
  return { byDay, byType, byPerson };
}
