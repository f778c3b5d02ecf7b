/** The ways in which a pushed row is laid into the cache of server rows. What is not kept there is left alone. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { RowChange } from '#events/wire.ts';
import { mergeRow } from './merge.ts';

export type CachePatch = ((client: QueryClient) => void) & {
  /** Of places that only read again: once for a whole message is enough. */
  readsAgain?: string;
};

/** A query, as `queryOptions` declares it, of such data. */
type Query<Shown> = { queryKey: QueryKey; queryFn?: (context: never) => Shown | Promise<Shown> };

/** One query shows what `lay` makes of what it shows. */
export const into =
  <Shown>({ queryKey }: Query<Shown>, lay: (shown: Shown) => Shown): CachePatch =>
  client => {
    client.setQueryData<Shown>(queryKey, shown => shown && lay(shown));
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
    client.setQueriesData<{ items: Item[] }>({ queryKey }, page => {
      if (!page) return page;
      const { items, changed } = mergeRow(page.items, change, idOf);
      return changed ? { ...page, items } : page;
    });
  };

/** Whatever has a key that begins so is read again. */
export const readAgain = (queryKey: QueryKey): CachePatch =>
  Object.assign((client: QueryClient) => void client.invalidateQueries({ queryKey }), {
    readsAgain: JSON.stringify(queryKey),
  });
