/** Reading the case list: items, pages, counters. */
import type { Viewer } from '#events/person/position.ts';
import type { CaseQuery, Listed } from '../contract.ts';
import type { Own } from '../found.ts';
import type { PresentCtx } from '../present.ts';
import { viewerRooms } from '../rooms.ts';
import type { CaseListItem, Counts } from './item.ts';
import { countsOf, pageOf } from './query.ts';

export type CaseListReads = {
  counts(viewer: Viewer): Counts;
  /** undefined: not to be seen, or not there; the two are alike. */
  caseItem(ctx: PresentCtx, caseId: string): CaseListItem | undefined;
  caseItems(ctx: PresentCtx, query: CaseQuery): Listed<CaseListItem>;
};

export function createCaseListReads(own: Own<CaseListItem>): CaseListReads {
  const histograms = (list: string, rooms: readonly string[]) => rooms.map(room => own.histogram(list, room));
  return {
    counts: viewer => {
      const { cases, waiting } = viewerRooms(viewer);
      return countsOf(histograms('cases', cases), histograms('waiting', waiting));
    },
    caseItem: own.item,
    caseItems: (ctx, query) => {
      const { ids, total } = own.pageOfIds(pageOf(ctx.viewer, query));
      return { items: own.items(ctx, ids), total, page: query.page, size: query.size };
    },
  };
}
