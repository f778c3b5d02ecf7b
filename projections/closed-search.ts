/**
 * Searching as a viewer whose eye cannot be opened: only a case's id finds it. A name that found its case, or an order
 * by names, would tell the name.
 */
import type { Viewer } from '#events/person/position.ts';
import { isEyeClosed } from './closed.ts';
import type { Rows } from './found.ts';
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
