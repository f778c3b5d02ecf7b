/**
 * Searching as a viewer whose eye cannot be opened: only a case's id finds it. A name that found its case, or an order
 * by names, would tell the name.
 */
import type { Viewer } from '#events/person/position.ts';
import { isEyeClosed } from './closed.ts';
import type { Rows } from './found.ts';
import type { Histogram } from './store/counts.ts';
import type { PageOfIds, PageQuery } from './store/pages.ts';

/** More than an organisation has. */
const MOST = 1_000_000;

/** A page of ids as this viewer may look for them; ids of rows begin with their case's. */
export function pageFor({ pageOfIds }: Pick<Rows, 'pageOfIds'>, viewer: Viewer, query: PageQuery): PageOfIds {
  if (!isEyeClosed(viewer)) return pageOfIds(query);
  const asked = { ...query, sort: query.sort === 'patient' ? 'id' : query.sort };
  const typed = query.keyword?.trim().toUpperCase();
  if (!typed) return pageOfIds(asked);
  // The words find a case by its id's beginning too: every other way of finding it is sorted out.
  const { ids } = pageOfIds({ ...asked, offset: 0, limit: MOST });
  const found = ids.filter(id => id.toUpperCase().startsWith(typed));
  return { ids: found.slice(query.offset, query.offset + query.limit), total: found.length };
}

type Found = { list: string; rooms: readonly string[]; keyword: string };

/** Counts by group the rows that `pageFor` finds for this viewer. @param groupOf the group of the row with an id */
export function groupsFor(
  own: Pick<Rows, 'pageOfIds' | 'groupsFound'>,
  viewer: Viewer,
  query: Found,
  groupOf: (id: string) => string | undefined,
): Histogram {
  if (!isEyeClosed(viewer)) return own.groupsFound(query);
  const all = { sort: 'id', descending: false, offset: 0, limit: MOST };
  const counts = new Map<string, number>();
  for (const id of pageFor(own, viewer, { ...query, ...all }).ids) {
    const group = groupOf(id);
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}
