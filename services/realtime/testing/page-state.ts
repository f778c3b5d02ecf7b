/** A model of a page's state: its first reads plus all later pushes. It is compared with fresh reads. */
import { isDeepStrictEqual } from 'node:util';
import { type NamedPerson, withPersonRenamed } from '#events/person/person-renaming.ts';
import type { RowChange, RowsMessage } from '#events/wire.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseCounts, CaseListItem } from '#projections/caseList/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';

/** All that the server answers to a viewer's reads: every page of every list. */
export type ListReads = {
  all: CaseListItem[];
  archived: CaseListItem[];
  action: CaseListItem[];
  counts: CaseCounts;
  messages: MessageItem[];
};

/** The page of one case; undefined if the viewer may not see it. */
export type CasePageRead = { view: CaseView; history: HistoryItem[] } | undefined;

const at = (position: string) => BigInt(position.slice(position.lastIndexOf('-') + 1));

/** Removes the patient's name from history lines, because the page takes the current name from the case. */
const unnamed = ({ patientName: _name, ...line }: HistoryItem) => line;

export type PageState = ReturnType<typeof createPageState>;

export function createPageState(first: ListReads) {
  let rows = new Map([...first.all, ...first.archived].map(item => [item.caseId, item]));
  let messages = new Map(first.messages.map(item => [item.id, item]));
  let counts: unknown = first.counts;
  let open: { caseId: string; page: CasePageRead } | undefined;

  const listRow = ({ id, position, row }: RowChange) => {
    const known = rows.get(id);
    if (known && at(position) <= at(known.position)) return;
    // Cast: rows of this view are items of the list.
    if (row === null) rows.delete(id);
    else rows.set(id, row as CaseListItem);
  };
  const message = ({ id, position, row }: RowChange) => {
    const known = messages.get(id);
    if (known && at(position) <= at(known.position)) return;
    if (row === null) messages.delete(id);
    else messages.set(id, row as MessageItem);
  };
  const rename = ({ row }: RowChange) => {
    const person = row as NamedPerson;
    rows = new Map([...rows].map(([id, item]) => [id, withPersonRenamed(item, person)]));
    messages = new Map([...messages].map(([id, item]) => [id, withPersonRenamed(item, person)]));
    if (open) open = withPersonRenamed(open, person);
  };
  const casePage = ({ id, position, row }: RowChange) => {
    if (id !== open?.caseId || !open.page || at(position) <= at(open.page.view.header.position)) return;
    if (row === null) open.page = undefined;
    else open.page = { ...open.page, view: row as CaseView };
  };
  const historyLine = ({ row }: RowChange) => {
    const line = row as HistoryItem;
    const page = open?.page;
    if (!page || line.caseId !== open?.caseId || page.history.some(l => l.id === line.id)) return;
    page.history = [...page.history, line];
  };
  const lay: Record<string, (change: RowChange) => void> = {
    caseList: listRow,
    case: casePage,
    history: historyLine,
    messages: message,
    names: rename,
  };
  return {
    /** Opens a case's page with what the server answered. */
    open: (caseId: string, page: CasePageRead) => {
      open = { caseId, page };
    },
    lay: ({ rows: changes, counters }: RowsMessage) => {
      for (const change of changes) lay[change.view]?.(change);
      if (counters !== undefined) counts = counters;
    },
    /** Differences between this state and a fresh read. Empty if they agree. */
    differences: (fresh: ListReads): string[] => [
      ...listDifferences([...rows.values()], fresh),
      ...byId('messages', [...messages.values()], fresh.messages, m => m.id),
      ...(isDeepStrictEqual(counts, fresh.counts) ? [] : [`counts ${both(counts, fresh.counts)}`]),
    ],
    caseDifferences: (fresh: CasePageRead): string[] => {
      const page = open?.page;
      if (!isDeepStrictEqual(page?.view, fresh?.view)) return [`case ${both(page?.view, fresh?.view)}`];
      const [lines, now] = [page?.history.map(unnamed), fresh?.history.map(unnamed)];
      return isDeepStrictEqual(lines, now) ? [] : [`history ${both(lines, now)}`];
    },
  };
}

const both = (held: unknown, fresh: unknown) => `held ${JSON.stringify(held)}, read ${JSON.stringify(fresh)}`;

/** Selects the rows of each list. */
const lists: Record<'all' | 'archived' | 'action', (row: CaseListItem) => boolean> = {
  all: row => !row.archived,
  archived: row => row.archived,
  action: row => row.waits,
};

const listDifferences = (rows: CaseListItem[], fresh: ListReads): string[] =>
  (Object.keys(lists) as (keyof typeof lists)[]).flatMap(list =>
    byId(list, rows.filter(lists[list]), fresh[list], item => item.caseId),
  );

function byId<T>(list: string, held: T[], fresh: T[], idOf: (item: T) => string): string[] {
  const now = new Map(fresh.map(item => [idOf(item), item]));
  const known = new Map(held.map(item => [idOf(item), item]));
  if (now.size !== fresh.length) return [`${list}: a row is on two pages`];
  return [...new Set([...now.keys(), ...known.keys()])]
    .filter(id => !isDeepStrictEqual(known.get(id), now.get(id)))
    .map(id => `${list} ${id}: ${both(known.get(id), now.get(id))}`);
}
