/**
 * Open time of a desk between many pairs of moments: sums over its openings, each computed once. For a single pair,
 * `openMinutesBetween` (hours.ts) walks the days. Pure.
 */
import { addDays, dayInZone, dayNumber } from '../case/calendar.ts';
import { type DeskHours, hoursOn } from './hours.ts';
import { spansOfDayPart } from './zone.ts';

/** Openings are computed this far beyond the requested moment. */
const STRIDE_MS = 60 * 86_400_000;

/** Openings in order, with the open ms before each. */
type Openings = { from: number[]; to: number[]; before: number[]; firstDay: string; days: number };

function extend(openings: Openings, hours: DeskHours, days: number): void {
  const { from, to, before } = openings;
  for (; openings.days < days; openings.days++) {
    const day = addDays(openings.firstDay, openings.days);
    const open = hoursOn(hours, day);
    if (!open) continue;
    for (const span of spansOfDayPart(hours.zone, day, open)) {
      const last = from.length - 1;
      before.push(last < 0 ? 0 : (before[last] ?? 0) + (to[last] ?? 0) - (from[last] ?? 0));
      from.push(span.from);
      to.push(span.to);
    }
  }
}

/** Index of the last opening that begins at or before a moment; -1 if there is none. */
function lastUpTo(from: readonly number[], at: number): number {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const openBefore = ({ from, to, before }: Openings, at: number): number => {
  const i = lastUpTo(from, at);
  return i < 0 ? 0 : (before[i] ?? 0) + Math.min(at, to[i] ?? 0) - (from[i] ?? 0);
};

/** Returns a function that gives the open ms between two moments (ms since 1970); 0 if `to` is not later. */
export function createOpenMsBetween(hours: DeskHours): (from: number, to: number) => number {
  let openings: Openings | undefined;
  /** Moments between which the openings are known. */
  const known = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  const openingsFor = (from: number, to: number): Openings => {
    if (openings && from >= known.from && to <= known.to) return openings;
    if (!openings || from < known.from) {
      known.from = from;
      openings = {
        from: [],
        to: [],
        before: [],
        firstDay: addDays(dayInZone(hours.zone, from), -1),
        days: 0,
      };
    }
    known.to = Math.max(known.to, to) + STRIDE_MS;
    extend(openings, hours, dayNumber(dayInZone(hours.zone, known.to)) - dayNumber(openings.firstDay) + 2);
    return openings;
  };
  return (from, to) => {
    if (to <= from) return 0;
    const all = openingsFor(from, to);
    return openBefore(all, to) - openBefore(all, from);
  };
}
