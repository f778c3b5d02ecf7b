/** Message history from either end, changes since a position, and search. */

import type { PresentCtx } from '../present.ts';
import { conversationMessagesRoom, conversationRoomsOf } from '../rooms.ts';
import { isDefined, type ViewRowReads } from '../row-access.ts';
import type { ChatMessage } from './item.ts';
import { presentToParticipants } from './present.ts';
import { type ChatFileRow, type ChatMessageRow, chatMessageId, padNumber } from './rows.ts';

/** Numbers of messages, exclusive. With neither, returns the newest. */
type HistoryQuery = { before?: number; after?: number; size: number };

/** One page of search results. `more`: the search stopped before it had found all matches. */
type SaidPage = { items: ChatMessage[]; more: boolean };

type Names = Pick<PresentCtx, 'person' | 'logId'>;

/** Reads of a conversation's messages. Callers of the first three must have checked the right to the conversation (`talk`). */
export type MessageHistoryReads = {
  /** At most `size` messages, in order. */
  saidPage(names: Names, conversation: string, query: HistoryQuery): ChatMessage[];
  /** Messages sent or changed after a position, in that order; undefined if there are more than `most`. */
  changedSaid(names: Names, conversation: string, after: bigint, most: number): ChatMessage[] | undefined;
  /** Rows by id, as everybody in their conversation gets them. */
  saidItems(names: Names, ids: readonly string[]): ChatMessage[];
  /** A message's stored row. */
  saidRow(conversation: string, message: string): ChatMessageRow | undefined;
  /** Matching messages in this person's conversations, newest first. */
  searchSaid(ctx: PresentCtx, query: { keyword: string; conversation?: string; size: number }): SaidPage;
  /** The conversation in which a file was sent. */
  chatFileOf(fileId: string): ChatFileRow | undefined;
};

/**
 * Search results are checked in runs of this size, up to a limit, because some are hidden from this person.
 */
const run = 200;
const mostRuns = 10;

export function createMessageHistoryReads(own: ViewRowReads<ChatMessage>): MessageHistoryReads {
  const shown = (names: Names, ids: readonly string[]) =>
    ids
      .map(id => own.find<ChatMessageRow>('chatMessages', id))
      .filter(isDefined)
      .map(found => presentToParticipants(found, names, own));
  return {
    saidPage: (names, conversation, { before, after, size }) => {
      const descending = after === undefined;
      const ids = own.idsBetween({
        list: 'talk',
        room: conversationMessagesRoom(conversation),
        sort: 'seq',
        descending,
        limit: size,
        after: after === undefined ? undefined : padNumber(after),
        before: before === undefined ? undefined : padNumber(before),
      });
      return shown(names, descending ? ids.toReversed() : ids);
    },
    changedSaid: (names, conversation, after, most) => {
      const where = {
        list: 'talk',
        room: conversationMessagesRoom(conversation),
        sort: 'changed',
        descending: false,
      };
      const ids = own.idsBetween({ ...where, after: padNumber(after), limit: most + 1 });
      return ids.length > most ? undefined : shown(names, ids);
    },
    saidItems: shown,
    saidRow: (conversation, message) =>
      own.find<ChatMessageRow>('chatMessages', chatMessageId(conversation, message))?.row,
    searchSaid: (ctx, { keyword, conversation, size }) => {
      const rooms = conversation
        ? [conversationMessagesRoom(conversation)]
        : conversationRoomsOf(ctx.viewer).said;
      const items: ChatMessage[] = [];
      let before: number | undefined;
      let isAll = false;
      for (let n = 0; n < mostRuns; n++) {
        const limit = n === 0 ? size + 1 : run;
        const found = own.newestOf({ rooms, keyword, limit, ...(before && { before }) });
        const ids = found.map(({ id }) => id);
        items.push(...own.items(ctx, ids));
        before = found.at(-1)?.at;
        isAll = found.length < limit;
        if (items.length > size || isAll) break;
      }
      return { items: items.slice(0, size), more: items.length > size || !isAll };
    },
    chatFileOf: fileId => own.find<ChatFileRow>('chatFiles', fileId)?.row,
  };
}
