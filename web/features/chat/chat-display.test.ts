/** Tests of everything that the conversation screens compute before rendering. */
import { describe, expect, it, test } from 'vitest';
import { conversationKindNames, conversationKinds } from '#events/chat/kinds.ts';
import { positions } from '#events/person/position.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import en from '../../i18n/en/chat.json' with { type: 'json' };
import zh from '../../i18n/zh-CN/chat.json' with { type: 'json' };
import { chatHref, readChatSearchParams } from './chat-search-params.ts';
import { composerLabel, conversationTitle, ownServiceConversationIds } from './conversation-titles.ts';
import { dayLabel } from './day-label.ts';
import { conversationKindKey } from './kind-display.ts';
import { type MessageLogInput, messageLogRows } from './log-rows.ts';
import { insertMention, mentionCandidates, mentionedIds, mentionQueryAt } from './mention.ts';
import { splitAtMentions } from './mention-parts.ts';
import { readDraft, storeDraft } from './message-drafts.ts';
import { createUnsentMessage } from './outbox.ts';
import { readReceiptOf } from './read-receipts.ts';

type Words = Record<string, string>;
type Dictionary = { kind: Record<string, Words>; empty: Words; emptyHow: Words };

const people = [
  { id: 'p-doctor', name: '李文清', position: 'Doctor' as const },
  { id: 'p-service', name: 'Sofia Rossi', position: 'Service' as const },
];
const message = (seq: number, by: 0 | 1, at: string): ChatMessage => ({
  id: `m${seq}`,
  conversation: 'case.ABC234',
  seq,
  client: `c${seq}`,
  at,
  text: `t${seq}`,
  by: people[by] as (typeof people)[number],
  files: [],
  refs: [],
  replyTo: null,
  mentions: [],
  editedAt: null,
  deleted: null,
  position: 'x-1',
});

describe('the rows of a conversation', () => {
  const base: Omit<MessageLogInput, 'messages'> = {
    pending: [],
    firstUnread: null,
    meId: 'p-doctor',
    dayOf: at => at.slice(0, 10),
  };
  const shape = (wish: Partial<MessageLogInput>) =>
    messageLogRows({ ...base, messages: [], ...wish }).map(row => {
      if (row.kind === 'message')
        return `${row.message.seq}${row.first ? ' first' : ''}${row.last ? ' last' : ''}`;
      return row.kind === 'unread' ? `unread ${row.count}` : row.kind === 'day' ? row.day : row.kind;
    });

  it('start each day with a label and join one person’s messages of a few minutes', () => {
    const messages = [
      message(1, 0, '2026-11-19T08:00:00Z'),
      message(2, 0, '2026-11-19T08:02:00Z'),
      message(3, 1, '2026-11-19T08:03:00Z'),
      message(4, 1, '2026-11-19T08:09:00Z'),
      message(5, 1, '2026-11-20T00:01:00Z'),
    ];
    expect(shape({ messages })).toEqual([
      ...['2026-11-19', '1 first', '2 last', '3 first last', '4 first last'],
      ...['2026-11-20', '5 first last'],
    ]);
  });
  it('have a line above the first unread message that counts others’ messages', () => {
    const messages = [1, 2, 3].map(n => message(n, n === 3 ? 0 : 1, `2026-11-19T08:0${n}:00Z`));
    expect(shape({ messages, firstUnread: 2 })).toEqual([
      ...['2026-11-19', '1 first last', 'unread 1', '2 first last', '3 first last'],
    ]);
    expect(shape({ messages, firstUnread: 4 })).not.toContain('unread 0');
  });
  it('end with the messages that are not stored', () => {
    const pending = ['c1', 'c9'].map(client =>
      createUnsentMessage({ text: 'x' }, client, '2026-11-19T09:00:00Z'),
    );
    const messages = [message(1, 0, '2026-11-19T08:00:00Z')];
    expect(shape({ messages, pending })).toEqual(['2026-11-19', '1 first last', 'pending']);
  });
});

test('a message is read by people with a mark at or beyond it, and delivered to the others', () => {
  const marks = [
    { id: 'me', got: 9, read: 9 },
    { id: 'a', got: 5, read: 4 },
    { id: 'b', got: 4, read: 2 },
  ];
  expect(readReceiptOf(4, marks, 'me')).toEqual({ state: 'read', read: ['a'], got: ['b'] });
  expect(readReceiptOf(5, marks, 'me')).toEqual({ state: 'got', read: [], got: ['a'] });
  expect(readReceiptOf(6, marks, 'me')).toEqual({ state: 'sent', read: [], got: [] });
});

describe('a mention', () => {
  it('is suggested after @ and the start of a name, also within Chinese text, but not in an email address', () => {
    expect(mentionQueryAt('请@李', 3)).toEqual({ from: 1, word: '李' });
    expect(mentionQueryAt('@', 1)).toEqual({ from: 0, word: '' });
    expect(mentionQueryAt('doctor@clinic', 13)).toBeNull();
    expect(mentionQueryAt('@李 好', 4)).toBeNull();
  });
  it('is inserted at the caret and counts while its name is in the text', () => {
    expect(mentionCandidates(people, 'sof').map(p => p.id)).toEqual(['p-service']);
    const asked = { from: 3, word: 'so' };
    expect(insertMention('hi @so there', asked, 'Sofia Rossi')).toEqual({
      text: 'hi @Sofia Rossi there',
      caret: 16,
    });
    expect(mentionedIds('hi @Sofia Rossi there', people)).toEqual(['p-service']);
    expect(mentionedIds('hi @Sofia', people)).toEqual([]);
  });
  it('is split from its text, longer names first, without losing characters', () => {
    const text = '请 @李文 和 @李文清 看一下';
    const parts = splitAtMentions(text, ['李文', '李文清']);
    expect(parts.map(part => part.text).join('')).toBe(text);
    expect(parts.filter(part => part.called).map(part => part.text)).toEqual(['@李文', '@李文清']);
    expect(splitAtMentions('a.b', ['.'])).toEqual([{ called: false, text: 'a.b', at: 0 }]);
  });
});

test('a draft is stored per person and conversation, and removed when empty', () => {
  const held = new Map<string, string>();
  const box = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  storeDraft(box, 'p-doctor', 'case.ABC234', '13 的附件');
  expect([...held.keys()]).toEqual(['draft:p-doctor:chat.case.ABC234']);
  expect(readDraft(box, 'p-doctor', 'case.ABC234')).toBe('13 的附件');
  expect(readDraft(box, 'p-other', 'case.ABC234')).toBe('');
  storeDraft(box, 'p-doctor', 'case.ABC234', '');
  expect(held.size).toBe(0);
});

test('the address holds conversation and message; invalid values are dropped', () => {
  const search = { c: 'case.ABC234', m: 12, text: '13?', tab: 'free' } as const;
  expect(
    readChatSearchParams(Object.fromEntries(new URL(chatHref(search), 'http://x').searchParams)),
  ).toEqual(search);
  expect(readChatSearchParams({ c: '../x', m: '-1', text: '', tab: 'none' })).toEqual({});
  expect(chatHref({})).toBe('/chat');
});

test.each([
  ['2026-11-20', 'Today', '今天'],
  ['2026-11-19', 'Yesterday', '昨天'],
  ['2026-11-05', 'Thursday 5 November', '11月5日星期四'],
  ['2025-11-05', 'Wednesday, 5 November 2025', '2025年11月5日星期三'],
])('the date label of %s is %s, %s', (day, en, zh) => {
  expect([dayLabel(day, '2026-11-20', 'en'), dayLabel(day, '2026-11-20', 'zh-CN')]).toEqual([en, zh]);
});

describe('the title of a conversation', () => {
  const t = ((key: string, { name = '' } = {}) => `${key}${name && ` ${name}`}`) as never;
  const [owner] = people as [(typeof people)[0]];
  const of = {
    id: 'service.p-doctor',
    kind: 'service' as const,
    caseId: null,
    patientName: '',
    owner,
    count: 0,
    kinds: [],
    last: null,
    unread: 0,
    mentioned: null,
    waitingSince: null,
    holder: null,
    closed: false,
    escalated: false,
    people: [],
    marks: [],
    position: 'x-0',
  };
  const who = (
    id: string,
    position: 'Doctor' | 'Assistant' | 'Service' | 'Technician',
    serves: string[] = [],
  ) => ({
    id,
    position,
    serves,
  });
  it('with technical service is "technical service" for doctors, and the doctor’s name for the desk', () => {
    expect(conversationTitle(of, who('p-doctor', 'Doctor'), t).name).toBe('chat:service');
    expect(conversationTitle(of, who('p-assistant', 'Assistant', ['p-doctor']), t).name).toBe(
      'chat:serviceOf 李文清',
    );
    expect(conversationTitle(of, who('p-service', 'Service'), t).name).toBe('李文清');
  });
  it('about a case names the service desk, never the patient', () => {
    const about = { ...of, kind: 'case' as const, caseId: 'VBXFT4', patientName: '张雨桐', holder: null };
    const say = ((key: string, values: object = {}) =>
      [key, ...Object.values(values)].join(' ')) as unknown as typeof t;
    const doctor = who('p-doctor', 'Doctor');
    expect(composerLabel(about, doctor, say)).toBe('chat:askDesk VBXFT4');
    expect(conversationTitle(about, doctor, say)).toMatchObject({
      drawn: 'chat:desk.short',
      position: 'Service',
    });
    expect(conversationTitle({ ...about, holder: people[1] ?? null }, doctor, say).drawn).toBe('Sofia Rossi');
    expect(composerLabel(about, who('p-t', 'Technician'), say)).toBe('chat:writeAbout VBXFT4');
    expect(composerLabel(about, who('p-service', 'Service'), say)).toBe('chat:writeTo 李文清');
  });
  it.each(conversationKindNames.flatMap(kind => positions.map(position => [kind, position] as const)))(
    'has texts in both languages for conversations of kind %s, read by %s',
    (kind, position) => {
      const { desk } = conversationKinds[kind];
      const words = conversationKindKey(kind, position);
      for (const { kind: named, empty, emptyHow } of [en, zh] as Dictionary[]) {
        expect(Object.keys(named[words] ?? {})).toEqual(expect.arrayContaining(['tab', 'title', 'readers']));
        expect(desk || (named[words]?.write && named[words].mark)).toBeTruthy();
        expect([words in empty, words in emptyHow]).toEqual([true, true]);
      }
    },
  );

  it('exists before the first message; an assistant has one per doctor', () => {
    expect(ownServiceConversationIds(who('p-doctor', 'Doctor'))).toEqual(['service.p-doctor']);
    expect(ownServiceConversationIds(who('p-a', 'Assistant', ['p-1', 'p-2']))).toEqual([
      'service.p-1',
      'service.p-2',
    ]);
    expect(ownServiceConversationIds(who('p-t', 'Technician'))).toEqual([]);
  });
});
