/** Rows that the server pushes, laid into the cache of server rows where view.ts says that they go. */
import type { QueryClient } from '@tanstack/react-query';
import type { RowChange, RowsMessage } from '#events/wire.ts';
import type { Counts } from '#projections/caseList/item.ts';
import { type CachePatch, into, put, readAgain } from './cache-patch.ts';
import { isNewer } from './merge.ts';
import { patchesByView } from './patches-by-view.ts';
import { caseView, counts, history, workbench } from './view.ts';

/** What came of a message: cases to tint, and cases whose place in a list may have changed. */
export type Told = { changed: string[]; moved: string[] };

/** Counters as GET /api/workbench answers them. */
const counterPatches = (next: Counts): CachePatch[] => [
  put(counts(), next),
  into(workbench(), view => ({ ...view, counts: next, counters: next.counters })),
];

/** Cases that changed while this page had them closed, or was away: what is kept of them is read again. */
function closedCases(client: QueryClient, rows: readonly RowChange[]): CachePatch[] {
  const whole = new Set(idsOf(rows, 'case'));
  return rows.flatMap(({ view, id, position }) => {
    if (view !== 'caseList' || whole.has(id)) return [];
    const shown = client.getQueryData(caseView(id).queryKey)?.header.position;
    if (shown === undefined || !isNewer(position, shown)) return [];
    return [readAgain(caseView(id).queryKey), readAgain(history(id).queryKey)];
  });
}

const idsOf = (rows: readonly RowChange[], ...views: string[]): string[] => [
  ...new Set(rows.filter(row => views.includes(row.view)).map(row => row.id)),
];

const patchesOf = ({ rows, counters }: RowsMessage): CachePatch[] => [
  // Rows of views that this page does not know are left alone.
  ...rows.flatMap(change => patchesByView[change.view]?.(change) ?? []),
  // The boundary where what the socket brings takes its type.
  ...(counters ? counterPatches(counters as Counts) : []),
];

/** Lays a message into the cache. */
export function layRows(client: QueryClient, message: RowsMessage): Told {
  const { rows } = message;
  // Each key once and after all rows.
  const again = new Map<string, CachePatch>();
  for (const patch of patchesOf(message)) {
    if (patch.readsAgain !== undefined) again.set(patch.readsAgain, patch);
    else patch(client);
  }
  for (const patch of again.values()) patch(client);
  for (const patch of closedCases(client, rows)) patch(client);
  return { changed: idsOf(rows, 'caseList', 'case', 'retainers'), moved: idsOf(rows, 'caseList') };
}

/**
 * Lays a message in once more, over an answer that may be from before it. Where the answer is newer nothing changes.
 * What the message had read again was asked for after it.
 */
export function layAgain(client: QueryClient, message: RowsMessage): void {
  for (const patch of patchesOf(message)) if (patch.readsAgain === undefined) patch(client);
}
