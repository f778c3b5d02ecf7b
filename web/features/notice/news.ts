/** News in pushed rows for a person, and what was read since. Pure. */

import { conversationKinds } from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import type { Position } from '#events/person/position.ts';
import type { RowChange } from '#events/wire.ts';
import type { Conversation } from '#projections/chat/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';

/** `id`: the subject; newer news about it replace older ones. */
export type NewsItem =
  | { kind: 'said'; id: string; item: Conversation }
  | { kind: 'message'; id: string; item: MessageItem };

/** Already reported: the newest message number per conversation, and message ids. */
export type ReportedNews = { talks: ReadonlyMap<string, number>; messages: ReadonlySet<string> };
export const noReportedNews: ReportedNews = { talks: new Map(), messages: new Set() };

/** The person for whom news are found. `since`: when the page loaded, server time (ISO); older news are ignored. */
export type NewsRecipient = { id: string; position: Position; since: string };

/** The changes of the notices: new items, ids of conversations and messages that were read, and all reported items. */
export type NoticeUpdate = { news: NewsItem[]; read: string[]; known: ReportedNews };

/**
 * Desk agents see every conversation: a colleague's conversation raises no notice unless it mentions the
 * agent. A thread that the desk does not answer notifies only its participants.
 */
function isMine(item: Conversation, { id, position }: NewsRecipient): boolean {
  if (!isDeskPosition(position) || item.mentioned !== null) return true;
  if (!conversationKinds[item.kind].desk) return item.people.some(person => person.id === id);
  return item.holder === null || item.holder.id === id;
}

function conversationNews(item: Conversation, known: ReportedNews, who: NewsRecipient): NewsItem[] {
  const before = known.talks.get(item.id);
  const isNew = before === undefined ? (item.last?.at ?? '') > who.since : item.count > before;
  const isOthers = item.last !== null && item.last.by.id !== who.id;
  return isNew && isOthers && isMine(item, who) ? [{ kind: 'said', id: item.id, item }] : [];
}

/** A mention in a message is reported by its conversation, not by the inbox. */
const isToldThere = (item: MessageItem) => item.kind === 'talk' && item.type === 'MessageSent';

function messageNews(item: MessageItem, known: ReportedNews, who: NewsRecipient): NewsItem[] {
  if (known.messages.has(item.id) || item.at <= who.since || isToldThere(item)) return [];
  return [{ kind: 'message', id: item.id, item }];
}

/** Cast at the boundary: a row has its view's type, or is null. */
export function findNews(known: ReportedNews, rows: readonly RowChange[], who: NewsRecipient): NoticeUpdate {
  const talks = new Map(known.talks);
  const messages = new Set(known.messages);
  const news: NewsItem[] = [];
  const read: string[] = [];
  for (const { view, id, row } of rows) {
    if (view === 'conversations') {
      const item = row as Conversation | null;
      if (!item || item.unread === 0) read.push(id);
      else news.push(...conversationNews(item, { talks, messages }, who));
      if (item) talks.set(id, item.count);
    } else if (view === 'messages') {
      const item = row as MessageItem | null;
      if (!item || item.read) read.push(id);
      else news.push(...messageNews(item, { talks, messages }, who));
      messages.add(id);
    }
  }
  return { news, read, known: { talks, messages } };
}
