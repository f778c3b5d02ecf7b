/** Reading the messages to one person, and how many are unread. */
import type { Listed, MessageQuery } from '../contract.ts';
import type { Own } from '../found.ts';
import type { PresentCtx } from '../present.ts';
import { inboxRoom } from '../rooms.ts';
import type { InboxItem, MessageItem } from './item.ts';
import { kinds, unreadIds } from './unread.ts';

export type MessageReads = {
  messages(ctx: PresentCtx, query: MessageQuery): Listed<MessageItem> & { unread: number };
};

export function createMessageReads(own: Own<MessageItem>): MessageReads {
  const pageOfIds = (personId: string, query: MessageQuery) => {
    const wanted = query.kind ? [query.kind] : kinds;
    const [offset, limit] = [(query.page - 1) * query.size, query.size];
    if (query.unread) {
      const ids = unreadIds(own, personId, wanted);
      return { ids: ids.slice(offset, offset + limit), total: ids.length };
    }
    const wants = (group: string) => wanted.some(kind => group.startsWith(`${kind}.`));
    const where = { list: 'messages', rooms: [inboxRoom(personId)], wants, sort: 'at', descending: true };
    return own.pageOfIds({ ...where, offset, limit });
  };
  return {
    messages: (ctx, query) => {
      const { id } = ctx.viewer;
      const { ids, total } = pageOfIds(id, query);
      const unread = unreadIds(own, id).length;
      return { items: own.items(ctx, ids), total, page: query.page, size: query.size, unread };
    },
  };
}

export type InboxReads = { unread(personId: string): number };

export const createInboxReads = (own: Own<InboxItem>): InboxReads => ({
  unread: personId => unreadIds(own, personId).length,
});
