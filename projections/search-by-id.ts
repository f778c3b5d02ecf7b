/**
 * Search for a viewer whose names are always hidden: only a case's id finds it. A search or sort by name
 * would reveal the name.
 */
import type { Viewer } from '#events/person/position.ts';
import { hasNamesHidden } from './analyst-filter.ts';
import type { RowReads } from './row-access.ts';
import type { Histogram } from './store/counts.ts';
import type { PageOfIds, PageQuery } from './store/pages.ts';

/** More cases than an organisation has. */
const MOST = 1_000_000;

/** Returns a page of ids that this viewer may find. Row ids begin with their case's id. */
export function findPageOfIdsFor(
  { pageOfIds }: Pick<RowReads, 'pageOfIds'>,
  viewer: Viewer,
  query: PageQuery,
): PageOfIds {
  if (!hasNamesHidden(viewer)) return pageOfIds(query);
  const asked = { ...query, sort: query.sort === 'patient' ? 'id' : query.sort };
  const typed = query.keyword?.trim().toUpperCase();
  if (!typed) return pageOfIds(asked);
  // Full-text words also match ids by prefix; other matches are filtered out.
  const { ids } = pageOfIds({ ...asked, offset: 0, limit: MOST });
  const found = ids.filter(id => id.toUpperCase().startsWith(typed));
  return { ids: found.slice(query.offset, query.offset + query.limit), total: found.length };
}

type Found = { list: string; rooms: readonly string[]; keyword: string };

/** Counts by group the rows that `findPageOfIdsFor` finds. @param groupOf the group of a row id */
export function countFoundByGroup(
  own: Pick<RowReads, 'pageOfIds' | 'groupsFound'>,
  viewer: Viewer,
  query: Found,
  groupOf: (id: string) => string | undefined,
): Histogram {
  if (!hasNamesHidden(viewer)) return own.groupsFound(query);
  const all = { sort: 'id', descending: false, offset: 0, limit: MOST };
  const counts = new Map<string, number>();
  for (const id of findPageOfIdsFor(own, viewer, { ...query, ...all }).ids) {
    const group = groupOf(id);
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}
