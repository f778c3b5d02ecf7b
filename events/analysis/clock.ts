/**
 * The clock of the log, over the events of all streams. The tables, the track, lists as of a moment and the log of
 * analysts use it, so that a moment is the same position to all of them. The order of events is their position, but
 * each node that writes them has its own clock. "As of 11:23:45" is the prefix of the log up to the last position
 * whose clock is not later. The clock of an event is the largest time of the events up to it.
 *
 * One node whose clock runs ahead must not stop time for all: an event that is dated more than ten minutes after most of
 * the 100 events behind it counts with the time of the next one. Only the log decides, so that every reader of it gets
 * the same clock. Until 100 events are behind an event, its time is provisional.
 */

/** Events behind an event that decide whether it is dated ahead. */
const WITNESSES = 100;
/** Difference from which an event counts as dated ahead, in ms. */
const AHEAD_MS = 600_000;

/** An event with the time that it says itself and its clock time, in ms. */
export type ClockedEvent<E> = { event: E; at: number; clock: number };

/** State from which a clock resumes: clock time in ms and facts after the last final event. */
export type ClockResumePoint = { clock: number; facts: ClockDeviations };

/** Events whose own time is not the clock's. `mostMs`: the largest difference. */
export type ClockDeviations = {
  /** Events dated before an earlier event. */
  late: { count: number; mostMs: number };
  /** Events with a later date than most of the events that follow them in the log. */
  ahead: { count: number; mostMs: number };
};

type Waiting<E> = { event: E; at: number; contradicting: number };

/** Facts of a log in order. */
export const noDeviations: ClockDeviations = {
  late: { count: 0, mostMs: 0 },
  ahead: { count: 0, mostMs: 0 },
};

const added = ({ count, mostMs }: ClockDeviations['late'], ms: number) => ({
  count: count + 1,
  mostMs: Math.max(mostMs, ms),
});

/** Facts with an event that has its own time and its clock's, in ms. */
export function addDeviation(facts: ClockDeviations, at: number, clock: number): ClockDeviations {
  if (at < clock) return { ...facts, late: added(facts.late, clock - at) };
  return at > clock ? { ...facts, ahead: added(facts.ahead, at - clock) } : facts;
}

/** The clock so far, and the events whose time is not known yet. `assign` changes it. */
type Assigner<E> = { clock: number; facts: ClockDeviations; held: Waiting<E>[] };

/**
 * Appends the events whose time is certain once this event is known. An event dated later than its successors waits for one of them.
 * @param followers events behind it, at most 100
 */
function assign<E>(state: Assigner<E>, next: Waiting<E>, followers: number, into: ClockedEvent<E>[]): void {
  if (next.contradicting * 2 > followers) {
    state.held.push(next);
    return;
  }
  const before = state.clock;
  state.clock = Math.max(before, next.at);
  for (const { event, at } of state.held) {
    state.facts = { ...state.facts, ahead: added(state.facts.ahead, at - state.clock) };
    into.push({ event, at, clock: state.clock });
  }
  state.held = [];
  if (next.at < before) state.facts = { ...state.facts, late: added(state.facts.late, before - next.at) };
  into.push({ event: next.event, at: next.at, clock: state.clock });
}

const ISO_LENGTH = '2026-01-01T00:00:00.000Z'.length;
const DAY_LENGTH = '2026-01-01T'.length;
/** The number of two or three digits of a text; NaN if they are none. */
const digitsAt = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

/** Parses ISO times in ms as Date.parse does. Neighbours are mostly of one day, which is parsed once. */
function createTimeParser(): (at: string) => number {
  let day = '';
  let midnight = Number.NaN;
  return at => {
    if (at.length !== ISO_LENGTH || !at.endsWith('Z')) return Date.parse(at);
    if (!at.startsWith(day) || day === '') {
      day = at.slice(0, DAY_LENGTH);
      midnight = Date.parse(`${day}00:00:00.000Z`);
    }
    const [hours, minutes] = [digitsAt(at, 11, 13), digitsAt(at, 14, 16)];
    const [seconds, ms] = [digitsAt(at, 17, 19), digitsAt(at, 20, 23)];
    const isValid = hours < 24 && minutes < 60 && seconds < 60 && ms >= 0;
    return isValid ? midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms : Date.parse(at);
  };
}

/**
 * Creates a clock for all events of the log, pushed in its order.
 * @param start default: before the first event of the log
 */
export function createLogClock<E extends { at: string }>(
  start: ClockResumePoint = { clock: Number.NEGATIVE_INFINITY, facts: noDeviations },
) {
  const state: Assigner<E> = { ...start, held: [] };
  const timeOf = createTimeParser();
  /** A ring of the last events; `oldest` is the index of the first of them. Shifting an array costs more than the rest. */
  const waiting: Waiting<E>[] = [];
  let oldest = 0;
  let newest = Number.NEGATIVE_INFINITY;
  /** Counts a new event with those that it follows. Most logs are in order and need no second look. */
  const witness = (at: number) => {
    if (at < newest - AHEAD_MS) for (const one of waiting) if (at < one.at - AHEAD_MS) one.contradicting += 1;
    newest = Math.max(newest, at);
  };
  /** Puts an event behind the others. @returns the first one, once 100 are behind it */
  const enter = (one: Waiting<E>): Waiting<E> | undefined => {
    if (waiting.length < WITNESSES) {
      waiting.push(one);
      return undefined;
    }
    const first = waiting[oldest];
    waiting[oldest] = one;
    oldest = (oldest + 1) % WITNESSES;
    return first;
  };
  return {
    /** Takes the next event. Returns the events whose clock time is final now, in the order of the log. */
    push(event: E): ClockedEvent<E>[] {
      const at = timeOf(event.at);
      witness(at);
      const settled: ClockedEvent<E>[] = [];
      const first = enter({ event, at, contradicting: 0 });
      if (first) assign(state, first, WITNESSES, settled);
      return settled;
    },
    /** Returns the events after the final ones, with the clock times that they have if nothing follows. */
    provisional(): ClockedEvent<E>[] {
      const copy = { ...state, held: [...state.held] };
      const known: ClockedEvent<E>[] = [];
      const inOrder = [...waiting.slice(oldest), ...waiting.slice(0, oldest)];
      for (const [i, one] of inOrder.entries()) assign(copy, one, inOrder.length - 1 - i, known);
      // Nothing follows that dates them otherwise.
      for (const { event, at } of copy.held) {
        copy.clock = Math.max(copy.clock, at);
        known.push({ event, at, clock: copy.clock });
      }
      return known;
    },
    /** Clock time of the last final event; -Infinity before the first. */
    clock: (): number => state.clock,
    /** Facts of the final events. */
    facts: (): ClockDeviations => state.facts,
  };
}
