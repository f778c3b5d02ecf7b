/** Reading the case list: items, pages, counters. */
import type { CaseQuery, Listed, ReadModels } from '../contract.ts';
import { defined, type FindRow } from '../found.ts';
import type { Generation } from '../generation.ts';
import type { PresentCtx } from '../present.ts';
import { viewerRooms } from '../rooms.ts';
import type { CaseListItem } from './item.ts';
import { presentCaseItem } from './present.ts';
import { countsOf, pageOf } from './query.ts';
import type { CaseListRow } from './row.ts';

export function createListReads(now: () => Generation, find: FindRow) {
  const listRow = (caseId: string) => find<CaseListRow>('caseList', caseId);
  const caseItem: ReadModels['caseItem'] = (ctx, caseId) => {
    const found = listRow(caseId);
    return found && presentCaseItem(found.row, found.position, ctx);
  };
  const caseItems = (ctx: PresentCtx, query: CaseQuery): Listed<CaseListItem> => {
    const { ids, total } = now().store.pageOfIds(pageOf(ctx.viewer, query));
    const items = ids.map(id => caseItem(ctx, id)).filter(defined);
    return { items, total, page: query.page, size: query.size };
  };
  const counts: ReadModels['counts'] = viewer => {
    const rooms = viewerRooms(viewer);
    const of = (list: string, names: readonly string[]) =>
      names.map(room => now().store.histogram(list, room));
    return countsOf(of('cases', rooms.cases), of('waiting', rooms.waiting));
  };
  return { listRow, caseItem, caseItems, counts };
}
