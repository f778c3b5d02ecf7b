/** What is read of the rows: by people's eyes through present, and by `perform` as it is. */
import { type CaseState, foldCase, initial } from '#events/case/case.ts';
import { sees } from '#events/case/may.ts';
import { caseStream } from '#events/case/stream.ts';
import type { Viewer } from '#events/person/position.ts';
import { presentCase, presentCaseAsOf } from './case/present.ts';
import { caseRecord } from './case/row.ts';
import { presentCaseItem } from './caseList/present.ts';
import { countsOf, pageOf } from './caseList/query.ts';
import type { CaseListRow } from './caseList/row.ts';
import type { CaseQuery, MessageQuery, ReadModels } from './contract.ts';
import { type Generation, type Source, viewNumber } from './generation.ts';
import type { HistoryItem } from './history/item.ts';
import { presentHistory } from './history/present.ts';
import type { HistoryRow } from './history/row.ts';
import type { MessageItem } from './messages/item.ts';
import { presentMessage } from './messages/present.ts';
import { type InboxRow, inboxRoom, type MessageRow } from './messages/row.ts';
import type { PresentCtx } from './present.ts';
import { viewerRooms } from './rooms.ts';
import type { StoredRow } from './store.ts';

export type Found<Row> = { row: Row; position: bigint };
export type Reads = ReturnType<typeof createReads>;

/** Events that one case shows at most in the feed, and unread messages that are counted. */
const FEED_EACH = 20;
const UNREAD_MOST = 10_000;

const defined = <T>(value: T | undefined): value is T => value !== undefined;

export function createReads(now: () => Generation, source: Source) {
  /** The boundary where a row takes its view's type. */
  const found = <Row>(view: string, id: string): Found<Row> | undefined => {
    const entry = now().folder.entry(view, id);
    return entry && { row: entry.row as Row, position: entry.position };
  };
  const listRow = (caseId: string) => found<CaseListRow>('caseList', caseId);
  const histories = (caseId: string, how: { descending?: boolean; limit?: number } = {}) =>
    now().store.withPrefix(viewNumber('history'), `${caseId}:`, how);

  const caseItem: ReadModels['caseItem'] = (ctx, caseId) => {
    const row = listRow(caseId);
    return row && presentCaseItem(row.row, row.position, ctx);
  };
  const caseItems = (ctx: PresentCtx, query: CaseQuery) => {
    const { ids, total } = now().store.pageOfIds(pageOf(ctx.viewer, query));
    const items = ids.map(id => caseItem(ctx, id)).filter(defined);
    return { items, total, page: query.page, size: query.size };
  };
  const histogramsOf = (list: string, rooms: readonly string[]) =>
    rooms.map(room => now().store.histogram(list, room));
  const counts = (viewer: Viewer) => {
    const rooms = viewerRooms(viewer);
    return countsOf(histogramsOf('cases', rooms.cases), histogramsOf('waiting', rooms.waiting));
  };

  const present = (stored: StoredRow, of: CaseListRow, ctx: PresentCtx): HistoryItem | undefined =>
    presentHistory(JSON.parse(stored.json) as HistoryRow, stored.position, of, ctx);
  const history: ReadModels['history'] = (ctx, caseId) => {
    const of = listRow(caseId)?.row;
    if (!of || !sees(ctx.viewer, of)) return undefined;
    return histories(caseId)
      .map(stored => present(stored, of, ctx))
      .filter(defined);
  };
  /** A case's last event is where the case stands in the list, so the newest events are in the newest cases. */
  const feed: ReadModels['feed'] = (ctx, limit) => {
    const rooms = viewerRooms(ctx.viewer).cases;
    const newest = { list: 'cases', rooms, sort: 'updatedAt', descending: true, offset: 0, limit };
    const { ids } = now().store.pageOfIds(newest);
    const lines = ids.flatMap(id => {
      const of = listRow(id)?.row;
      const how = { descending: true, limit: Math.min(limit, FEED_EACH) };
      if (!of) return [];
      return histories(id, how).map(stored => ({ at: stored.position, item: present(stored, of, ctx) }));
    });
    lines.sort((a, b) => (a.at < b.at ? 1 : -1));
    return lines
      .map(line => line.item)
      .filter(defined)
      .slice(0, limit);
  };

  const state = (caseId: string): CaseState | undefined => found<CaseState>('case', caseId)?.row;
  const caseView: ReadModels['caseView'] = (ctx, caseId) => {
    const row = found<CaseState>('case', caseId);
    return row && presentCase(row.row, row.position, ctx);
  };
  const caseViewAsOf: ReadModels['caseViewAsOf'] = async (ctx, caseId, at) => {
    const current = state(caseId);
    if (!current || !sees(ctx.viewer, current)) return undefined;
    let then = initial;
    let position = 0n;
    for await (const event of source.log.read(caseStream(caseId))) {
      if (typeof at === 'bigint' ? event.position > at : event.at > at) break;
      then = foldCase(then, [caseRecord(source.upcast(event))]);
      position = event.position;
    }
    if (then.revision < 0) return undefined;
    return presentCaseAsOf(current, then, position, ctx);
  };

  const upTo = (personId: string) => found<InboxRow>('inbox', personId)?.row.upTo ?? '';
  const unreadIds = (personId: string, kinds: readonly string[]) => {
    const groups = kinds.map(kind => `${kind}.unread`);
    return now().store.idsAfter('messages', inboxRoom(personId), groups, upTo(personId), UNREAD_MOST);
  };
  const messageOf = (ctx: PresentCtx, id: string): MessageItem | undefined => {
    const message = found<MessageRow>('messages', id);
    if (!message) return undefined;
    const of = message.row.caseId === null ? undefined : listRow(message.row.caseId)?.row;
    const from = { id, position: message.position, of, upTo: upTo(ctx.viewer.id) };
    return presentMessage(message.row, from, ctx);
  };
  const unread = (personId: string) => unreadIds(personId, ['case', 'system']).length;
  const messageIds = (personId: string, query: MessageQuery) => {
    const kinds = query.kind ? [query.kind] : ['case', 'system'];
    const [offset, limit] = [(query.page - 1) * query.size, query.size];
    if (query.unread) {
      const ids = unreadIds(personId, kinds);
      return { ids: ids.slice(offset, offset + limit), total: ids.length };
    }
    const wants = (group: string) => kinds.some(kind => group.startsWith(`${kind}.`));
    const where = { list: 'messages', rooms: [inboxRoom(personId)], wants, sort: 'at', descending: true };
    return now().store.pageOfIds({ ...where, offset, limit });
  };
  const messages: ReadModels['messages'] = (ctx, query) => {
    const { ids, total } = messageIds(ctx.viewer.id, query);
    const items = ids.map(id => messageOf(ctx, id)).filter(defined);
    return { items, total, page: query.page, size: query.size, unread: unread(ctx.viewer.id) };
  };

  const personRef: PresentCtx['person'] = id => {
    const person = now().directory.people.get(id);
    // An unknown id (the system, an erased person) is shown as itself; it may do nothing, as an analyst.
    return { id, name: person?.name ?? id, position: person?.position ?? 'Analyst' };
  };

  return {
    ...{ state, counts, caseItem, caseItems, caseView, caseViewAsOf, history, feed },
    ...{ messages, messageOf, unread, personRef, listRow },
    directory: () => now().directory,
  };
}
