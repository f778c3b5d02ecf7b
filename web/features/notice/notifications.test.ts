import { describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { mailTopics } from '#events/mail/topics.ts';
import type { RowChange } from '#events/wire.ts';
import type { Conversation } from '#projections/chat/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import en from '#web/i18n/en/notice.json' with { type: 'json' };
import { createI18n } from '#web/lib/i18n.ts';
import { titleWithCount } from '#web/lib/window-title.ts';
import { decideNotifications, type NotificationConditions } from './decide-notification.ts';
import { findNews, type NewsItem, type NewsRecipient, noReportedNews } from './news.ts';
import { formatNotificationChoice, parseNotificationChoice } from './notification-choice.ts';
import { notificationText } from './notification-text.ts';

const service = { id: 'p-service', name: '周敏', position: 'Service' } as const;
const doctor = { id: 'p-doctor', name: 'Dr Li', position: 'Doctor' } as const;
const since = '2026-11-20T08:00:00.000Z';
const me: NewsRecipient = { id: doctor.id, position: doctor.position, since };
const desk: NewsRecipient = { id: service.id, position: service.position, since };

const talk = (of: Partial<Conversation> = {}): Conversation => ({
  ...{
    id: 'case.VBXFT4',
    kind: 'case',
    kinds: ['case'],
    caseId: 'VBXFT4',
    patientName: '张伟',
    owner: doctor,
    count: 3,
  },
  last: { id: 'm3', by: service, at: '2026-11-20T08:01:00.000Z', text: '请看 13', files: 0, deleted: false },
  unread: 1,
  mentioned: null,
  waitingSince: null,
  holder: null,
  closed: false,
  escalated: false,
  people: [],
  marks: [],
  position: '3',
  ...of,
});
const letter = (of: Partial<MessageItem> = {}): MessageItem => ({
  id: 'p-doctor:case-VBXFT4:4',
  kind: 'case',
  topic: 'plan',
  type: 'PlanExpertReviewed',
  at: '2026-11-20T08:01:00.000Z',
  by: service,
  caseId: 'VBXFT4',
  said: null,
  patientName: '张伟',
  to: Status.PlanAwaitingExpert,
  facts: {},
  read: false,
  position: '4',
  ...of,
});
const rowOf = (item: Conversation | MessageItem): RowChange => ({
  view: 'count' in item ? 'conversations' : 'messages',
  id: item.id,
  position: '9',
  row: item,
});
const found = (item: Conversation | MessageItem, who = me, known = noReportedNews) =>
  findNews(known, [rowOf(item)], who);
const ids = (news: readonly NewsItem[]) => news.map(({ id }) => id);

describe('news', () => {
  test.each<[string, Conversation | MessageItem, NewsRecipient, boolean]>([
    ['what another says', talk(), me, true],
    ['not what one says oneself', talk({ last: { ...lastOf(), by: doctor } }), me, false],
    ['not what was there before the page', talk({ last: { ...lastOf(), at: since } }), me, false],
    ['at the desk, what nobody has', talk({ last: { ...lastOf(), by: doctor } }), desk, true],
    ['not what another has', talk({ last: { ...lastOf(), by: doctor }, holder: doctor }), desk, false],
    ['but where it names oneself', talk({ ...byDoctor(), holder: doctor, mentioned: 3 }), desk, true],
    ['not a note among others at the desk', talk({ ...byDoctor(), kind: 'internal' }), desk, false],
    [
      'but one of a thread in which one wrote',
      talk({ ...byDoctor(), kind: 'internal', people: [service] }),
      desk,
      true,
    ],
    ['a message of a case', letter(), me, true],
    ['not one that is read', letter({ read: true }), me, false],
    ['not one that was there', letter({ at: since }), me, false],
    ['that one is named, by the conversation', letter({ kind: 'talk', type: 'MessageSent' }), me, false],
    ['that it is handed over', letter({ kind: 'talk', type: 'ConversationHandedOver' }), me, true],
  ])('is %s', (_what, item, who, isNews) =>
    expect(ids(found(item, who).news)).toEqual(isNews ? [item.id] : []),
  );

  test('are reported once, and again with the next message', () => {
    const { known } = found(talk());
    expect(found(talk({ marks: [{ id: 'p-service', got: 3, read: 3 }] }), me, known).news).toEqual([]);
    expect(ids(found(talk({ count: 4, unread: 2 }), me, known).news)).toEqual(['case.VBXFT4']);
    expect(found(letter(), me, found(letter()).known).news).toEqual([]);
  });

  test('end when they are read or no longer visible to the person', () => {
    expect(found(talk({ unread: 0 })).read).toEqual(['case.VBXFT4']);
    expect(found(letter({ read: true })).read).toEqual(['p-doctor:case-VBXFT4:4']);
    const gone = { view: 'conversations', id: 'case.VBXFT4', position: '9', row: null };
    expect(findNews(noReportedNews, [gone], me).read).toEqual(['case.VBXFT4']);
  });
});

const state = (of: Partial<NotificationConditions> = {}): NotificationConditions => ({
  choice: { desktop: true, sound: true, text: false },
  permission: 'granted',
  topics: mailTopics,
  quiet: null,
  now: Date.parse('2026-11-20T15:00:00Z'),
  inFront: [],
  ...of,
});
const both: NewsItem[] = [
  { kind: 'said', id: 'case.VBXFT4', item: talk() },
  { kind: 'message', id: 'm', item: letter({ id: 'm' }) },
];
/** The local time in Beijing is 23:00. */
const nights = { from: 1320, to: 420, days: [0, 1, 2, 3, 4, 5, 6], zone: 'Asia/Shanghai' };
const off = { desktop: false, sound: false, text: false };

test.each<[string, Partial<NotificationConditions>, string[], boolean]>([
  ['all items if no page is in front', {}, ['case.VBXFT4', 'm'], true],
  ['only the conversation if another page is in front', { inFront: [null] }, ['case.VBXFT4'], true],
  [
    'only the conversation if another conversation is in front',
    { inFront: ['service.p-doctor'] },
    ['case.VBXFT4'],
    true,
  ],
  ['nothing if the conversation is visible on any page', { inFront: [null, 'case.VBXFT4'] }, [], false],
  ['nothing in quiet hours', { quiet: nights }, [], false],
  ['all items after quiet hours', { quiet: { ...nights, to: 1380 } }, ['case.VBXFT4', 'm'], true],
  ['only other items if conversations are excluded', { topics: ['case', 'plan'] }, ['m'], true],
  ['nothing if every topic is excluded', { topics: [] }, [], false],
  ['only a tone without the browser’s permission', { permission: 'default' }, [], true],
  ['only a tone if the browser denies permission', { permission: 'denied' }, [], true],
  ['only a tone if only sound is chosen', { choice: { ...off, sound: true } }, [], true],
  [
    'all items without a tone if only notifications are chosen',
    { choice: { ...off, desktop: true } },
    ['case.VBXFT4', 'm'],
    false,
  ],
  ['nothing if neither is chosen', { choice: off }, [], false],
])('a notification shows %s', (_when, of, popup, ring) => {
  const decided = decideNotifications(state(of), both);
  expect([ids(decided.popup), decided.ring]).toEqual([popup, ring]);
});

test('news contain only the newest of several messages of a conversation', () => {
  const later: NewsItem = { kind: 'said', id: 'case.VBXFT4', item: talk({ count: 4, unread: 2 }) };
  expect(decideNotifications(state(), [...both, later]).popup).toEqual([later, both[1]]);
});

describe('a notification', () => {
  const words = createI18n('en', { notice: en });
  const said = (of: Partial<Conversation> = {}): NewsItem[] => [{ kind: 'said', id: 'c', item: talk(of) }];
  const of = (news: NewsItem[], withText = false) => notificationText(news, withText, words.t);

  test('names person and case, and the text only if the setting allows it', () => {
    const href = '/chat?c=case.VBXFT4&m=3';
    expect(of(said())).toEqual({ title: '周敏 · VBXFT4', body: '1 new message', href });
    expect(of(said(), true)?.body).toBe('请看 13');
    expect(of(said({ mentioned: 3 }))?.body).toBe('Names you in a message');
    expect(of(said({ caseId: null }))?.title).toBe('周敏');
  });
  test('of a message names its subject and opens its case', () => {
    expect(of(both.slice(1))).toEqual({
      title: 'News of a plan · VBXFT4',
      body: 'Open to read it',
      href: '/caseDetail?id=VBXFT4',
    });
    const late = letter({
      kind: 'talk',
      type: 'ConversationEscalated',
      said: { conversation: 'case.A', seq: 2 },
    });
    expect(of([{ kind: 'message', id: 'm', item: late }])).toMatchObject({
      title: 'An answer is late · VBXFT4',
      href: '/chat?c=case.A&m=2',
    });
  });
  test('combines several news', () => {
    expect(of(both)).toEqual({ title: '2 new messages', body: 'VBXFT4', href: '/userMessage' });
    expect(of([...said(), ...said({ caseId: null })])).toMatchObject({ body: 'VBXFT4, 周敏', href: '/chat' });
    expect(of([])).toBeUndefined();
  });
  test('never names a patient', () => {
    for (const news of [said(), both.slice(1), both])
      for (const withText of [false, true]) expect(JSON.stringify(of(news, withText))).not.toContain('张伟');
  });
});

test.each([
  ['Cases', 0, 'Cases'],
  ['Cases', 3, '(3) Cases'],
  ['Cases (2)', 120, '(99+) Cases (2)'],
])('the title %j with %i unread is %j', (title, count, wanted) =>
  expect(titleWithCount(title, count)).toBe(wanted),
);

test.each([
  [null, off],
  ['nonsense', off],
  ['desktop text', { desktop: true, sound: false, text: true }],
])('the stored settings %j are parsed as %j', (kept, choice) => {
  expect(parseNotificationChoice(kept)).toEqual(choice);
  expect(parseNotificationChoice(formatNotificationChoice(choice))).toEqual(choice);
});

function lastOf(): NonNullable<Conversation['last']> {
  return { id: 'm3', by: service, at: '2026-11-20T08:01:00.000Z', text: '请看 13', files: 0, deleted: false };
}
function byDoctor(): Partial<Conversation> {
  return { last: { ...lastOf(), by: doctor } };
}
