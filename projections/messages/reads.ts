/** Reading the messages to one person, and how many are unread. */
import type { Recorded } from '#events/envelope.ts';
import { topicsOf } from '#events/mail/topics.ts';
import type { Listed, MessageQuery } from '../contract.ts';
import type { Own } from '../found.ts';
import type { PresentCtx } from '../present.ts';
import { inboxRoom } from '../rooms.ts';
import { messageId } from './id.ts';
import type { InboxItem, MessageItem } from './item.ts';
import { isRead, type MessageRow } from './rows.ts';
import { readUpTo, topicsHere, unreadIds } from './unread.ts';

export type MessageTo = Pick<MessageRow, 'personId' | 'topic' | 'caseId' | 'said' | 'read'>;

export type MessageReads = {
  messages(ctx: PresentCtx, query: MessageQuery): Listed<MessageItem> & { unread: number };
  /** What an event says to a person, for what follows from it; undefined where it says nothing to this one. */
  messageTo(personId: string, event: Pick<Recorded, 'stream' | 'revision'>): MessageTo | undefined;
  /** What an event says to each whom it tells something; without those who have marked it since: they have seen it. */
  messagesOf(event: Pick<Recorded, 'position' | 'stream' | 'revision'>): MessageTo[];
};

export function createMessageReads(own: Own<MessageItem>): MessageReads {
  const pageOfIds = (personId: string, query: MessageQuery) => {
    // What is switched off is still found under its kind.
    const wanted = query.kind ? topicsOf[query.kind] : topicsHere(own, personId);
    const [offset, limit] = [(query.page - 1) * query.size, query.size];
    if (query.unread) {
      const ids = unreadIds(own, personId, wanted);
      return { ids: ids.slice(offset, offset + limit), total: ids.length };
    }
    const wants = (group: string) => wanted.some(topic => group.startsWith(`${topic}.`));
    const where = { list: 'messages', rooms: [inboxRoom(personId)], wants, sort: 'at', descending: true };
    return own.pageOfIds({ ...where, offset, limit });
  };
  const messageOf = (row: MessageRow): MessageTo => {
    const { personId, topic, caseId, said } = row;
    return { personId, topic, caseId, said, read: isRead(row, readUpTo(own, personId)) };
  };
  return {
    messageTo: (personId, event) => {
      const row = own.find<MessageRow>('messages', messageId(personId, event))?.row;
      return row && messageOf(row);
    },
    messagesOf: event =>
      own
        .at<MessageRow>('messages', event.position)
        // What it marks as read stands there too.
        .filter(({ id, row }) => id === messageId(row.personId, event))
        .map(({ row }) => messageOf(row)),
    messages: (ctx, query) => {
      const { id } = ctx.viewer;
      const { ids, total } = pageOfIds(id, query);
      const unread = unreadIds(own, id).length;
      return { items: own.items(ctx, ids), total, page: query.page, size: query.size, unread };
    },
  };
}

export type InboxReads = {
  unread(personId: string): number;
  /** The ISO time up to which everything is read; empty where nothing ever was. */
  readUpTo(personId: string): string;
};

export const createInboxReads = (own: Own<InboxItem>): InboxReads => ({
  unread: personId => unreadIds(own, personId).length,
  readUpTo: personId => readUpTo(own, personId),
});
