/** Rows that the server pushes, laid into the cache of server rows: one function a view. */
import type { QueryClient } from '@tanstack/react-query';
import type { RowChange, RowsMessage } from '#events/wire.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseListItem, Counts } from '#projections/caseList/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { isNewer, mergeRow, prepend } from './merge.ts';
import type { MessagePage, Page, WorkbenchView } from './view.ts';

/** What came of a message: cases to tint, and cases whose place in a list may have changed. */
export type Told = { changed: string[]; moved: string[]; messages: number };

type Lay = (client: QueryClient, change: RowChange, told: Told) => void;

const caseIdOf = (item: { caseId: string }) => item.caseId;
const idOf = (item: { id: string }) => item.id;
const feedMost = 20;

/** A row of the case list: in every list that is kept, and among what waits. */
const listRow: Lay = (client, change, told) => {
  told.changed.push(change.id);
  told.moved.push(change.id);
  client.setQueriesData<Page<CaseListItem>>({ queryKey: ['cases'] }, page => {
    if (!page) return page;
    const { items, changed } = mergeRow(page.items, change, caseIdOf);
    return changed ? { ...page, items } : page;
  });
  client.setQueryData<WorkbenchView>(
    ['workbench'],
    view => view && { ...view, waiting: waitingWith(view.waiting, change) },
  );
};

/** What waits is short and read from the top: a case comes and goes there by itself. */
function waitingWith(waiting: CaseListItem[], change: RowChange): CaseListItem[] {
  const item = change.row as CaseListItem | null;
  const known = waiting.find(row => row.caseId === change.id);
  if (known && !isNewer(change.position, known.position)) return waiting;
  const others = waiting.filter(row => row.caseId !== change.id);
  if (!item?.waits) return others;
  if (!known) return [...others, item].slice(0, 10);
  return waiting.map(row => (row.caseId === change.id ? item : row));
}

/** The page of a case. Where sight of it was lost, the page is read again and says so. */
const casePage: Lay = (client, change, told) => {
  told.changed.push(change.id);
  const queryKey = ['case', change.id];
  if (change.row === null) return void client.invalidateQueries({ queryKey });
  const view = change.row as CaseView;
  client.setQueryData<CaseView>(queryKey, shown =>
    shown && isNewer(change.position, shown.header.position) ? view : shown,
  );
};

const historyLine: Lay = (client, change) => {
  if (change.row === null) return;
  const news = (Array.isArray(change.row) ? change.row : [change.row]) as HistoryItem[];
  for (const item of news) {
    client.setQueryData<HistoryItem[]>(['history', item.caseId], lines =>
      lines?.some(line => line.id === item.id) ? lines : lines && [...lines, item],
    );
  }
  const newestFirst = [...news].reverse();
  client.setQueryData<WorkbenchView>(
    ['workbench'],
    view => view && { ...view, feed: prepend(view.feed, newestFirst, idOf, feedMost) },
  );
};

const message: Lay = (client, change, told) => {
  const item = change.row as MessageItem | null;
  client.setQueriesData<MessagePage>({ queryKey: ['messages'] }, page => {
    if (!page) return page;
    const merged = mergeRow(page.items, change, idOf);
    return merged.changed ? { ...page, items: merged.items } : page;
  });
  if (item && !item.read) told.messages += 1;
  void client.invalidateQueries({ queryKey: ['messages'] });
  void client.invalidateQueries({ queryKey: ['unread'] });
};

/** Everything up to a time was read, in this window or another one. */
const inbox: Lay = (client, { row }) => {
  if (typeof row !== 'object' || row === null || !('unread' in row)) return;
  client.setQueryData(['unread'], row.unread);
  void client.invalidateQueries({ queryKey: ['messages'] });
};

const views: Record<string, Lay> = {
  caseList: listRow,
  case: casePage,
  history: historyLine,
  messages: message,
  inbox,
};

/** Cases that changed while this page had them closed, or was away: what is kept of them is read again. */
function readAgain(client: QueryClient, rows: readonly RowChange[]): void {
  const whole = new Set(rows.filter(row => row.view === 'case').map(row => row.id));
  for (const { view, id, position } of rows) {
    if (view !== 'caseList' || whole.has(id)) continue;
    const shown = client.getQueryData<CaseView>(['case', id])?.header.position;
    if (shown === undefined || !isNewer(position, shown)) continue;
    void client.invalidateQueries({ queryKey: ['case', id] });
    void client.invalidateQueries({ queryKey: ['history', id] });
  }
}

/** Lays a message into the cache. Rows of views that this page does not know are left alone. */
export function layRows(client: QueryClient, { rows, counters }: RowsMessage): Told {
  const told: Told = { changed: [], moved: [], messages: 0 };
  for (const change of rows) views[change.view]?.(client, change, told);
  readAgain(client, rows);
  if (counters) {
    // The boundary: counters as GET /api/workbench answers them.
    const next = counters as Counts;
    client.setQueryData(['counts'], next);
    client.setQueryData<WorkbenchView>(
      ['workbench'],
      view => view && { ...view, counts: next, counters: next.counters },
    );
  }
  return { ...told, changed: [...new Set(told.changed)], moved: [...new Set(told.moved)] };
}
