/** What a person has not read: messages that came after all was marked as read, and were not marked one by one. */
import { type MailTopic, mailTopics } from '#events/mail/topics.ts';
import type { Rows } from '../found.ts';
import { inboxRoom } from '../rooms.ts';
import type { InboxRow } from './rows.ts';

/** Unread messages that are counted. */
const UNREAD_MOST = 10_000;

const inboxOf = (rows: Pick<Rows, 'find'>, personId: string) => rows.find<InboxRow>('inbox', personId)?.row;

/** The ISO time up to which everything is read; empty where nothing ever was. */
export const readUpTo = (rows: Pick<Rows, 'find'>, personId: string): string =>
  inboxOf(rows, personId)?.upTo ?? '';

/** What counts here for a person: everything that was not switched off. */
export function topicsHere(rows: Pick<Rows, 'find'>, personId: string): readonly MailTopic[] {
  const off = inboxOf(rows, personId)?.off ?? [];
  return mailTopics.filter(topic => !off.includes(topic));
}

/** Ids of a person's unread messages of these topics, the newest first; one that was kept unread is as new as that. */
export function unreadIds(rows: Rows, personId: string, of = topicsHere(rows, personId)): string[] {
  const groups = of.map(topic => `${topic}.unread`);
  return rows.idsAfter('messages', inboxRoom(personId), groups, readUpTo(rows, personId), UNREAD_MOST);
}
