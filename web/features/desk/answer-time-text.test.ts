import { describe, expect, test } from 'vitest';
import { type DeskHours, defaultWeek } from '#events/desk/hours.ts';
import en from '#web/i18n/en/desk.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/desk.json' with { type: 'json' };
import { createI18n } from '#web/lib/i18n.ts';
import {
  answerClockText,
  expectedAnswerText,
  openUntilText,
  timeOfDayText,
  timeZoneName,
} from './answer-time-text.ts';

const words = { en: createI18n('en', { desk: en }).t, 'zh-CN': createI18n('zh-CN', { desk: zh }).t };
const hours: DeskHours = {
  zone: 'Asia/Shanghai',
  week: defaultWeek,
  days: [{ day: '2026-10-01', works: false, name: '国庆节' }],
};
const cn = (text: string) => Date.parse(`${text}:00+08:00`);
const said = (lang: 'en' | 'zh-CN', at: string, zone = 'Asia/Shanghai', of = hours) =>
  expectedAnswerText(words[lang], of, { now: cn(at), zone });

describe('the desk’s promise to the writer of a message', () => {
  test.each([
    ['2026-11-20T10:00', 'Replies in about 2 h (9:00–18:00)', '约 2 小时内回复（9:00–18:00）'],
    [
      '2026-11-19T20:00',
      'It is closed now; expect an answer tomorrow by 11:00',
      '现在是非服务时间，预计明天 11:00 前回复',
    ],
    [
      '2026-11-20T03:00',
      'It is closed now; expect an answer today by 11:00',
      '现在是非服务时间，预计今天 11:00 前回复',
    ],
    [
      '2026-11-20T20:00',
      'It is closed now; expect an answer Monday by 11:00',
      '现在是非服务时间，预计周一 11:00 前回复',
    ],
    ['2026-11-20T17:00', 'Expect an answer Monday by 10:00', '预计周一 10:00 前回复'],
    [
      '2026-09-30T19:00',
      'It is closed now; expect an answer Friday by 11:00',
      '现在是非服务时间，预计周五 11:00 前回复',
    ],
  ])('at %s has the right text', (at, english, chinese) => {
    expect([said('en', at), said('zh-CN', at)]).toEqual([english, chinese]);
  });

  test('names the desk’s time zone if the reader’s differs', () => {
    expect(said('en', '2026-11-19T20:00', 'Europe/Berlin')).toBe(
      'It is closed now; expect an answer tomorrow by 11:00 (Beijing time)',
    );
    expect(said('zh-CN', '2026-11-20T10:00', 'Europe/Berlin')).toBe(
      '约 2 小时内回复（9:00–18:00，北京时间）',
    );
    expect(said('en', '2026-11-20T10:00', 'Asia/Singapore')).not.toContain('Beijing');
    expect(timeZoneName(words.en, 'America/New_York')).toBe('New York time');
  });

  test('names no time for a desk that never opens', () => {
    const never = { ...hours, week: defaultWeek.map(() => null) };
    expect(said('en', '2026-11-20T10:00', 'UTC', never)).toBe(
      'It is closed now; you will be answered when it opens again',
    );
  });
});

describe('the answer clock of a conversation', () => {
  const clock = (lang: 'en' | 'zh-CN', since: string, now: string, zone = 'Asia/Shanghai') =>
    answerClockText(words[lang], hours, { since: cn(since), now: cn(now), zone });
  test('names the desk’s time zone if the viewer’s differs', () => {
    const [since, now] = ['2026-11-20T10:02', '2026-11-20T11:42'];
    expect(clock('en', since, now, 'Europe/Rome')).toBe('by 12:02 (Beijing time), 20 min left');
    expect(clock('zh-CN', since, now, 'Europe/Rome')).toBe('12:02 前（北京时间），剩 20 分钟');
  });
  test.each([
    ['2026-11-20T10:41', '2026-11-20T10:42', 'by 12:41', '12:41 前'],
    ['2026-11-20T10:02', '2026-11-20T11:42', 'by 12:02, 20 min left', '12:02 前，剩 20 分钟'],
    ['2026-11-19T17:00', '2026-11-20T10:42', '42 min over', '超时 42 分钟'],
    ['2026-11-19T09:00', '2026-11-19T14:05', '3 h 5 min over', '超时 3 小时 5 分钟'],
    ['2026-11-20T17:30', '2026-11-20T17:31', 'Monday by 10:30', '周一 10:30 前'],
  ])('for a message of %s, read at %s, has the right text', (since, now, english, chinese) => {
    expect([clock('en', since, now), clock('zh-CN', since, now)]).toEqual([english, chinese]);
  });
});

test('the closing time of the desk has a text', () => {
  expect(openUntilText(words['zh-CN'], hours, cn('2026-11-20T10:00'))).toBe('服务至 18:00');
  expect(openUntilText(words.en, hours, cn('2026-11-21T10:00'))).toBe('Closed');
  expect([0, 545, 1440].map(timeOfDayText)).toEqual(['0:00', '9:05', '24:00']);
});
