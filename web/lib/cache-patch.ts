/** The ways in which a pushed row is laid into the cache of server rows. What is not kept there is left alone. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { RowChange } from '#events/wire.ts';
import { mergeRow } from './merge.ts';

export type CachePatch = ((client: QueryClient) => void) & {
  /** Of places that only read again: once for a whole message is enough. */
  readsAgain?: string;
};

/**
 * Changes what a query shows and leaves it as fresh or as stale as it was. Trap: setQueryData alone takes all of it for
 * read just now.
 */
export function amend(client: QueryClient, queryKey: QueryKey, shown: unknown): void {
  const before = client.getQueryState(queryKey);
  client.setQueryData(queryKey, shown, { updatedAt: before?.dataUpdatedAt });
  if (before?.isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** A query, as `queryOptions` declares it, of such data. */
type Query<Shown> = { queryKey: QueryKey; queryFn?: (context: never) => Shown | Promise<Shown> };

/** One query shows what `lay` makes of what it shows. */
export const into =
  <Shown>({ queryKey }: Query<Shown>, lay: (shown: Shown) => Shown): CachePatch =>
  client => {
    const before = client.getQueryData<Shown>(queryKey);
    if (before === undefined) return;
    const after = lay(before);
    if (after !== before) amend(client, queryKey, after);
  };

/** One query shows this, whether it was asked for or not. */
export const put =
  <Shown>({ queryKey }: Query<Shown>, shown: Shown): CachePatch =>
  client => {
    client.setQueryData<Shown>(queryKey, shown);
  };

/** Every page whose key begins so shows the row where it stands. */
export const intoPages =
  <Item extends { position: string }>(
    queryKey: QueryKey,
    change: RowChange,
    idOf: (item: Item) => string,
  ): CachePatch =>
  client => {
    for (const [key, page] of client.getQueriesData<{ items: Item[] }>({ queryKey })) {
      if (!page) continue;
      const { items, changed } = mergeRow(page.items, change, idOf);
      if (changed) amend(client, key, { ...page, items });
    }
  };

/** Whatever has a key that begins so is read again. */
export const readAgain = (queryKey: QueryKey): CachePatch =>
  Object.assign((client: QueryClient) => void client.invalidateQueries({ queryKey }), {
    readsAgain: JSON.stringify(queryKey),
  });
