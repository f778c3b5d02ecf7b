import { describe, expect, it } from 'vitest';
import { createRandom } from '../script/random.ts';
import { addDeviation, type ClockedEvent, createLogClock, noDeviations } from './clock.ts';

type Dated = { position: number; ms: number; at: string };
const MINUTE_MS = 60_000;

const dated = (times: readonly number[]): Dated[] =>
  times.map((ms, position) => ({ position, ms, at: new Date(ms).toISOString() }));
/** An event a minute. */
const minutes = (count: number) => Array.from({ length: count }, (_, i) => i * MINUTE_MS);

function clockOf(events: readonly Dated[]) {
  const clock = createLogClock<Dated>();
  const final = events.flatMap(event => clock.push(event));
  return { clock, final, all: [...final, ...clock.provisional()] };
}
const times = (events: readonly ClockedEvent<Dated>[]) => events.map(({ clock }) => clock);

describe('the clock of a log in order', () => {
  it('is the time of each event', () => {
    const { all, final, clock } = clockOf(dated(minutes(300)));
    expect(times(all)).toEqual(minutes(300));
    expect(final).toHaveLength(200);
    expect(clock.facts()).toEqual({ late: { count: 0, mostMs: 0 }, ahead: { count: 0, mostMs: 0 } });
  });

  it('holds no event back, whatever the pauses', () => {
    const { all } = clockOf(dated([0, 1, 90 * 86_400_000, 90 * 86_400_000 + 1]));
    expect(times(all)).toEqual([0, 1, 90 * 86_400_000, 90 * 86_400_000 + 1]);
  });
});

describe('an event dated back', () => {
  it('counts with the time of the event before it and is counted', () => {
    const dates = minutes(200);
    dates[50] = 49 * MINUTE_MS - 400;
    const { all, clock } = clockOf(dated(dates));
    expect(all[50]?.clock).toBe(49 * MINUTE_MS);
    expect(clock.facts().late).toEqual({ count: 1, mostMs: 400 });
  });
});

describe('an event dated ahead', () => {
  const DAY_MS = 86_400_000;

  it('counts with the time of the next one', () => {
    const dates = minutes(200);
    dates[50] = DAY_MS;
    const { all, clock } = clockOf(dated(dates));
    expect(all[50]?.clock).toBe(51 * MINUTE_MS);
    expect(all[51]?.clock).toBe(51 * MINUTE_MS);
    expect(clock.facts().ahead).toEqual({ count: 1, mostMs: DAY_MS - 51 * MINUTE_MS });
  });

  it('does not stop time when its command wrote several events', () => {
    const dates = minutes(200);
    for (let i = 50; i < 55; i++) dates[i] = DAY_MS;
    const { all } = clockOf(dated(dates));
    expect(times(all).slice(49, 57)).toEqual([49, 55, 55, 55, 55, 55, 55, 56].map(m => m * MINUTE_MS));
  });

  it('does not stop time when its node writes every third event', () => {
    const { final } = clockOf(dated(minutes(900).map((at, i) => (i % 3 === 0 ? at + DAY_MS : at))));
    for (const { event, clock } of final)
      expect(clock - event.position * MINUTE_MS).toBeLessThanOrEqual(2 * MINUTE_MS);
  });

  it('is left as it is up to ten minutes', () => {
    const dates = minutes(200);
    dates[50] = 151 * MINUTE_MS + 10 * MINUTE_MS;
    const behind = dates.map((at, i) => (i > 50 ? 151 * MINUTE_MS : at));
    expect(clockOf(dated(behind)).all[50]?.clock).toBe(161 * MINUTE_MS);
  });

  it('keeps its time while nothing follows', () => {
    expect(times(clockOf(dated([0, 1000, DAY_MS])).all)).toEqual([0, 1000, DAY_MS]);
    expect(times(clockOf(dated([0, 1000, DAY_MS, 2000])).all)).toEqual([0, 1000, 2000, 2000]);
  });
});

/** The rule as it reads, over the whole log. */
function plainRule(events: readonly Dated[]): number[] {
  const ahead = events.map(({ ms }, i) => {
    const behind = events.slice(i + 1, i + 101);
    return behind.filter(one => one.ms < ms - 10 * MINUTE_MS).length * 2 > behind.length;
  });
  let clock = Number.NEGATIVE_INFINITY;
  return events.map((_, i) => {
    const next = events.findIndex((_one, j) => j >= i && !ahead[j]);
    clock = Math.max(clock, events[next]?.ms ?? events[i]?.ms ?? 0);
    return clock;
  });
}

describe('any log', () => {
  it.each([1, 2, 3])('has the clock that the rule says, never runs back and never changes, seed %i', seed => {
    const random = createRandom(seed);
    const events = dated(
      Array.from({ length: 1500 }, (_, i) => {
        const drift = random.chance(0.1) ? (random.next() - 0.3) * 86_400_000 : random.below(5000);
        return Math.round(i * MINUTE_MS + drift);
      }),
    );
    const { all, final } = clockOf(events);
    expect(all.map(({ event }) => event.position)).toEqual(events.map(({ position }) => position));
    expect(times(all)).toEqual(plainRule(events));
    expect(times(all)).toEqual(times(all).toSorted((a, b) => a - b));
    const shorter = clockOf(events.slice(0, 700)).final;
    expect(final.slice(0, shorter.length)).toEqual(shorter);
  });

  it('goes on from the clock and the facts of a final event', () => {
    const random = createRandom(4);
    const events = dated(
      minutes(600).map(at => at + (random.chance(0.2) ? -random.below(MINUTE_MS * 5) : 0)),
    );
    const whole = clockOf(events);
    const first = clockOf(events.slice(0, 300));
    const rest = createLogClock<Dated>({
      clock: first.clock.clock(),
      facts: first.clock.facts(),
    });
    const final = events.slice(first.final.length).flatMap(event => rest.push(event));
    expect([...first.final, ...final]).toEqual(whole.final);
    expect(rest.facts()).toEqual(whole.clock.facts());
  });
});

it('has the facts that its final events tell one by one', () => {
  const random = createRandom(5);
  const dates = minutes(400).map(ms => ms + (random.chance(0.1) ? (random.next() - 0.5) * 28_800_000 : 0));
  const { final, clock } = clockOf(dated(dates.map(Math.round)));
  const told = final.reduce((facts, one) => addDeviation(facts, one.event.ms, one.clock), noDeviations);
  expect(told.late.count).toBeGreaterThan(5);
  expect(told.ahead.count).toBeGreaterThan(0);
  expect(told).toEqual(clock.facts());
});
