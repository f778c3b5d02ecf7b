/** Parts of the log that may hold wanted case events of an organisation, found in the days' rows. Pure. */
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { type EventDay, hourOf } from './day.ts';

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

/** Number of wanted events of a day. The times are not compared: a day is wanted as a whole. */
export function countOfDay({ counts }: EventDay, { types, people }: WantedEvents): number {
  let count = 0;
  for (const type in counts) {
    if (types && !types.has(type)) continue;
    const ofType = counts[type] ?? {};
    for (const person in ofType) if (!people || people.has(person)) count += ofType[person] ?? 0;
  }
  return count;
}

const touches = ({ earliest, latest }: EventDay, { from, to }: WantedEvents) =>
  (from === undefined || latest >= from) && (to === undefined || earliest < to);

export const isWantedDay = (day: EventDay, wanted: WantedEvents): boolean =>
  touches(day, wanted) && countOfDay(day, wanted) > 0;

export const larger = (a: LogPosition, b: LogPosition) => (a > b ? a : b);

/** Joins wanted days that overlap, or that no unwanted day separates. */
function joined(days: readonly EventDay[], wanted: WantedEvents): Pick<LogSpan, 'first' | 'last'>[] {
  const spans: { first: LogPosition; last: LogPosition }[] = [];
  let separated = true;
  for (const day of days) {
    const isWanted = isWantedDay(day, wanted);
    const [first, last] = [toLogPosition(day.first), toLogPosition(day.last)];
    const open = spans.at(-1);
    if (isWanted && open && (!separated || first <= open.last)) open.last = larger(open.last, last);
    else if (isWanted) spans.push({ first, last });
    separated = !isWanted;
  }
  return spans;
}

/**
 * Parts of the log with all wanted events, in the order of the log and disjoint.
 * @param days all days of the organisation, in the order of their first positions
 */
export function spansOf(days: readonly EventDay[], wanted: WantedEvents): LogSpan[] {
  const edges = days
    .flatMap(day => [toLogPosition(day.first), toLogPosition(day.last)])
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return joined(days, wanted).map(span => ({
    ...span,
    after: edges.findLast(edge => edge < span.first) ?? START,
    before: edges.find(edge => edge > span.last),
  }));
}

/** Numbers of wanted events of some days, by type and by id of the acting person. */
export function sumDays(days: readonly EventDay[], { types, people }: WantedEvents) {
  const [byType, byPerson] = [new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, key: string, count: number) =>
    to.set(key, (to.get(key) ?? 0) + count);
  for (const { counts } of days)
    for (const [type, ofType] of Object.entries(counts)) {
      if (types && !types.has(type)) continue;
      for (const [person, count] of Object.entries(ofType)) {
        if (people && !people.has(person)) continue;
        add(byType, type, count);
        add(byPerson, person, count);
      }
    }
  return { byType, byPerson };
}

/**
 * An event before the first one whose time is in the hour of `at` or later, or START. Undefined: there is none that late.
 * @param at ISO time in UTC
 */
export function placeBefore(days: readonly EventDay[], at: string): LogPosition | undefined {
  const hour = hourOf(at);
  const places: LogPosition[] = [];
  let first: LogPosition | undefined;
  for (const day of days) {
    places.push(toLogPosition(day.first), toLogPosition(day.last));
    for (const [name, position] of Object.entries(day.hours)) {
      const place = toLogPosition(position);
      places.push(place);
      if (name >= hour && (first === undefined || place < first)) first = place;
    }
  }
  if (first === undefined) return undefined;
  return places.reduce((best, place) => (place < first && place > best ? place : best), START);
}
