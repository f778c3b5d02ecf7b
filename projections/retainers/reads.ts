/** Reading retainer orders: a page of them, and how many stand where. */

import { pageFor } from '../closed-search.ts';
import type { RetainerQuery } from '../contract.ts';
import type { Own } from '../found.ts';
import type { PresentCtx } from '../present.ts';
import { retainerRoom, viewerRooms } from '../rooms.ts';
import type { RetainerCounts, RetainerListItem, RetainerPage } from './item.ts';

export type RetainerReads = {
  /** The orders of every case that the viewer sees, the last to be applied for first: a step moves no row. */
  retainerItems(ctx: PresentCtx, query: RetainerQuery): RetainerPage;
};

export function createRetainerReads(own: Own<RetainerListItem>): RetainerReads {
  const countsIn = (rooms: readonly string[]): RetainerCounts => {
    const histograms = rooms.map(room => own.histogram('retainers', room));
    const at = (status: number) => histograms.reduce((sum, h) => sum + (h.get(String(status)) ?? 0), 0);
    return { 1: at(1), 2: at(2), 3: at(3), 4: at(4) };
  };
  return {
    retainerItems: (ctx, { filter, keyword, page, size }) => {
      const rooms = viewerRooms(ctx.viewer).cases.map(retainerRoom);
      const { ids, total } = pageFor(own, ctx.viewer, {
        list: 'retainers',
        rooms,
        sort: 'appliedAt',
        descending: true,
        keyword,
        ...(filter ? { wants: (group: string) => group === String(filter) } : {}),
        offset: (page - 1) * size,
        limit: size,
      });
      return { items: own.items(ctx, ids), total, page, size, counts: countsIn(rooms) };
    },
  };
}
