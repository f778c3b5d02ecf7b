/** Applies pushed rows to the query cache. */
import type { QueryClient } from '@tanstack/react-query';
import type { RowChange, RowsMessage } from '#events/wire.ts';
import type { CaseCounts } from '#projections/caseList/item.ts';
import { type CachePatch, invalidateKey, patchQuery, replaceQueryData } from './cache-patch.ts';
import { isNewerPosition } from './merge.ts';
import { patchesByView } from './patches-by-view.ts';
import { caseCountsQuery, caseHistoryQuery, caseViewQuery, workbenchQuery } from './queries.ts';

/** The effect of a message: cases to tint, and cases that may have moved within a list. */
export type PushedRowsEffect = { changed: string[]; moved: string[] };

/** Counters in the shape of GET /api/workbench. */
const counterPatches = (next: CaseCounts): CachePatch[] => [
  replaceQueryData(caseCountsQuery(), next),
  patchQuery(workbenchQuery(), view => ({ ...view, counts: next, counters: next.counters })),
];

/** Invalidates cached pages of cases that changed while they were not open here. */
function closedCases(client: QueryClient, rows: readonly RowChange[]): CachePatch[] {
  const whole = new Set(idsOf(rows, 'case'));
  return rows.flatMap(({ view, id, position }) => {
    if (view !== 'caseList' || whole.has(id)) return [];
    const shown = client.getQueryData(caseViewQuery(id).queryKey)?.header.position;
    if (shown === undefined || !isNewerPosition(position, shown)) return [];
    return [invalidateKey(caseViewQuery(id).queryKey), invalidateKey(caseHistoryQuery(id).queryKey)];
  });
}

const idsOf = (rows: readonly RowChange[], ...views: string[]): string[] => [
  ...new Set(rows.filter(row => views.includes(row.view)).map(row => row.id)),
];

const patchesOf = ({ rows, counters }: RowsMessage): CachePatch[] => [
  // Rows of views that this page does not know are ignored.
  ...rows.flatMap(change => patchesByView[change.view]?.(change) ?? []),
  // Cast at the boundary: the socket's message gets its type here.
  ...(counters ? counterPatches(counters as CaseCounts) : []),
];

/** Applies a message to the query cache. */
export function applyRows(client: QueryClient, message: RowsMessage): PushedRowsEffect {
  const { rows } = message;
  // Invalidates each query key once, after all rows are applied.
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
 * Applies a message again over the answer of a read that may be older. A newer answer stays. Invalidations
 * are not
 * repeated: their reads started after the message.
 */
export function reapplyRows(client: QueryClient, message: RowsMessage): void {
  for (const patch of patchesOf(message)) if (patch.readsAgain === undefined) patch(client);
}
