/** What was said: history from either end, what has changed since a position, and a search over all of it. */
import { defined, type Own } from '../found.ts';
import type { PresentCtx } from '../present.ts';
import { talkRoom, viewerTalks } from '../rooms.ts';
import type { ChatMessage } from './item.ts';
import { messageItem } from './present.ts';
import { type ChatFileRow, type ChatMessageRow, chatMessageId, padded } from './rows.ts';

/** Numbers of messages, which are not given again. Neither: the newest. */
export type HistoryQuery = { before?: number; after?: number; size: number };

/** Of one page at most; `more`: there are others that were not looked at. */
export type SaidPage = { items: ChatMessage[]; more: boolean };

type Names = Pick<PresentCtx, 'person' | 'logId'>;

/** Whoever asks these three of a conversation has the right to it (`talk`). */
export type HistoryReads = {
  /** At most `size` messages, in their order. */
  saidPage(names: Names, conversation: string, query: HistoryQuery): ChatMessage[];
  /** Messages that came or changed after a position, in that order; undefined where there are more than so many. */
  changedSaid(names: Names, conversation: string, after: bigint, most: number): ChatMessage[] | undefined;
  /** Rows by their ids, as everybody in their conversation gets them. */
  saidItems(names: Names, ids: readonly string[]): ChatMessage[];
  /** A message of a conversation as it is folded. */
  saidRow(conversation: string, message: string): ChatMessageRow | undefined;
  /** Messages of the conversations that this person is in, the newest first. */
  searchSaid(ctx: PresentCtx, query: { keyword: string; conversation?: string; size: number }): SaidPage;
  /** The conversation in which a file was said. */
  chatFileOf(fileId: string): ChatFileRow | undefined;
};

/** Found messages are looked at in runs of so many, and at most so many: not all of them are this person's to see. */
const run = 200;
const mostRuns = 10;

export function createHistoryReads(own: Own<ChatMessage>): HistoryReads {
  const shown = (names: Names, ids: readonly string[]) =>
    ids
      .map(id => own.find<ChatMessageRow>('chatMessages', id))
      .filter(defined)
      .map(found => messageItem(found, names, own));
  return {
    saidPage: (names, conversation, { before, after, size }) => {
      const descending = after === undefined;
      const ids = own.idsBetween({
        list: 'talk',
        room: talkRoom(conversation),
        sort: 'seq',
        descending,
        limit: size,
        after: after === undefined ? undefined : padded(after),
        before: before === undefined ? undefined : padded(before),
      });
      return shown(names, descending ? ids.toReversed() : ids);
    },
    changedSaid: (names, conversation, after, most) => {
      const where = { list: 'talk', room: talkRoom(conversation), sort: 'changed', descending: false };
      const ids = own.idsBetween({ ...where, after: padded(after), limit: most + 1 });
      return ids.length > most ? undefined : shown(names, ids);
    },
    saidItems: shown,
    saidRow: (conversation, message) =>
      own.find<ChatMessageRow>('chatMessages', chatMessageId(conversation, message))?.row,
    searchSaid: (ctx, { keyword, conversation, size }) => {
      const rooms = conversation ? [talkRoom(conversation)] : viewerTalks(ctx.viewer).said;
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
