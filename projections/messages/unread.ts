/** Unread messages of a person: newer than the last "mark all as read", and not marked one by one. */
import { type MailTopic, mailTopics } from '#events/mail/topics.ts';
import { inboxRoom } from '../rooms.ts';
import type { RowReads } from '../row-access.ts';
import type { InboxRow } from './rows.ts';

/** Largest number of unread messages that is counted. */
const UNREAD_MOST = 10_000;

const inboxOf = (rows: Pick<RowReads, 'find'>, personId: string) =>
  rows.find<InboxRow>('inbox', personId)?.row;

/** ISO time up to which everything is read; '' if nothing was ever marked. */
export const timeReadUpTo = (rows: Pick<RowReads, 'find'>, personId: string): string =>
  inboxOf(rows, personId)?.upTo ?? '';

/** Topics that a person has not switched off. */
export function countedTopics(rows: Pick<RowReads, 'find'>, personId: string): readonly MailTopic[] {
  const off = inboxOf(rows, personId)?.off ?? [];
  return mailTopics.filter(topic => !off.includes(topic));
}

/** Ids of unread messages of these topics, newest first. A message marked as unread sorts by the time of marking. */
export function unreadIds(rows: RowReads, personId: string, of = countedTopics(rows, personId)): string[] {
  const groups = of.map(topic => `${topic}.unread`);
  return rows.idsAfter('messages', inboxRoom(personId), groups, timeReadUpTo(rows, personId), UNREAD_MOST);
}
