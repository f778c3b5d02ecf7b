import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayInZone, dayOfNumber } from '../case/calendar.ts';
import { weekdayOf } from '../desk/hours.ts';
import { wallTime } from '../desk/zone.ts';
import { isRefusal } from '../errors.ts';
import { mailTopics } from '../mail/topics.ts';
import type { NoticeEvent } from './events.ts';
import {
  chooseCountedTopics,
  chooseQuietHours,
  defaultNoticePreferences,
  evolveNoticePreferences,
} from './preferences.ts';
import { type QuietHoursSetting, quietUntil } from './quiet.ts';

const li = { personId: 'li' };
const then = (...events: NoticeEvent[]) =>
  events.reduce((s, e, revision) => evolveNoticePreferences(s, { ...e, revision }), defaultNoticePreferences);
const refused = (run: () => unknown): string => {
  try {
    return `not refused: ${JSON.stringify(run())}`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
};
const nights: QuietHoursSetting = {
  from: 22 * 60,
  to: 7 * 60,
  days: [0, 1, 2, 3, 4, 5, 6],
  zone: 'Asia/Shanghai',
};

describe('notices in the application', () => {
  test('cover all topics at any time by default', () => {
    expect(defaultNoticePreferences).toMatchObject({ off: [], quiet: null });
    const topics = ['talk', 'case'];
    const state = then(...chooseCountedTopics({ topics }, li), ...chooseQuietHours({ quiet: nights }, li));
    expect(state).toMatchObject({ off: ['plan', 'production', 'account'], quiet: nights });
    const back = then(
      ...chooseCountedTopics({ topics }, li),
      ...chooseCountedTopics({ topics: [...mailTopics] }, li),
      ...chooseQuietHours({ quiet: nights }, li),
      ...chooseQuietHours({ quiet: null }, li),
    );
    expect(back).toMatchObject({ off: [], quiet: null });
  });

  test('ignore a repeated event', () => {
    const [event] = chooseCountedTopics({ topics: [] }, li);
    const state = then(event as NoticeEvent);
    expect(evolveNoticePreferences(state, { ...(event as NoticeEvent), revision: 0 })).toBe(state);
  });

  test.each([
    [{ topics: ['news'] }, 'badInput, topics.0 not-a-choice'],
    [{ topics: ['talk', 'talk'] }, 'badInput, topics repeated'],
    [{}, 'badInput, topics required'],
  ])('refuse the topics %j', (input, why) => expect(refused(() => chooseCountedTopics(input, li))).toBe(why));

  test.each([
    [{ ...nights, to: nights.from }, 'badInput, quiet.to quiet-empty'],
    [{ ...nights, from: 1440 }, 'badInput, quiet.from too-big'],
    [{ ...nights, to: -1 }, 'badInput, quiet.to too-small'],
    [{ ...nights, days: [] }, 'badInput, quiet.days required'],
    [{ ...nights, days: [1, 1] }, 'badInput, quiet.days repeated'],
    [{ ...nights, days: [7] }, 'badInput, quiet.days.0 too-big'],
    [{ ...nights, zone: 'Asia/Nowhere' }, 'badInput, quiet.zone invalid'],
  ])('refuse the quiet hours %j', (quiet, why) =>
    expect(refused(() => chooseQuietHours({ quiet }, li))).toBe(why),
  );
});

/** Parses Beijing time. */
const cn = (text: string) => Date.parse(`${text}:00+08:00`);

describe('quiet hours', () => {
  test.each([
    ['2026-11-20T21:59', null],
    ['2026-11-20T22:00', '2026-11-21T07:00'],
    ['2026-11-21T06:59', '2026-11-21T07:00'],
    ['2026-11-21T07:00', null],
  ])('over midnight asked at %s end at %s', (at, end) =>
    expect(quietUntil(nights, cn(at))).toBe(end && cn(end)),
  );

  test('belong to the day they start on', () => {
    const friday = { ...nights, days: [4] };
    expect(quietUntil(friday, cn('2026-11-21T03:00'))).toBe(cn('2026-11-21T07:00'));
    expect(quietUntil(friday, cn('2026-11-20T03:00'))).toBeNull();
  });

  test('merge if one period starts when another ends', () => {
    // Lord Howe sets its clock forward by half an hour at 2:00, which skips the only time that is not quiet.
    const quiet = { ...nights, from: 2 * 60 + 30, to: 2 * 60, zone: 'Australia/Lord_Howe', days: [5, 6] };
    const begins = Date.parse('2026-10-02T16:00:00Z');
    expect(quietUntil(quiet, begins)).toBe(Date.parse('2026-10-04T15:00:00Z'));
  });

  test('are off by default', () => expect(quietUntil(null, 0)).toBeNull());

  /** Reference implementation by the wall clock. */
  const isQuiet = ({ from, to, days, zone }: QuietHoursSetting, at: number): boolean => {
    const minute = Math.floor((wallTime(zone, at) % 86_400_000) / 60_000);
    const day = dayInZone(zone, at);
    const begins = (one: string) => days.includes(weekdayOf(one));
    if (from < to) return begins(day) && from <= minute && minute < to;
    return (begins(day) && minute >= from) || (begins(addDays(day, -1)) && minute < to);
  };
  const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'];
  const time = fc.integer({ min: 0, max: 1439 });
  const quiets = fc
    .record({
      from: time,
      to: time,
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      zone: fc.constantFrom(...zones),
    })
    .filter(({ from, to }) => from !== to);
  // Days of clock changes, and other days.
  const days = fc.oneof(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'),
    fc.integer({ min: 20_400, max: 20_900 }).map(dayOfNumber),
  );

  test('last until their end, exclusively, across clock changes', () => {
    fc.assert(
      fc.property(quiets, days, time, (quiet, day, minute) => {
        const at = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
        const end = quietUntil(quiet, at);
        expect(end !== null).toBe(isQuiet(quiet, at));
        if (end === null) return;
        expect(isQuiet(quiet, end)).toBe(false);
        for (let then = at; then < end; then += 60_000) if (!isQuiet(quiet, then)) expect(then).toBe(end);
      }),
      { seed: 71, numRuns: 400 },
    );
  });
});
