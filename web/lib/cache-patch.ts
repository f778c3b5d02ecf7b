/** Patches that write a pushed row into the query cache. Queries that are not in the cache are left alone. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { RowChange } from '#events/wire.ts';
import { mergeRow } from './merge.ts';

export type CachePatch = ((client: QueryClient) => void) & {
  /** Query key of a patch that only invalidates: one invalidation per pushed message is enough. */
  readsAgain?: string;
};

/**
 * Changes the data of a query and keeps its age and its stale mark. Trap: `setQueryData` alone marks the data
 * as
 * just fetched.
 */
export function patchQueryData(client: QueryClient, queryKey: QueryKey, shown: unknown): void {
  const before = client.getQueryState(queryKey);
  client.setQueryData(queryKey, shown, { updatedAt: before?.dataUpdatedAt });
  if (before?.isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** A query with data of this type, as declared by `queryOptions`. */
type Query<Shown> = { queryKey: QueryKey; queryFn?: (context: never) => Shown | Promise<Shown> };

/** Patches the data of one query. */
export const patchQuery =
  <Shown>({ queryKey }: Query<Shown>, lay: (shown: Shown) => Shown): CachePatch =>
  client => {
    const before = client.getQueryData<Shown>(queryKey);
    if (before === undefined) return;
    const after = lay(before);
    if (after !== before) patchQueryData(client, queryKey, after);
  };

/** Replaces the data of one query, also when the query is not in the cache. */
export const replaceQueryData =
  <Shown>({ queryKey }: Query<Shown>, shown: Shown): CachePatch =>
  client => {
    client.setQueryData<Shown>(queryKey, shown);
  };

/** Replaces the row in each cached page whose key starts with `queryKey`; the row keeps its place. */
export const patchPages =
  <Item extends { position: string }>(
    queryKey: QueryKey,
    change: RowChange,
    idOf: (item: Item) => string,
  ): CachePatch =>
  client => {
    for (const [key, page] of client.getQueriesData<{ items: Item[] }>({ queryKey })) {
      if (!page) continue;
      const { items, changed } = mergeRow(page.items, change, idOf);
      if (changed) patchQueryData(client, key, { ...page, items });
    }
  };

/** Invalidates all queries whose key starts with `queryKey`. */
export const invalidateKey = (queryKey: QueryKey): CachePatch =>
  Object.assign((client: QueryClient) => void client.invalidateQueries({ queryKey }), {
    readsAgain: JSON.stringify(queryKey),
  });
