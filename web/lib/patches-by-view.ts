/** Where in the cache the rows go that the server pushes. */

import { type Named, withPersonRenamed } from '#events/person/person-renaming.ts';
import { RetainerStatus } from '#events/retainer/retainer.ts';
import type { RowChange } from '#events/wire.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { Conversation } from '#projections/chat/item.ts';
import type { DeskItem } from '#projections/desk/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { InboxItem, MessageItem } from '#projections/messages/item.ts';
import type { PatientItem } from '#projections/patients/view.ts';
import type { RetainerListItem, RetainerPage } from '#projections/retainers/view.ts';
import type { ShopItem } from '#projections/shop/item.ts';
import { amend, type CachePatch, into, intoPages, put, readAgain } from './cache-patch.ts';
import { isNewer, prepend } from './merge.ts';
import { conversation, desk, talkCounts } from './talk-view.ts';
import { caseView, history, retainerCounts, retainerNews, shop, unread, workbench } from './view.ts';

const caseIdOf = (item: CaseListItem) => item.caseId;
const idOf = (item: { id: string }) => item.id;
const waitingMost = 10;
const feedMost = 20;

/** What waits is short and read from the top: a case comes and goes there by itself. */
function waitingWith(waiting: CaseListItem[], change: RowChange): CaseListItem[] {
  const item = change.row as CaseListItem | null;
  const known = waiting.find(row => row.caseId === change.id);
  if (known && !isNewer(change.position, known.position)) return waiting;
  const others = waiting.filter(row => row.caseId !== change.id);
  if (!item?.waits) return others;
  if (!known) return [...others, item].slice(0, waitingMost);
  return waiting.map(row => (row.caseId === change.id ? item : row));
}

/** A case comes onto the board and leaves it by itself. */
function shopWith(items: ShopItem[], change: RowChange): ShopItem[] {
  const known = items.find(item => item.caseId === change.id);
  if (known && !isNewer(change.position, known.position)) return items;
  const others = items.filter(item => item !== known);
  return change.row === null ? others : [...others, change.row as ShopItem];
}

function historyPatches(line: HistoryItem): CachePatch[] {
  // Of the patient nothing may stay: names and notes stand in every line of before.
  if (line.type === 'PatientErased')
    return [history(line.caseId).queryKey, workbench().queryKey, ['messages']].map(readAgain);
  return [
    into(history(line.caseId), lines => (lines.some(l => l.id === line.id) ? lines : [...lines, line])),
    into(workbench(), view => ({ ...view, feed: prepend(view.feed, [line], idOf, feedMost) })),
  ];
}

/** A new order waits to be asked for where others stand on screen; an empty list has nothing to move. */
const newOrder =
  (id: string): CachePatch =>
  client => {
    const pages = client
      .getQueriesData<RetainerPage>({ queryKey: ['retainers'] })
      .flatMap(([, p]) => p ?? []);
    if (pages.some(page => page.items.some(item => item.id === id))) return;
    if (pages.every(page => page.total === 0)) return readAgain(['retainers'])(client);
    client.setQueryData(retainerNews().queryKey, (ids = []) => [...ids.filter(one => one !== id), id]);
  };

/** Names are joined to rows of all views. */
const rename =
  (person: Named): CachePatch =>
  client => {
    for (const { queryKey, state } of client.getQueryCache().getAll()) {
      const shown = withPersonRenamed(state.data, person);
      if (shown !== state.data) amend(client, queryKey, shown);
    }
  };

/** Where a pushed row of each of the server's views goes. The boundary: a change's row is of its view's type, or null. */
export const patchesByView: Record<string, (change: RowChange) => CachePatch[]> = {
  caseList: change => [
    intoPages(['cases'], change, caseIdOf),
    intoPages(['lineage'], change, caseIdOf),
    into(workbench(), view => ({ ...view, waiting: waitingWith(view.waiting, change) })),
  ],
  names: ({ row }) => (row === null ? [] : [rename(row as Named)]),
  shop: change => [
    into(shop(), board => {
      const items = shopWith(board.items, change);
      return { items, total: board.total + items.length - board.items.length };
    }),
  ],
  desk: ({ position, row }) =>
    row === null
      ? []
      : [into(desk(), known => (isNewer(position, known.position) ? (row as DeskItem) : known))],
  // Somebody's place among the others follows from the day and from them all: the server knows it.
  patients: change => [
    intoPages<PatientItem>(['patients'], change, item => item.caseId),
    readAgain(['patients']),
  ],
  // Where sight of a case was lost, its page is read again and says so.
  case: ({ id, position, row }) =>
    row === null
      ? [readAgain(caseView(id).queryKey)]
      : [into(caseView(id), view => (isNewer(position, view.header.position) ? (row as CaseView) : view))],
  retainers: change => [
    intoPages<RetainerListItem>(['retainers'], change, idOf),
    readAgain(retainerCounts().queryKey),
    ...((change.row as RetainerListItem | null)?.status === RetainerStatus.ToProduce
      ? [newOrder(change.id)]
      : []),
  ],
  history: ({ row }) => (row === null ? [] : historyPatches(row as HistoryItem)),
  // Where it stands among the others, and how many wait, the server knows.
  conversations: change => [
    intoPages<Conversation>(['conversations'], change, idOf),
    into(conversation(change.id), shown =>
      change.row !== null && isNewer(change.position, shown.position) ? (change.row as Conversation) : shown,
    ),
    readAgain(['conversations']),
    readAgain(talkCounts().queryKey),
  ],
  // Told by `chat`, to those who have the conversation open: web/features/chat holds them.
  chatMessages: () => [],
  messages: change => [
    intoPages<MessageItem>(['messages'], change, idOf),
    readAgain(['messages']),
    readAgain(unread().queryKey),
  ],
  // Everything up to a time was read, in this window or another one.
  inbox: ({ row }) =>
    row === null ? [] : [put(unread(), (row as InboxItem).unread), readAgain(['messages'])],
};
