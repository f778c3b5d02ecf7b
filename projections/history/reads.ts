/** Reading what happened: to one case, and over all that a person sees. */
import { sees } from '#events/case/may.ts';
import type { CaseListRow } from '../caseList/row.ts';
import type { ReadModels } from '../contract.ts';
import { defined, type FindRow } from '../found.ts';
import { type Generation, viewNumber } from '../generation.ts';
import type { PresentCtx } from '../present.ts';
import { viewerRooms } from '../rooms.ts';
import type { StoredRow } from '../store.ts';
import type { HistoryItem } from './item.ts';
import { presentHistory } from './present.ts';
import type { HistoryRow } from './row.ts';

/** Events that one case shows at most in the feed. */
const FEED_EACH = 20;

// The boundary where stored JSON becomes a row again: only the fold has written it.
const present = (stored: StoredRow, of: CaseListRow, ctx: PresentCtx): HistoryItem | undefined =>
  presentHistory(JSON.parse(stored.json) as HistoryRow, stored.position, of, ctx);

export function createHistoryReads(now: () => Generation, find: FindRow) {
  const listRow = (caseId: string) => find<CaseListRow>('caseList', caseId)?.row;
  const linesOf = (caseId: string, how: { descending?: boolean; limit?: number } = {}) =>
    now().store.withPrefix(viewNumber('history'), `${caseId}:`, how);

  const history: ReadModels['history'] = (ctx, caseId) => {
    const of = listRow(caseId);
    if (!of || !sees(ctx.viewer, of)) return undefined;
    return linesOf(caseId)
      .map(stored => present(stored, of, ctx))
      .filter(defined);
  };
  /** A case's last event is where the case stands in the list, so the newest events are in the newest cases. */
  const feed: ReadModels['feed'] = (ctx, limit) => {
    const rooms = viewerRooms(ctx.viewer).cases;
    const newest = { list: 'cases', rooms, sort: 'updatedAt', descending: true, offset: 0, limit };
    const how = { descending: true, limit: Math.min(limit, FEED_EACH) };
    const lines = now()
      .store.pageOfIds(newest)
      .ids.flatMap(id => {
        const of = listRow(id);
        return of ? linesOf(id, how).map(stored => ({ stored, of })) : [];
      });
    lines.sort((a, b) => (a.stored.position < b.stored.position ? 1 : -1));
    return lines
      .map(({ stored, of }) => present(stored, of, ctx))
      .filter(defined)
      .slice(0, limit);
  };
  return { history, feed };
}
