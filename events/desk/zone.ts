/**
 * Converts local time in an IANA zone to instants, including days of 23 or 25 hours and days that a country
 * skipped.
 */
import { dayNumber } from '../case/calendar.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  });
  formats.set(zone, format);
  return format;
}

/** Returns the wall-clock time of a zone, encoded as if UTC: milliseconds since 1970, to the second. */
export function wallTime(zone: string, at: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) part[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour: h = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, h, minute, second);
}

const toSecond = (at: number) => Math.floor(at / 1000) * 1000;
const offset = (zone: string, at: number) => wallTime(zone, at) - toSecond(at);

/** Returns the first second after `from` with another UTC offset than at `from`. */
function changeBetween(zone: string, from: number, to: number): number {
  const before = offset(zone, from);
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = toSecond((low + high) / 2);
    if (offset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** A time span in milliseconds since 1970; `to` is exclusive. */
export type TimeSpan = { from: number; to: number };

const pieces = new Map<string, { from: number; to: number; offset: number }[]>();
const most = 4000;

/** Returns the spans around a local day, each with one UTC offset. */
function piecesOf(zone: string, day: string) {
  const key = `${zone} ${day}`;
  const known = pieces.get(key);
  if (known) return known;
  if (pieces.size >= most) pieces.clear();
  const midnight = dayNumber(day) * dayMs;
  const [from, to] = [midnight - 15 * hour, midnight + dayMs + 13 * hour];
  const [first, last] = [offset(zone, from), offset(zone, to)];
  const at = first === last ? to : changeBetween(zone, from, to);
  const all = [{ from, to: at, offset: first }, ...(at < to ? [{ from: at, to, offset: last }] : [])];
  pieces.set(key, all);
  return all;
}

/**
 * Returns the spans in which the wall clock shows this part of a day: one; two if the clock is put back
 * within it; none if it is skipped. @param from minutes since midnight. @param to minutes, exclusive; 1440 is
 * the day's end
 */
export function spansOfDayPart(
  zone: string,
  day: string,
  { from, to }: { from: number; to: number },
): TimeSpan[] {
  const midnight = dayNumber(day) * dayMs;
  return piecesOf(zone, day).flatMap(piece => {
    const begin = Math.max(piece.from, midnight + from * 60_000 - piece.offset);
    const end = Math.min(piece.to, midnight + to * 60_000 - piece.offset);
    return begin < end ? [{ from: begin, to: end }] : [];
  });
}

/** Formats the local time in a zone: `09:30`. */
export const timeOfDayInZone = (zone: string, at: number): string =>
  new Date(wallTime(zone, at)).toISOString().slice(11, 16);
