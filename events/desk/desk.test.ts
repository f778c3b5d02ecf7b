import { describe, expect, test } from 'vitest';
import { isRefusal } from '../errors.ts';
import { type Position, positions, type Viewer } from '../person/position.ts';
import { cannedLimits, fillPlaceholders } from './canned.ts';
import { customCourierName } from './courier-name.ts';
import {
  addCannedAnswer,
  addSpecialDay,
  changeCannedAnswer,
  changeDeskHours,
  changeDuty,
  type Desk,
  evolveDesk,
  nameCouriers,
  noDesk,
  removeCannedAnswer,
  removeSpecialDay,
} from './desk.ts';
import type { DeskEvent } from './events.ts';
import { defaultWeek } from './hours.ts';
import { isDeskStaff } from './rights.ts';

const person = (position: Position, orgId = 'main'): Viewer => ({
  id: `p-${position}`,
  position,
  orgId,
  serves: [],
});
const ctx = (position: Position = 'Service', orgId?: string) => ({
  orgId: 'main',
  viewer: person(position, orgId),
});
const canned = (cannedId: string) => ({ ...ctx(), cannedId });

const given = (...events: DeskEvent[]): Desk =>
  events.reduce(
    (state, e, i) => evolveDesk(state, { ...e, revision: i, at: `2026-11-20T0${i}:00:00.000Z` }),
    noDesk,
  );

function refused(run: () => DeskEvent[]): string {
  try {
    return run()
      .map(({ type }) => type)
      .join();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
}

const answer = {
  title: { en: 'Scan again', 'zh-CN': '请重新扫描' },
  text: {
    en: 'Dear {{doctor}}, please scan {{case}} again.',
    'zh-CN': '{{doctor}}医生，请重新扫描 {{case}}。',
  },
};
const holiday = { day: '2026-10-01', works: false, name: '国庆节' };

describe('opening hours', () => {
  test('are those of working days by default', () => {
    expect(noDesk.week).toEqual(defaultWeek);
  });
  test('are the latest saved hours and special days', () => {
    const week = defaultWeek.map(hours => hours && { from: 510, to: 1080 });
    const days = [
      addSpecialDay(noDesk, holiday, ctx()),
      addSpecialDay(noDesk, { ...holiday, name: '国庆' }, ctx()),
    ].flat();
    const state = given(...changeDeskHours(noDesk, { week }, ctx()), ...days);
    expect(state.week[0]).toEqual({ from: 510, to: 1080 });
    expect(state.days).toEqual([{ ...holiday, name: '国庆' }]);
    expect(given(...days, ...removeSpecialDay(state, '2026-10-01', ctx())).days).toEqual([]);
  });
  test('list special days in calendar order', () => {
    const of = (day: string) => addSpecialDay(noDesk, { ...holiday, day }, ctx());
    const { days } = given(...of('2026-10-02'), ...of('2026-01-01'), ...of('2026-10-01'));
    expect(days.map(({ day }) => day)).toEqual(['2026-01-01', '2026-10-01', '2026-10-02']);
  });
  test.each([
    [{}, 'badInput, week required'],
    [{ week: [] }, 'badInput, week too-few'],
    [{ week: defaultWeek.map(() => ({ from: 600, to: 540 })).slice(0, 7) }, /^badInput, week\.0 hours-order/],
    [
      { week: [{ from: -1, to: 1441 }, ...defaultWeek.slice(1)] },
      'badInput, week.0.from too-small, week.0.to too-big',
    ],
    [{ week: defaultWeek, zone: 'UTC' }, 'badInput, zone unknown-field'],
  ])('cannot be %j', (input, why) =>
    expect(refused(() => changeDeskHours(noDesk, input, ctx()))).toMatch(
      why instanceof RegExp ? why : new RegExp(`^${why}$`),
    ),
  );
  test.each([
    [{ ...holiday, day: '2026-02-30' }, 'badInput, day date-invalid'],
    [{ ...holiday, name: ' ' }, 'badInput, name blank'],
    [{ day: '2026-10-01' }, 'badInput, works required, name required'],
  ])('cannot have the special day %j', (input, why) =>
    expect(refused(() => addSpecialDay(noDesk, input, ctx()))).toBe(why),
  );
  test('refuse the removal of an unknown day', () => {
    expect(refused(() => removeSpecialDay(noDesk, '2026-10-01', ctx()))).toBe('notFound');
  });
});

describe('canned answers', () => {
  const two = given(
    ...addCannedAnswer(noDesk, answer, canned('a')),
    ...addCannedAnswer(noDesk, { ...answer, order: 5 }, canned('b')),
  );
  test('are sorted by their order; a new answer is last', () => {
    expect(two.canned.map(({ id, order }) => [id, order])).toEqual([
      ['a', 0],
      ['b', 5],
    ]);
    expect(addCannedAnswer(two, answer, canned('c'))[0]?.data).toMatchObject({ order: 6 });
    const moved = changeCannedAnswer(two, { ...answer, order: 9 }, canned('a'));
    expect(
      evolveDesk(two, { ...(moved[0] as DeskEvent), revision: 9, at: '' }).canned.map(({ id }) => id),
    ).toEqual(['b', 'a']);
  });
  test('can be changed and removed; an unknown answer is refused', () => {
    expect(changeCannedAnswer(two, answer, canned('b'))[0]?.data).toMatchObject({ cannedId: 'b', order: 5 });
    expect(refused(() => removeCannedAnswer(two, canned('b')))).toBe('CannedAnswerRemoved');
    expect(refused(() => changeCannedAnswer(two, {}, canned('z')))).toBe('notFound');
    expect(refused(() => removeCannedAnswer(two, canned('z')))).toBe('notFound');
  });
  test.each([
    [{ ...answer, title: { en: 'x' } }, 'badInput, title.zh-CN required'],
    [
      { ...answer, text: { ...answer.text, en: 'Dear {{patient}}' } },
      'badInput, text.en placeholder-unknown',
    ],
    [{ ...answer, text: { ...answer.text, en: ' \n' } }, 'badInput, text.en blank'],
    [{ ...answer, text: { ...answer.text, en: '\u200b\u3164' } }, 'badInput, text.en blank'],
    [{ ...answer, text: { ...answer.text, en: 'a\u202eb' } }, 'badInput, text.en control-characters'],
    [
      { ...answer, text: { ...answer.text, en: 'x'.repeat(cannedLimits.text + 1) } },
      'badInput, text.en too-long',
    ],
  ])('cannot be %j', (input, why) =>
    expect(refused(() => addCannedAnswer(noDesk, input, canned('a')))).toBe(why),
  );
  test('are limited to sixty', () => {
    const many: Desk = {
      ...noDesk,
      canned: Array.from({ length: 60 }, (_, order) => ({ ...answer, id: `${order}`, order })),
    };
    expect(refused(() => addCannedAnswer(many, answer, canned('n')))).toBe('badInput,  canned-limit');
    expect(refused(() => changeCannedAnswer(many, answer, canned('3')))).toBe('CannedAnswerKept');
  });
  test('have their placeholders filled; placeholders without a value stay visible', () => {
    expect(fillPlaceholders(answer.text.en, { doctor: 'Li', case: '' })).toBe(
      'Dear Li, please scan {{case}} again.',
    );
  });
});

describe('duty', () => {
  const on = changeDuty(noDesk, { on: true }, ctx());
  test('starts once, and ends', () => {
    expect(given(...on, ...on).duty).toEqual([{ personId: 'p-Service', since: '2026-11-20T01:00:00.000Z' }]);
    expect(given(...on, ...changeDuty(noDesk, { on: false }, ctx())).duty).toEqual([]);
  });
  test('ignores a repeated event', () => {
    const state = given(...on);
    expect(evolveDesk(state, { ...(on[0] as DeskEvent), revision: 0, at: 'later' })).toBe(state);
  });
});

test('positions that manage a desk, go on duty there, or are its staff', () => {
  const who = (may: (position: Position) => boolean) => positions.filter(may);
  const permitted = (run: (position: Position) => DeskEvent[]) =>
    who(p => refused(() => run(p)) !== 'notPermitted');
  const keepers = ['SuperMechanic', 'Service', 'Admin'];
  const state = given(
    ...addCannedAnswer(noDesk, answer, canned('a')),
    ...addSpecialDay(noDesk, holiday, ctx()),
  );
  expect(permitted(p => changeDeskHours(state, {}, ctx(p)))).toEqual(keepers);
  expect(permitted(p => addSpecialDay(state, {}, ctx(p)))).toEqual(keepers);
  expect(permitted(p => removeSpecialDay(state, '', ctx(p)))).toEqual(keepers);
  expect(permitted(p => addCannedAnswer(state, {}, { ...ctx(p), cannedId: 'b' }))).toEqual(keepers);
  expect(permitted(p => changeCannedAnswer(state, {}, { ...ctx(p), cannedId: 'a' }))).toEqual(keepers);
  expect(permitted(p => removeCannedAnswer(state, { ...ctx(p), cannedId: 'a' }))).toEqual(keepers);
  expect(permitted(p => changeDuty(state, {}, ctx(p)))).toEqual(['SuperMechanic', 'Service']);
  expect(permitted(p => changeDeskHours(state, {}, ctx(p, 'other')))).toEqual([]);
  expect(permitted(p => changeDuty(state, {}, ctx(p, 'other')))).toEqual([]);
  expect(who(p => !isDeskStaff(person(p), 'main'))).toEqual(['Doctor', 'Assistant', 'Designer']);
  expect(who(p => isDeskStaff(person(p, 'other'), 'main'))).toEqual([]);
});

describe('couriers', () => {
  const sto = { courier: 3, name: { en: 'STO Express', 'zh-CN': '申通快递' } };
  test('have the organisation’s names, and their default names if none are set', () => {
    const state = given(...nameCouriers(noDesk, { couriers: [sto] }, ctx()));
    expect(customCourierName(state.couriers, 3, 'zh-CN')).toBe('申通快递');
    expect(customCourierName(state.couriers, 1, 'en')).toBeUndefined();
    expect(given(...nameCouriers(state, { couriers: [] }, ctx())).couriers).toEqual([]);
  });
  test.each([
    [{ couriers: [{ ...sto, courier: 8 }] }, /^badInput, couriers/],
    [{ couriers: [{ ...sto, name: { en: '', 'zh-CN': '申通' } }] }, /^badInput, couriers/],
    [{ couriers: [sto, sto] }, /^badInput, couriers/],
    [{}, /^badInput, couriers/],
  ])('cannot be named by %j', (input, why) =>
    expect(refused(() => nameCouriers(noDesk, input, ctx()))).toMatch(why),
  );
  test('are named by the managers of the desk, for their own organisation only', () => {
    const input = { couriers: [sto] };
    expect(refused(() => nameCouriers(noDesk, input, ctx('Doctor')))).toBe('notPermitted');
    expect(refused(() => nameCouriers(noDesk, input, ctx('Service', 'other')))).toBe('notPermitted');
  });
});
