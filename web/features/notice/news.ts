/** What is new to a person in the rows that the server pushes, and what has been read meanwhile. Pure. */
import { isDesk } from '#events/chat/claim.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import type { Position } from '#events/person/position.ts';
import type { RowChange } from '#events/wire.ts';
import type { Conversation } from '#projections/chat/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';

/** `id`: what it is about; the same again takes the place of the one before. */
export type News =
  | { kind: 'said'; id: string; item: Conversation }
  | { kind: 'message'; id: string; item: MessageItem };

/** What this page was told already: the number of the newest message of each conversation, and ids of messages. */
export type Known = { talks: ReadonlyMap<string, number>; messages: ReadonlySet<string> };
export const nothingKnown: Known = { talks: new Map(), messages: new Set() };

/** Who it would be told to. `since`: ISO time of the server when the page began; what is older was there already. */
export type Who = { id: string; position: Position; since: string };

export type Found = { news: News[]; read: string[]; known: Known };

/**
 * At the desk everybody sees every conversation: a colleague's conversation raises no notice, unless it mentions the
 * person. A thread that the desk does not answer notifies only those who take part in it.
 */
function isMine(item: Conversation, { id, position }: Who): boolean {
  if (!isDesk(position) || item.mentioned !== null) return true;
  if (!conversationKinds[item.kind].desk) return item.people.some(person => person.id === id);
  return item.holder === null || item.holder.id === id;
}

function said(item: Conversation, known: Known, who: Who): News[] {
  const before = known.talks.get(item.id);
  const isNew = before === undefined ? (item.last?.at ?? '') > who.since : item.count > before;
  const isOthers = item.last !== null && item.last.by.id !== who.id;
  return isNew && isOthers && isMine(item, who) ? [{ kind: 'said', id: item.id, item }] : [];
}

/** Whoever is named in a message is told of it by its conversation. */
const isToldThere = (item: MessageItem) => item.kind === 'talk' && item.type === 'MessageSent';

function message(item: MessageItem, known: Known, who: Who): News[] {
  if (known.messages.has(item.id) || item.at <= who.since || isToldThere(item)) return [];
  return [{ kind: 'message', id: item.id, item }];
}

/** The boundary: a change's row is of its view's type, or null. */
export function newsOf(known: Known, rows: readonly RowChange[], who: Who): Found {
  const talks = new Map(known.talks);
  const messages = new Set(known.messages);
  const news: News[] = [];
  const read: string[] = [];
  for (const { view, id, row } of rows) {
    if (view === 'conversations') {
      const item = row as Conversation | null;
      if (!item || item.unread === 0) read.push(id);
      else news.push(...said(item, { talks, messages }, who));
      if (item) talks.set(id, item.count);
    } else if (view === 'messages') {
      const item = row as MessageItem | null;
      if (!item || item.read) read.push(id);
      else news.push(...message(item, { talks, messages }, who));
      messages.add(id);
    }
  }
  return { news, read, known: { talks, messages } };
}
