/** Reads the history of one case, and the feed over all cases that a person sees. */
import { seesCase } from '#events/case/permissions.ts';
import type { CaseListRow } from '../caseList/row.ts';
import type { PresentCtx } from '../present.ts';
import { caseListRoomsOf } from '../rooms.ts';
import { isDefined, type ViewRowReads } from '../row-access.ts';
import type { HistoryItem } from './item.ts';
import { presentHistory } from './present.ts';
import type { HistoryRow } from './row.ts';

/** Largest number of events of a single case in the feed. */
const FEED_EACH = 20;

export type HistoryReads = {
  /** All events visible to this viewer, oldest first. */
  history(ctx: PresentCtx, caseId: string): HistoryItem[] | undefined;
  /** The newest events over all visible cases, newest first. */
  feed(ctx: PresentCtx, limit: number): HistoryItem[];
};

export function createHistoryReads(own: ViewRowReads<HistoryItem>): HistoryReads {
  const linesOf = (caseId: string, how?: { descending: boolean; limit: number }) =>
    own.withPrefix<HistoryRow>('history', `${caseId}:`, how);

  const history: HistoryReads['history'] = (ctx, caseId) => {
    const of = own.find<CaseListRow>('caseList', caseId)?.row;
    if (!of || !seesCase(ctx.viewer, of)) return undefined;
    return linesOf(caseId)
      .map(line => presentHistory(line, ctx, own))
      .filter(isDefined);
  };
  /** Lists sort cases by their last event, so the newest events belong to the first cases. */
  const feed: HistoryReads['feed'] = (ctx, limit) => {
    const rooms = caseListRoomsOf(ctx.viewer).cases;
    const newest = { list: 'cases', rooms, sort: 'updatedAt', descending: true, offset: 0, limit };
    const how = { descending: true, limit: Math.min(limit, FEED_EACH) };
    const lines = own.pageOfIds(newest).ids.flatMap(id => linesOf(id, how));
    lines.sort((a, b) => (a.position < b.position ? 1 : -1));
    return lines
      .map(line => presentHistory(line, ctx, own))
      .filter(isDefined)
      .slice(0, limit);
  };
  return { history, feed };
}
