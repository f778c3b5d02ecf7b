import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeAnswerClock, relativeDayOf } from './answer.ts';
import {
  addOpenMinutes,
  type DeskHours,
  defaultWeek,
  hoursOn,
  isDeskOpen,
  nextClosing,
  nextOpening,
  openMinutesBetween,
  weekdayOf,
} from './hours.ts';
import { wallTime } from './zone.ts';

const china: DeskHours = {
  zone: 'Asia/Shanghai',
  week: defaultWeek,
  days: [
    { day: '2026-10-01', works: false, name: '国庆节' },
    { day: '2026-10-10', works: true, name: '调休' },
  ],
};
const at = (text: string) => Date.parse(text);
/** Parses Beijing time. */
const cn = (text: string) => at(`${text}:00+08:00`);
const iso = (when: number | null) =>
  when === null ? null : new Date(when + 8 * 3_600_000).toISOString().slice(0, 16);

describe('a desk that is open on working days from nine to six', () => {
  test.each([
    ['2026-11-20T08:59', false],
    ['2026-11-20T09:00', true],
    ['2026-11-20T17:59', true],
    ['2026-11-20T18:00', false],
    ['2026-11-21T10:00', false],
    ['2026-10-01T10:00', false],
    ['2026-10-10T10:00', true],
  ])('at %s is open: %s', (when, open) => {
    expect(isDeskOpen(china, cn(when))).toBe(open);
    expect(nextClosing(china, cn(when)) !== null).toBe(open);
  });

  test.each([
    ['2026-11-20T10:41', '2026-11-20T10:41', '2026-11-20T12:41'],
    ['2026-11-20T17:00', '2026-11-20T17:00', '2026-11-23T10:00'],
    ['2026-11-20T16:00', '2026-11-20T16:00', '2026-11-20T18:00'],
    ['2026-11-20T18:00', '2026-11-23T09:00', '2026-11-23T11:00'],
    ['2026-09-30T17:30', '2026-09-30T17:30', '2026-10-02T10:30'],
    ['2026-10-10T03:00', '2026-10-10T09:00', '2026-10-10T11:00'],
  ])('for a message at %s opens at %s and answers by %s', (when, opens, due) => {
    expect(iso(nextOpening(china, cn(when)))).toBe(opens);
    expect(iso(addOpenMinutes(china, cn(when), 120))).toBe(due);
  });

  test('has no opening time or due time if it never opens', () => {
    const never = { ...china, week: defaultWeek.map(() => null), days: [] };
    expect([nextOpening(never, 0), addOpenMinutes(never, 0, 1), nextClosing(never, 0)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(computeAnswerClock({ waitingSince: 0, now: 1, hours: never })).toMatchObject({
      dueAt: null,
      state: 'fresh',
    });
  });

  test('has Monday as the first day of the week', () => {
    expect(['2026-11-23', '2026-11-29', '1969-12-29'].map(weekdayOf)).toEqual([0, 6, 0]);
  });
});

describe('the answer clock', () => {
  const since = cn('2026-11-20T17:00');
  const clock = (now: string) => computeAnswerClock({ waitingSince: since, now: cn(now), hours: china });
  test.each([
    ['2026-11-20T17:00', 'fresh', 120, 0, null],
    ['2026-11-20T19:00', 'fresh', 60, 0, '2026-11-23T11:00'],
    ['2026-11-23T09:30', 'soon', 30, 0, null],
    ['2026-11-23T09:29', 'fresh', 31, 0, null],
    ['2026-11-23T10:00', 'over', 0, 0, null],
    ['2026-11-23T10:42', 'over', 0, 42, null],
    ['2026-11-24T08:00', 'over', 0, 480, '2026-11-24T11:00'],
  ])('at %s is %s, with %i minutes left and %i over', (now, state, left, over, expected) => {
    const { expectedAt, ...rest } = clock(now);
    expect(rest).toEqual({ state, left, over, dueAt: cn('2026-11-23T10:00') });
    expect(iso(expectedAt)).toBe(expected);
  });

  test.each([
    ['2026-11-20T11:00', { word: 'today' }],
    ['2026-11-21T00:00', { word: 'tomorrow' }],
    ['2026-11-23T11:00', { word: 'weekday', weekday: 0 }],
    ['2026-11-27T11:00', { word: 'date', day: '2026-11-27' }],
  ])('%s is called %o on Friday', (when, word) => {
    expect(relativeDayOf('Asia/Shanghai', cn('2026-11-20T23:00'), cn(when))).toEqual(word);
  });
});

const minute = 60_000;

/** Brute force: the wall clock minute by minute, without offsets. */
function opensAt(hours: DeskHours, when: number): boolean {
  const wall = new Date(wallTime(hours.zone, when));
  const open = hoursOn(hours, wall.toISOString().slice(0, 10));
  const now = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  return open !== null && open.from <= now && now < open.to;
}

function slowly(hours: DeskHours, from: number, minutes: number): number {
  let left = minutes;
  for (let now = from; ; now += minute) {
    if (left === 0) return now;
    if (opensAt(hours, now)) left -= 1;
  }
}

/** Zones with clock changes, a skipped day, or a half-hour offset. */
const places = [
  ['Asia/Shanghai', '2026-02-13T00:00Z'],
  ['Europe/Berlin', '2026-03-28T12:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00Z'],
  ['America/New_York', '2026-03-07T12:00Z'],
  ['America/New_York', '2026-10-31T12:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T20:00Z'],
  ['Pacific/Apia', '2011-12-29T00:00Z'],
  ['Asia/Kolkata', '2026-06-01T00:00Z'],
  ['America/Sao_Paulo', '2018-11-03T00:00Z'],
] as const;

const day = fc
  .tuple(fc.integer({ min: 0, max: 23 * 4 }), fc.integer({ min: 1, max: 24 * 4 }))
  .map(([from, length]) => ({ from: from * 15, to: Math.min(1440, (from + length) * 15) }));

test('opening hours follow the wall clock in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      fc.array(fc.option(day, { freq: 4 }), { minLength: 7, maxLength: 7 }),
      fc.integer({ min: 0, max: 3 * 1440 }),
      fc.integer({ min: 1, max: 400 }),
      ([zone, begin], week, later, minutes) => {
        fc.pre(week.some(one => one !== null));
        const hours = { zone, week, days: [] };
        const from = at(begin) + later * minute;
        expect(isDeskOpen(hours, from)).toBe(opensAt(hours, from));
        const due = addOpenMinutes(hours, from, minutes);
        expect(due === null ? null : due - from).toBe(slowEnd(hours, from, minutes));
        const [opens] = [nextOpening(hours, from) ?? 0];
        expect(opensAt(hours, opens)).toBe(true);
        if (opens > from) expect(opensAt(hours, opens - minute)).toBe(false);
        expect(openMinutesBetween(hours, from, due ?? from)).toBe(minutes);
      },
    ),
    { seed: 20261122, numRuns: 60 },
  );
});

/** Milliseconds from `from` to the end of the last working minute. */
function slowEnd(hours: DeskHours, from: number, minutes: number): number {
  return slowly(hours, from, minutes) - from;
}
