/** Reading the messages to one person, and how many are unread. */
import type { CaseListRow } from '../caseList/row.ts';
import type { MessageQuery, ReadModels } from '../contract.ts';
import { defined, type FindRow, type Found } from '../found.ts';
import type { Generation } from '../generation.ts';
import type { PresentCtx } from '../present.ts';
import type { MessageItem, MessageKind } from './item.ts';
import { presentMessage } from './present.ts';
import { type InboxRow, inboxRoom, type MessageRow } from './row.ts';

/** Unread messages that are counted. */
const UNREAD_MOST = 10_000;
const kinds: readonly MessageKind[] = ['case', 'system'];

export function createMessageReads(now: () => Generation, find: FindRow) {
  const upTo = (personId: string) => find<InboxRow>('inbox', personId)?.row.upTo ?? '';
  const unreadIds = (personId: string, of: readonly MessageKind[]) => {
    const groups = of.map(kind => `${kind}.unread`);
    return now().store.idsAfter('messages', inboxRoom(personId), groups, upTo(personId), UNREAD_MOST);
  };
  const unread = (personId: string) => unreadIds(personId, kinds).length;

  const present = (ctx: PresentCtx, id: string, message: Found<MessageRow>): MessageItem | undefined => {
    const { caseId } = message.row;
    const of = caseId === null ? undefined : find<CaseListRow>('caseList', caseId)?.row;
    const from = { id, position: message.position, of, upTo: upTo(ctx.viewer.id) };
    return presentMessage(message.row, from, ctx);
  };
  const messageOf = (ctx: PresentCtx, id: string): MessageItem | undefined => {
    const message = find<MessageRow>('messages', id);
    return message && present(ctx, id, message);
  };
  const pageOfIds = (personId: string, query: MessageQuery) => {
    const wanted = query.kind ? [query.kind] : kinds;
    const [offset, limit] = [(query.page - 1) * query.size, query.size];
    if (query.unread) {
      const ids = unreadIds(personId, wanted);
      return { ids: ids.slice(offset, offset + limit), total: ids.length };
    }
    const wants = (group: string) => wanted.some(kind => group.startsWith(`${kind}.`));
    const where = { list: 'messages', rooms: [inboxRoom(personId)], wants, sort: 'at', descending: true };
    return now().store.pageOfIds({ ...where, offset, limit });
  };
  const messages: ReadModels['messages'] = (ctx, query) => {
    const { ids, total } = pageOfIds(ctx.viewer.id, query);
    const items = ids.map(id => messageOf(ctx, id)).filter(defined);
    return { items, total, page: query.page, size: query.size, unread: unread(ctx.viewer.id) };
  };
  return { messages, messageOf, messageFrom: present, unread };
}
