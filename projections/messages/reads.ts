/** Reading the messages to one person, and how many are unread. */
import type { Recorded } from '#events/envelope.ts';
import { mailTopics, topicsOf } from '#events/mail/topics.ts';
import type { Listed, MessageQuery } from '../contract.ts';
import { defined, type Own } from '../found.ts';
import type { PresentCtx } from '../present.ts';
import { inboxRoom } from '../rooms.ts';
import { messageId } from './id.ts';
import type { InboxItem, MessageItem } from './item.ts';
import type { RecipientsRow } from './recipients.ts';
import { type InboxRow, isRead, type MessageRow } from './rows.ts';
import { readUpTo, topicsHere, unreadIds } from './unread.ts';

type MessageTo = Pick<MessageRow, 'personId' | 'topic' | 'caseId' | 'said' | 'read'>;

export type MessageReads = {
  messages(ctx: PresentCtx, query: MessageQuery): Listed<MessageItem> & { unread: number };
  /** What an event says to a person, for what follows from it; undefined where it says nothing to this one. */
  messageTo(personId: string, event: Pick<Recorded, 'stream' | 'revision'>): MessageTo | undefined;
  /** What an event says to each whom it tells something; without those who have marked it since: they have seen it. */
  messagesOf(event: Pick<Recorded, 'position' | 'stream' | 'revision'>): MessageTo[];
};

/** The newest messages that are looked through for groups, and those of one group that its page shows. */
const GROUPED_MOST = 1000;
const LINES_MOST = 100;

/** The key of a message's group: its case, its conversation where that has no case, or itself. */
const subjectOf = ({ caseId, said }: MessageRow, id: string) => caseId ?? said?.conversation ?? id;

/** Pages count groups; the messages of a group are adjacent, the group with the newest message first. */
function pageOfGroups(own: Own<MessageItem>, ids: readonly string[], { page, size }: MessageQuery) {
  const groups = Map.groupBy(ids, id => {
    const row = own.find<MessageRow>('messages', id)?.row;
    return row ? subjectOf(row, id) : id;
  });
  const shown = [...groups.values()].slice((page - 1) * size, page * size);
  return { ids: shown.flatMap(group => group.slice(0, LINES_MOST)), total: groups.size };
}

export function createMessageReads(own: Own<MessageItem>): MessageReads {
  const pageOfIds = (personId: string, query: MessageQuery): { ids: string[]; total: number } => {
    if (query.grouped) {
      const { grouped: _, ...each } = query;
      const newest = pageOfIds(personId, { ...each, page: 1, size: GROUPED_MOST });
      return pageOfGroups(own, newest.ids, query);
    }
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
  /** Ids of an event's messages. Only streams with `recipients` rows have messages that later events move. */
  const toldBy = (event: Pick<Recorded, 'position' | 'stream' | 'revision'>): string[] => {
    const told = own.find<RecipientsRow>('recipients', event.stream)?.row;
    const people = told
      ? Object.keys(told).filter(id => told[id]?.includes(event.revision))
      : own.at<MessageRow>('messages', event.position).map(({ row }) => row.personId);
    return people.toSorted().map(id => messageId(id, event));
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
      toldBy(event)
        .map(id => own.find<MessageRow>('messages', id)?.row)
        .filter(defined)
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
  /** The ISO time up to which everything is read; empty where nothing ever was. */
  readUpTo(personId: string): string;
  /** Ids of all that is unread, whether or not it counts here; the newest, as many as one command marks. */
  unreadIds(personId: string): string[];
  /** Ids that the last reading of all marked, while it can be taken back. */
  allRead(personId: string): readonly string[];
};

/** Messages that one reading of all marks one by one, and pushes; older ones are read by their time alone. */
const ALL_MOST = 1000;

export const createInboxReads = (own: Own<InboxItem>): InboxReads => ({
  unread: personId => unreadIds(own, personId).length,
  readUpTo: personId => readUpTo(own, personId),
  unreadIds: personId => unreadIds(own, personId, mailTopics).slice(0, ALL_MOST),
  allRead: personId => own.find<InboxRow>('inbox', personId)?.row.allRead ?? [],
});
