import { afterEach, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { NoticeEvent } from '#events/notice/events.ts';
import {
  eventsOfApprovedCase,
  eventsOfProduction,
  openTestReadModels,
  type TestReadModels,
} from '../testing/test-read-models.ts';

const opened: TestReadModels[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const id = 'C2K7QM';
const conversation = `case.${id}`;
const whole = { page: 1, size: 100 };
const all = { ...whole, kind: 'talk' } as const;

async function talking(): Promise<TestReadModels> {
  const made = await openTestReadModels();
  opened.push(made);
  for (const [by, event] of eventsOfApprovedCase) await made.say(id, by, event);
  return made;
}
let client = 0;
const said = (text: string, ...mentions: string[]) => ({
  type: 'MessageSent',
  data: { client: `c${++client}`, files: [], refs: [], replyTo: null, mentions },
  personal: { text, names: [] },
});
const messagesTo = ({ models, as }: TestReadModels, who: string) =>
  models.messages(as(who), all).items.map(({ type, read, said: at }) => [type, at?.seq, read]);

it('a mention in a conversation notifies the person, except in the person’s own message', async () => {
  const made = await talking();
  await made.append(`chat-${conversation}`, 'doctor', said('附件的位置可以吗？'));
  await made.append(`chat-${conversation}`, 'technician', said('请确认 13 的附件', 'doctor', 'technician'));
  const { models, as } = made;
  const [item] = models.messages(as('doctor'), all).items;
  expect(item).toMatchObject({
    kind: 'talk',
    topic: 'talk',
    type: 'MessageSent',
    caseId: id,
    read: false,
    facts: {},
    patientName: '张伟',
    by: { id: 'technician' },
    said: { conversation, seq: 2 },
  });
  expect(JSON.stringify(item)).not.toContain('请确认');
  expect(models.messages(as('doctor', true), all).items[0]?.patientName).toBe('张**');
  for (const other of ['technician', 'assistant', 'supervisor', 'service', 'doctor2'])
    expect(messagesTo(made, other), other).toEqual([]);
});

it('mentions of every conversation follow the patient’s name, and the manufacturer gets it masked', async () => {
  const { models, as, append, say } = await talking();
  for (const [by, event] of eventsOfProduction) await say(id, by, event);
  await append(`chat-internal.${id}`, 'service', said('请看', 'technician'));
  await append(`chat-production.${id}`, 'technician', said('请看', 'vendor'));
  // Written when the manufacturer still took part in the case's own conversation.
  await append(`chat-${conversation}`, 'technician', said('请看', 'vendor'));
  await append(`chat-internal.${id}`, 'service', said('请看', 'doctor'));
  const namesOf = (who: string) => models.messages(as(who), all).items.map(item => item.patientName);
  expect([namesOf('technician'), namesOf('vendor'), namesOf('doctor')]).toEqual([['张伟'], ['张**'], []]);
  const position = models.position();
  await say(id, 'doctor', {
    type: 'SectionSaved',
    data: { to: Status.SupervisorRejected, section: 'patient', fields: ['name'] },
    personal: { value: { patient: { name: '李维' } } },
  });
  const pushed = (who: string) =>
    models
      .changedSince(as(who), position)
      .changes.filter(
        ({ view, row }) => view === 'messages' && (row as { kind?: string } | null)?.kind === 'talk',
      )
      .map(({ row }) => (row as { patientName: string }).patientName);
  expect([pushed('technician'), pushed('vendor')]).toEqual([['李维'], ['李**']]);
});

it('reading or writing in a conversation marks its mentions of that person as read', async () => {
  const made = await talking();
  const chat = `chat-${conversation}`;
  const seen = (read: number) => ({ type: 'ConversationSeen', data: { got: read, read } });
  await made.append(chat, 'technician', said('一', 'doctor'), said('二'), said('三', 'doctor', 'assistant'));
  await made.append(`seen-${conversation}`, 'doctor', seen(2));
  expect(messagesTo(made, 'doctor')).toEqual([
    ['MessageSent', 3, false],
    ['MessageSent', 1, true],
  ]);
  await made.append(`seen-${conversation}`, 'doctor2', seen(3));
  await made.append(chat, 'doctor', said('好的', 'technician'));
  expect(messagesTo(made, 'doctor').map(([, , read]) => read)).toEqual([true, true]);
  expect(messagesTo(made, 'assistant')).toEqual([['MessageSent', 3, false]]);
  expect(messagesTo(made, 'technician')).toEqual([['MessageSent', 4, false]]);
  expect(made.models.messageTo('doctor', { stream: chat, revision: 2 })).toMatchObject({ read: true });
});

it('a handover notifies the new holder, a late answer the holder and the supervisors', async () => {
  const made = await talking();
  await made.append(`chat-${conversation}`, 'doctor', said('在吗？'), said('请尽快'));
  const claim = `claim-${conversation}`;
  await made.append(claim, 'supervisor', { type: 'ConversationHandedOver', data: { to: 'service' } });
  expect(messagesTo(made, 'service')).toEqual([['ConversationHandedOver', 2, false]]);
  expect(messagesTo(made, 'supervisor')).toEqual([]);
  const since = '2026-11-01T00:20:00.000Z';
  await made.append(claim, 'system', { type: 'ConversationEscalated', data: { since } });
  expect(messagesTo(made, 'service').map(([type]) => type)).toEqual([
    ...['ConversationEscalated', 'ConversationHandedOver'],
  ]);
  expect(messagesTo(made, 'supervisor')).toEqual([['ConversationEscalated', 2, false]]);
  for (const other of ['doctor', 'otherSupervisor', 'technician'])
    expect(messagesTo(made, other)).toEqual([]);
});

it('a topic that is switched off is not counted, but found by its kind', async () => {
  const made = await talking();
  const { models, as, append } = made;
  await append(`chat-${conversation}`, 'technician', said('请看', 'doctor'));
  const before = models.unread('doctor');
  const off = (...topics: string[]) =>
    append('notice-doctor', 'doctor', {
      type: 'HereChosen',
      data: { personId: 'doctor', off: topics },
    } satisfies Omit<NoticeEvent, 'data'> & { data: object });
  await off('talk');
  expect(models.unread('doctor')).toBe(before - 1);
  const everything = models.messages(as('doctor'), whole);
  expect(everything.items.map(m => m.topic)).not.toContain('talk');
  expect(everything.total).toBe(everything.items.length);
  expect(messagesTo(made, 'doctor')).toEqual([['MessageSent', 1, false]]);
  await off();
  expect(models.unread('doctor')).toBe(before);
});

it('a message is unread again once marked so, or once reading all is undone', async () => {
  const { models, as, append } = await talking();
  const unread = () => models.messages(as('doctor'), { ...whole, unread: true }).items;
  const before = unread().map(m => m.id);
  const [first = '', second = ''] = before;
  const upTo = '2026-12-01T00:00:00.000Z';
  const at = models.readUpTo('doctor');
  const own = (type: string, data: object) =>
    append('inbox-doctor', 'doctor', { type, data: { personId: 'doctor', ...data } });
  await own('AllMessagesRead', { upTo: models.messages(as('doctor'), whole).items[0]?.at ?? '' });
  expect(unread()).toEqual([]);
  await own('MessagesKept', { messageIds: [second, 'service:directory:1'] });
  expect([unread().map(m => m.id), models.unread('doctor')]).toEqual([[second], 1]);
  await own('AllReadTakenBack', { upTo: at });
  expect(new Set(unread().map(m => m.id))).toEqual(new Set(before));
  await own('MessagesRead', { messageIds: [first] });
  await own('AllMessagesRead', { upTo });
  await own('AllReadTakenBack', { upTo: at });
  expect(unread().map(m => m.id)).not.toContain(first);
});
