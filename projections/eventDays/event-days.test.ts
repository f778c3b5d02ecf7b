import { expect, it } from 'vitest';
import { dayInZone, defaultZone } from '#events/case/calendar.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { openWalkModels } from '../testing/walk-models.ts';
import type { EventDay } from './day.ts';
import { countEvents, isWantedDay, logSpansOf, type WantedEvents } from './spans.ts';

async function walked() {
  const { models, store, go } = await openWalkModels({ seed: 11, cases: 30, minutes: 47 });
  await go(1500);
  const all = await Array.fromAsync(store.readAll({ filter: { streamPrefix: caseStreamPrefix } }));
  const events = all.filter(e => models.state(caseIdOfEvent(e))?.servedBy === 'main');
  const days = models.eventDays('main');
  await models.close();
  return { all, events, days };
}

/** A small generator of numbers, so that each run tests the same filters. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const isWanted = ({ types, people, from, to }: WantedEvents, e: Recorded) =>
  (types?.has(e.type) ?? true) &&
  (people?.has(e.by) ?? true) &&
  (from === undefined || e.at >= from) &&
  (to === undefined || e.at < to);

it('the rows of days count each event once, by type and person, in the organisation’s zone', async () => {
  const { all, events, days } = await walked();
  expect([days.length > 5, events.length < all.length]).toEqual([true, true]);
  for (const day of days) {
    const own = events.filter(e => dayInZone(defaultZone, Date.parse(e.at)) === day.day);
    expect(own.map(e => e.position).map(String)).toEqual(
      expect.arrayContaining([day.first, day.last, ...Object.values(day.hours)]),
    );
    expect([day.earliest, day.latest]).toEqual([own[0]?.at, own.at(-1)?.at]);
    const [{ type = '', by = '' } = {}] = own;
    const counted = countEvents([day], { types: new Set([type]), people: new Set([by]) });
    const [ofType, ofPerson] = [own.filter(e => e.type === type), own.filter(e => e.by === by)];
    const ofBoth = ofType.filter(e => e.by === by).length;
    expect([...counted.byDay]).toEqual([[day.day, ofBoth]]);
    expect([counted.byType.get(type), counted.byPerson.get(by)]).toEqual([ofBoth, ofBoth]);
    expect(counted.byType.size).toBe(new Set(ofPerson.map(e => e.type)).size);
    expect(counted.byPerson.size).toBe(new Set(ofType.map(e => e.by)).size);
  }
  const { byDay } = countEvents(days, {});
  expect([...byDay.values()].reduce((sum, count) => sum + count, 0)).toBe(events.length);
});

it('the spans of a filter hold every wanted event, and skip parts of the log', async () => {
  const { events, days } = await walked();
  const draw = numbers(3);
  const one = <T>(list: readonly T[]) => list[draw(list.length)] as T;
  let skipped = 0;
  for (let i = 0; i < 300; i++) {
    const [a, b] = [one(events).at, one(events).at].sort();
    const wanted: WantedEvents = {
      ...(draw(2) && { types: new Set([one(events).type]) }),
      ...(draw(2) && { people: new Set([one(events).by]) }),
      ...(draw(2) && { from: a, to: b }),
    };
    const spans = logSpansOf(days, wanted);
    const inSpans = events.filter(e => spans.some(s => e.position >= s.first && e.position <= s.last));
    const chosen = (list: Recorded[]) => list.filter(e => isWanted(wanted, e)).map(e => e.position);
    expect(chosen(inSpans)).toEqual(chosen(events));
    if (inSpans.length < events.length / 2) skipped += 1;
    const real = new Set(events.map(e => e.position));
    for (const [n, { first, after, before, last }] of spans.entries()) {
      expect([after < first, before === undefined || before > last]).toEqual([true, true]);
      expect([after === 0n || real.has(after), before === undefined || real.has(before)]).toEqual([
        true,
        true,
      ]);
      expect(first > (spans[n - 1]?.last ?? 0n)).toBe(true);
    }
  }
  expect(skipped).toBeGreaterThan(30);
});

it('days whose events are mixed in the log, because clocks differ, become one span', () => {
  const day = (name: string, first: number, last: number, type: string): EventDay => ({
    ...{ kind: 'day', day: name, first: String(first), last: String(last), hours: {} },
    ...{ earliest: `${name}T00:00:00Z`, latest: `${name}T23:00:00Z`, counts: { [type]: { p: 1 } } },
  });
  const days = [
    day('2026-01-01', 1, 12, 'A'),
    day('2026-01-02', 10, 20, 'B'),
    day('2026-01-03', 18, 30, 'A'),
  ];
  const span = (wanted: WantedEvents) =>
    logSpansOf(days, wanted).map(s => [s.after, s.first, s.last, s.before]);
  expect(span({})).toEqual([[0n, 1n, 30n, undefined]]);
  expect(span({ types: new Set(['B']) })).toEqual([[1n, 10n, 20n, 30n]]);
  expect(span({ types: new Set(['A']) })).toEqual([
    [0n, 1n, 12n, 18n],
    [12n, 18n, 30n, undefined],
  ]);
  expect(span({ from: '2026-01-02T00:00:00Z' })).toEqual([[1n, 10n, 30n, undefined]]);
  expect(days.map(one => isWantedDay(one, { to: '2026-01-02T00:00:00Z' }))).toEqual([true, false, false]);
});
