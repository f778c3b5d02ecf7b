import { describe, expect, test } from 'vitest';
import { caseEvents } from '../case/stream.ts';
import { isRefusal } from '../errors.ts';
import type { MailEvent } from './events.ts';
import {
  chooseMailTopics,
  confirmMailAddress,
  evolveMailPreferences,
  type MailPreferences,
  mailAddressFor,
  noMailPreferences,
  removeMailAddress,
  setMailAddress,
} from './preferences.ts';
import { mailTopicOf, mailTopics } from './topics.ts';

const li = { personId: 'li' };
const then = (state: MailPreferences, ...events: MailEvent[]): MailPreferences =>
  events.reduce((s, e) => evolveMailPreferences(s, { ...e, revision: s.revision + 1 }), state);
const refused = (run: () => unknown): string => {
  try {
    return `not refused: ${JSON.stringify(run())}`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
};

const email = 'li@clinic.example';
const given = then(noMailPreferences, ...setMailAddress({ email }, { ...li, given: 'a' }));
const confirmed = then(given, ...confirmMailAddress(given, 'a', li));
const choose = (state: MailPreferences, ...topics: string[]) =>
  chooseMailTopics(state, { topics }, { ...li, lang: 'zh-CN' });
const chosen = then(confirmed, ...choose(confirmed, 'production', 'plan'));
const sentTo = (state: MailPreferences) => mailTopics.filter(topic => mailAddressFor(state, topic) === email);

describe('notifications by mail', () => {
  test('are off until an address is confirmed and topics are chosen', () => {
    expect([noMailPreferences, given, confirmed].map(sentTo)).toEqual([[], [], []]);
    expect(sentTo(chosen)).toEqual(['plan', 'production']);
    expect(chosen.lang).toBe('zh-CN');
    expect(refused(() => choose(given, 'plan'))).toBe('badInput, email email-unconfirmed');
    expect(sentTo(then(chosen, ...choose(chosen)))).toEqual([]);
  });

  test('seal the address', () => {
    expect(setMailAddress({ email }, { ...li, given: 'a' })).toEqual([
      { type: 'MailAddressGiven', data: { personId: 'li', given: 'a' }, personal: { email } },
    ]);
  });

  test('stop with a new address until it is confirmed', () => {
    const other = { email: 'li@home.example' };
    const moved = then(chosen, ...setMailAddress(other, { ...li, given: 'b' }));
    expect(sentTo(moved)).toEqual([]);
    expect(refused(() => confirmMailAddress(moved, 'a', li))).toBe('wrongCode');
    const again = then(moved, ...confirmMailAddress(moved, 'b', li));
    expect(mailAddressFor(again, 'plan')).toBe(other.email);
  });

  test('end when the address is removed or the person is erased', () => {
    const gone = then(chosen, ...removeMailAddress(chosen, li));
    expect(gone).toMatchObject({ email: null, confirmed: false, topics: [], lang: 'zh-CN' });
    expect(refused(() => removeMailAddress(gone, li))).toBe('notFound');
    expect(refused(() => confirmMailAddress(gone, 'a', li))).toBe('wrongCode');
    expect(mailAddressFor({ ...chosen, email: '' }, 'plan')).toBeUndefined();
  });

  test('ignore a repeated event', () => {
    const [event] = choose(chosen);
    if (!event) throw new Error('no event');
    expect(evolveMailPreferences(chosen, { ...event, revision: chosen.revision })).toBe(chosen);
  });

  test.each([
    [{}, 'badInput, email required'],
    [{ email: 'li' }, 'badInput, email email-format'],
    [{ email: 'li@clinic.example\r\nBcc: x@y.example' }, 'badInput, email email-format'],
    [{ email, name: 'x' }, 'badInput, name unknown-field'],
  ])('refuse the address %o', (input, issues) => {
    expect(refused(() => setMailAddress(input, { ...li, given: 'a' }))).toBe(issues);
  });

  test.each([
    'li\0x@b.example',
    'li<wang@b.example',
    'li,wang@b.example',
    'li@b,c.example',
    '\u202eli@b.example',
    'li@b.c>',
  ])('refuse %j, which a mail program would read as another address', other =>
    expect(refused(() => setMailAddress({ email: other }, { ...li, given: 'a' }))).toBe(
      'badInput, email email-format',
    ),
  );

  test.each([
    [['news'], 'badInput, topics.0 not-a-choice'],
    [['plan', 'plan'], 'badInput, topics repeated'],
  ])('refuse the topics %o', (topics, issues) => {
    expect(refused(() => choose(confirmed, ...topics))).toBe(issues);
  });
});

test('every case event has a mail topic', () => {
  const of = (type: string) => mailTopicOf('case', type);
  expect(['CaseAccepted', 'InfoRequested', 'PlanSubmitted', 'BatchShipped'].map(of)).toEqual([
    ...['case', 'case', 'plan', 'production'],
  ]);
  expect(mailTopicOf('system', 'PersonUnfrozen')).toBe('account');
  for (const type of Object.keys(caseEvents)) expect(mailTopics).toContain(of(type));
});
