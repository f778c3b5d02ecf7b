/** Reads a person's messages and the unread count. */
import type { Recorded } from '#events/envelope.ts';
import { mailTopics, topicsByMessageKind } from '#events/mail/topics.ts';
import type { ListPage, MessageQuery } from '../contract.ts';
import type { PresentCtx } from '../present.ts';
import { inboxRoom } from '../rooms.ts';
import { isDefined, type ViewRowReads } from '../row-access.ts';
import { messageId } from './id.ts';
import type { InboxItem, MessageItem } from './item.ts';
import type { RecipientsRow } from './recipients.ts';
import { type InboxRow, isRead, type MessageRow } from './rows.ts';
import { countedTopics, timeReadUpTo, unreadIds } from './unread.ts';

type MessageTo = Pick<MessageRow, 'personId' | 'topic' | 'caseId' | 'said' | 'read'>;

export type MessageReads = {
  messages(ctx: PresentCtx, query: MessageQuery): ListPage<MessageItem> & { unread: number };
  /** The event's message to one person; undefined if that person gets none. */
  messageTo(personId: string, event: Pick<Recorded, 'stream' | 'revision'>): MessageTo | undefined;
  /** The event's messages, without those that were marked since, because their recipients have seen them. */
  messagesOf(event: Pick<Recorded, 'position' | 'stream' | 'revision'>): MessageTo[];
};

/** Newest messages searched for groups, and most messages of one group on a page. */
const GROUPED_MOST = 1000;
const LINES_MOST = 100;

/** Key of a message's group: its case, else its conversation, else itself. */
const subjectOf = ({ caseId, said }: MessageRow, id: string) => caseId ?? said?.conversation ?? id;

/** Pages count groups. Messages of a group are adjacent, and groups are sorted by their newest message. */
function pageOfGroups(own: ViewRowReads<MessageItem>, ids: readonly string[], { page, size }: MessageQuery) {
  const groups = Map.groupBy(ids, id => {
    const row = own.find<MessageRow>('messages', id)?.row;
    return row ? subjectOf(row, id) : id;
  });
  const shown = [...groups.values()].slice((page - 1) * size, page * size);
  return { ids: shown.flatMap(group => group.slice(0, LINES_MOST)), total: groups.size };
}

export function createMessageReads(own: ViewRowReads<MessageItem>): MessageReads {
  const pageOfIds = (personId: string, query: MessageQuery): { ids: string[]; total: number } => {
    if (query.grouped) {
      const { grouped: _, ...each } = query;
      const newest = pageOfIds(personId, { ...each, page: 1, size: GROUPED_MOST });
      return pageOfGroups(own, newest.ids, query);
    }
    // A topic that is switched off is still listed when its kind is asked for.
    const wanted = query.kind ? topicsByMessageKind[query.kind] : countedTopics(own, personId);
    const [offset, limit] = [(query.page - 1) * query.size, query.size];
    if (query.unread) {
      const ids = unreadIds(own, personId, wanted);
      return { ids: ids.slice(offset, offset + limit), total: ids.length };
    }
    const wants = (group: string) => wanted.some(topic => group.startsWith(`${topic}.`));
    const where = { list: 'messages', rooms: [inboxRoom(personId)], wants, sort: 'at', descending: true };
    return own.pageOfIds({ ...where, offset, limit });
  };
  /** Ids of the event's messages. Streams without `recipients` rows have messages that keep the event's position. */
  const recipientsBy = (event: Pick<Recorded, 'position' | 'stream' | 'revision'>): string[] => {
    const recipients = own.find<RecipientsRow>('recipients', event.stream)?.row;
    const people = recipients
      ? Object.keys(recipients).filter(id => recipients[id]?.includes(event.revision))
      : own.at<MessageRow>('messages', event.position).map(({ row }) => row.personId);
    return people.toSorted().map(id => messageId(id, event));
  };
  const messageOf = (row: MessageRow): MessageTo => {
    const { personId, topic, caseId, said } = row;
    return { personId, topic, caseId, said, read: isRead(row, timeReadUpTo(own, personId)) };
  };
  return {
    messageTo: (personId, event) => {
      const row = own.find<MessageRow>('messages', messageId(personId, event))?.row;
      return row && messageOf(row);
    },
    messagesOf: event =>
      recipientsBy(event)
        .map(id => own.find<MessageRow>('messages', id)?.row)
        .filter(isDefined)
        .filter(row => !row.read && row.since === row.at)
        .map(messageOf),
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
  /** ISO time up to which everything is read; '' if nothing was ever marked. */
  readUpTo(personId: string): string;
  /** Ids of unread messages of all topics, newest first, at most as many as one command marks. */
  unreadIds(personId: string): string[];
  /** Ids marked by the last "mark all as read", while that can be undone. */
  allRead(personId: string): readonly string[];
};

/** Messages that "mark all as read" marks and pushes one by one. Older ones count as read by their time. */
const ALL_MOST = 1000;

export const createInboxReads = (own: ViewRowReads<InboxItem>): InboxReads => ({
  unread: personId => unreadIds(own, personId).length,
  readUpTo: personId => timeReadUpTo(own, personId),
  unreadIds: personId => unreadIds(own, personId, mailTopics).slice(0, ALL_MOST),
  allRead: personId => own.find<InboxRow>('inbox', personId)?.row.allRead ?? [],
});
