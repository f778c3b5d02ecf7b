/** Cache patches for each view whose rows the server pushes. */

import { type NamedPerson, withPersonRenamed } from '#events/person/person-renaming.ts';
import { RetainerStatus } from '#events/retainer/retainer.ts';
import type { RowChange } from '#events/wire.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { Conversation } from '#projections/chat/item.ts';
import type { ServiceDeskView } from '#projections/desk/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { InboxItem, MessageItem } from '#projections/messages/item.ts';
import type { PatientItem } from '#projections/patients/view.ts';
import type { RetainerListItem, RetainerPage } from '#projections/retainers/view.ts';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import {
  type CachePatch,
  invalidateKey,
  patchPages,
  patchQuery,
  patchQueryData,
  replaceQueryData,
} from './cache-patch.ts';
import { chatCountsQuery, conversationQuery, deskSettingsQuery } from './chat-queries.ts';
import { isNewerPosition, prependUnique } from './merge.ts';
import {
  caseHistoryQuery,
  caseViewQuery,
  newRetainerOrderIdsQuery,
  pastQueryKey,
  retainerCountsQuery,
  shopBoardQuery,
  unreadCountQuery,
  workbenchQuery,
} from './queries.ts';

const caseIdOf = (item: CaseListItem) => item.caseId;
const idOf = (item: { id: string }) => item.id;
const waitingMost = 10;
const feedMost = 20;

/** Adds a case to the waiting list or removes it: the list is short and read from the top. */
function waitingWith(waiting: CaseListItem[], change: RowChange): CaseListItem[] {
  const item = change.row as CaseListItem | null;
  const known = waiting.find(row => row.caseId === change.id);
  if (known && !isNewerPosition(change.position, known.position)) return waiting;
  const others = waiting.filter(row => row.caseId !== change.id);
  if (!item?.waits) return others;
  if (!known) return [...others, item].slice(0, waitingMost);
  return waiting.map(row => (row.caseId === change.id ? item : row));
}

/** Adds a case to the manufacturer's board or removes it. */
function shopWith(items: ProductionBoardItem[], change: RowChange): ProductionBoardItem[] {
  const known = items.find(item => item.caseId === change.id);
  if (known && !isNewerPosition(change.position, known.position)) return items;
  const others = items.filter(item => item !== known);
  return change.row === null ? others : [...others, change.row as ProductionBoardItem];
}

function historyPatches(line: HistoryItem): CachePatch[] {
  // Earlier lines of the history contain the patient's name and notes, so an erasure invalidates all of them.
  if (line.type === 'PatientErased')
    return [
      caseHistoryQuery(line.caseId).queryKey,
      workbenchQuery().queryKey,
      ['messages'],
      pastQueryKey,
    ].map(invalidateKey);
  return [
    patchQuery(caseHistoryQuery(line.caseId), lines =>
      lines.some(l => l.id === line.id) ? lines : [...lines, line],
    ),
    patchQuery(workbenchQuery(), view => ({
      ...view,
      feed: prependUnique(view.feed, [line], idOf, feedMost),
    })),
  ];
}

/** Announces a new order without moving the rows on screen. An empty list is invalidated at once. */
const newOrder =
  (id: string): CachePatch =>
  client => {
    const pages = client
      .getQueriesData<RetainerPage>({ queryKey: ['retainers'] })
      .flatMap(([, p]) => p ?? []);
    if (pages.some(page => page.items.some(item => item.id === id))) return;
    if (pages.every(page => page.total === 0)) return invalidateKey(['retainers'])(client);
    client.setQueryData(newRetainerOrderIdsQuery().queryKey, (ids = []) => [
      ...ids.filter(one => one !== id),
      id,
    ]);
  };

/** Renames a person in the data of all queries: names are joined to the rows of all views. */
const rename =
  (person: NamedPerson): CachePatch =>
  client => {
    for (const { queryKey, state } of client.getQueryCache().getAll()) {
      // A past moment keeps the names of then.
      if (queryKey[0] === pastQueryKey[0]) continue;
      const shown = withPersonRenamed(state.data, person);
      if (shown !== state.data) patchQueryData(client, queryKey, shown);
    }
  };

/**
 * Views without patches. Rows of `chatMessages` come as the socket event `chat` to people who have the conversation
 * open; web/features/chat handles it.
 */
export const unpatchedViews: readonly string[] = ['chatMessages'];

/** Cache patches for a pushed row, by view. Cast at the boundary: a row has its view's type, or is null. */
export const patchesByView: Record<string, (change: RowChange) => CachePatch[]> = {
  caseList: change => [
    patchPages(['cases'], change, caseIdOf),
    patchPages(['lineage'], change, caseIdOf),
    patchQuery(workbenchQuery(), view => ({ ...view, waiting: waitingWith(view.waiting, change) })),
  ],
  names: ({ row }) => (row === null ? [] : [rename(row as NamedPerson)]),
  shop: change => [
    patchQuery(shopBoardQuery(), board => {
      const items = shopWith(board.items, change);
      return { items, total: board.total + items.length - board.items.length };
    }),
  ],
  desk: ({ position, row }) =>
    row === null
      ? []
      : [
          patchQuery(deskSettingsQuery(), known =>
            isNewerPosition(position, known.position) ? (row as ServiceDeskView) : known,
          ),
        ],
  // A patient's rank depends on the date and on all other patients, so only the server knows it.
  patients: change => [
    patchPages<PatientItem>(['patients'], change, item => item.caseId),
    invalidateKey(['patients']),
  ],
  // Reasons and progress are not in the row.
  dataRequests: () => [invalidateKey(['dataRequests'])],
  // The viewer lost access to the case: reading its page again shows the refusal.
  case: ({ id, position, row }) =>
    row === null
      ? [invalidateKey(caseViewQuery(id).queryKey)]
      : [
          patchQuery(caseViewQuery(id), view =>
            isNewerPosition(position, view.header.position) ? (row as CaseView) : view,
          ),
        ],
  retainers: change => [
    patchPages<RetainerListItem>(['retainers'], change, idOf),
    invalidateKey(retainerCountsQuery().queryKey),
    ...((change.row as RetainerListItem | null)?.status === RetainerStatus.ToProduce
      ? [newOrder(change.id)]
      : []),
  ],
  history: ({ row }) => (row === null ? [] : historyPatches(row as HistoryItem)),
  // Only the server knows the order of conversations and the unread counts.
  conversations: change => [
    patchPages<Conversation>(['conversations'], change, idOf),
    patchQuery(conversationQuery(change.id), shown =>
      change.row !== null && isNewerPosition(change.position, shown.position)
        ? (change.row as Conversation)
        : shown,
    ),
    invalidateKey(['conversations']),
    invalidateKey(chatCountsQuery().queryKey),
  ],
  messages: change => [
    patchPages<MessageItem>(['messages'], change, idOf),
    invalidateKey(['messages']),
    invalidateKey(unreadCountQuery().queryKey),
  ],
  // Everything up to a time was read, in this window or in another.
  inbox: ({ row }) =>
    row === null
      ? []
      : [replaceQueryData(unreadCountQuery(), (row as InboxItem).unread), invalidateKey(['messages'])],
};
