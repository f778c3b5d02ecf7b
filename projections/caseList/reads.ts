/** Reading the case list: items, pages, counters. */
import type { Viewer } from '#events/person/position.ts';
import type { CaseQuery, ListPage } from '../contract.ts';
import type { PresentCtx } from '../present.ts';
import { caseListRoomsOf, designerRoom, ownerRoom } from '../rooms.ts';
import type { ViewRowReads } from '../row-access.ts';
import { countFoundByGroup, findPageOfIdsFor } from '../search-by-id.ts';
import type { CaseCounts, CaseListItem } from './item.ts';
import { caseGroupKey, countInGroups, isOpenCaseGroup, pageQueryOf, sumCaseCounts } from './query.ts';
import type { CaseListRow } from './row.ts';

export type CaseListReads = {
  /** Returns the viewer's counters. @param keyword counts only its matches */
  counts(viewer: Viewer, keyword?: string): CaseCounts;
  /** A case of the list; undefined both for hidden and for missing cases. */
  caseItem(ctx: PresentCtx, caseId: string): CaseListItem | undefined;
  caseItems(ctx: PresentCtx, query: CaseQuery): ListPage<CaseListItem>;
  /** Counts the cases that belong to a person: all as owner, the open ones as designer. */
  casesHeld(personId: string): { owned: number; assigned: number };
  /** Ids of all cases that a person owns. */
  ownedCases(personId: string): string[];
  /** The newest cases of a person that the viewer sees. */
  casesOf(ctx: PresentCtx, personId: string, limit: number): CaseListItem[];
  /** The patient's first case and its refinements in order, as far as visible; undefined as above. */
  lineage(ctx: PresentCtx, caseId: string): CaseListItem[] | undefined;
};

/** Ids from the first case through its refinements to the newest. */
function lineageOf({ find }: ViewRowReads<CaseListItem>, caseId: string): string[] {
  const row = (id: string) => find<CaseListRow>('caseList', id)?.row;
  const ids = [caseId];
  for (let parent = row(caseId)?.parentId; parent; parent = row(parent)?.parentId) ids.unshift(parent);
  for (let child = row(caseId)?.childId; child; child = row(child)?.childId) ids.push(child);
  return ids;
}

export function createCaseListReads(own: ViewRowReads<CaseListItem>): CaseListReads {
  const histograms = (list: string, rooms: readonly string[]) => rooms.map(room => own.histogram(list, room));
  const groupOf = (caseId: string) => {
    const row = own.find<CaseListRow>('caseList', caseId)?.row;
    return row && caseGroupKey(row);
  };
  return {
    lineage: (ctx, caseId) => own.item(ctx, caseId) && own.items(ctx, lineageOf(own, caseId)),
    counts: (viewer, keyword) => {
      const { cases, waiting } = caseListRoomsOf(viewer);
      if (keyword?.trim()) {
        const found = (list: string, rooms: string[]) => [
          countFoundByGroup(own, viewer, { list, rooms, keyword }, groupOf),
        ];
        return sumCaseCounts(found('cases', cases), found('waiting', waiting));
      }
      return sumCaseCounts(histograms('cases', cases), histograms('waiting', waiting));
    },
    casesHeld: personId => ({
      owned: countInGroups(own.histogram('cases', ownerRoom(personId)), () => true),
      assigned: countInGroups(own.histogram('cases', designerRoom(personId)), isOpenCaseGroup),
    }),
    ownedCases: personId =>
      own.pageOfIds({
        ...{ list: 'cases', rooms: [ownerRoom(personId)], sort: 'updatedAt', descending: true, offset: 0 },
        ...{ limit: Number.MAX_SAFE_INTEGER, wants: () => true },
      }).ids,
    casesOf: (ctx, personId, limit) => {
      const newest = { sort: 'updatedAt', descending: true, offset: 0, limit } as const;
      const ids = [ownerRoom(personId), designerRoom(personId)].flatMap(
        room => own.pageOfIds({ ...newest, list: 'cases', rooms: [room], wants: () => true }).ids,
      );
      return own.items(ctx, [...new Set(ids)]).slice(0, limit);
    },
    caseItem: own.item,
    caseItems: (ctx, query) => {
      const { ids, total } = findPageOfIdsFor(own, ctx.viewer, pageQueryOf(ctx.viewer, query));
      return { items: own.items(ctx, ids), total, page: query.page, size: query.size };
    },
  };
}
