/** Changes as one viewer's reads would answer them: live from an announcement, or all that were missed. */
import type { CaseState } from '#events/case/case.ts';
import { sees } from '#events/case/may.ts';
import { type RowChange, wirePosition } from '#events/wire.ts';
import { presentCase } from './case/present.ts';
import { presentCaseItem } from './caseList/present.ts';
import type { CaseListRow } from './caseList/row.ts';
import type { Change, ReadModels, Since } from './contract.ts';
import { presentHistory } from './history/present.ts';
import type { HistoryRow } from './history/row.ts';
import { type InboxRow, inboxRoom, type MessageRow } from './messages/row.ts';
import type { PresentCtx } from './present.ts';
import type { Reads } from './reads.ts';
import { viewerRooms } from './rooms.ts';
import type { RowStore } from './store.ts';
import { views } from './views.ts';

/** Rows that a client may be told of at once, and rows that are looked at to find them. */
const MOST_CHANGES = 500;
const MOST_LOOKED_AT = 20_000;

type Present = (change: Change, ctx: PresentCtx, reads: Reads) => unknown;

// The boundary where a change's row takes its view's type: the table is keyed by the view's name.
const presenters: Record<string, Present> = {
  caseList: (c, ctx) => c.after && presentCaseItem(c.after as CaseListRow, c.position, ctx),
  case: (c, ctx) => c.after && presentCase(c.after as CaseState, c.position, ctx),
  history: (c, ctx, reads) => {
    const row = c.after as HistoryRow | undefined;
    const of = row && reads.listRow(row.caseId)?.row;
    return row && of && presentHistory(row, c.position, of, ctx);
  },
  messages: (c, ctx, reads) => {
    const row = c.after as MessageRow | undefined;
    return row && reads.messageFrom(ctx, c.id, { row, position: c.position });
  },
  inbox: (c, ctx, reads) => {
    const row = c.after as InboxRow | undefined;
    return row?.personId === ctx.viewer.id
      ? { upTo: row.upTo, unread: reads.unread(row.personId) }
      : undefined;
  },
};

/** Whether the viewer's reads answered with the row before it changed. */
const sawBefore: Record<string, (c: Change, ctx: PresentCtx) => boolean> = {
  caseList: (c, ctx) => c.before !== undefined && sees(ctx.viewer, c.before as CaseListRow),
  case: (c, ctx) => c.before !== undefined && sees(ctx.viewer, c.before as CaseState),
  messages: (c, ctx) => (c.before as MessageRow | undefined)?.personId === ctx.viewer.id,
};

/** A change as this viewer's reads answer it now: the row, its removal, or undefined where it is none of theirs. */
export function presentChange(change: Change, ctx: PresentCtx, reads: Reads): RowChange | undefined {
  const row = presenters[change.view]?.(change, ctx, reads);
  const where = { view: change.view, id: change.id, position: wirePosition(ctx.logId, change.position) };
  if (row !== undefined && row !== null) return { ...where, row };
  return sawBefore[change.view]?.(change, ctx) ? { ...where, row: null } : undefined;
}

/** All rooms of a viewer: the lists', the own messages, and the own account. */
export const allRooms: ReadModels['roomsOf'] = viewer => {
  const { cases, waiting } = viewerRooms(viewer);
  return [...cases, ...waiting, inboxRoom(viewer.id), `person:${viewer.id}`];
};

/** Rows of lists that changed after a position and are, or were, in the viewer's rooms. */
export function changedSince(
  store: RowStore,
  reads: Reads,
  ctx: PresentCtx,
  from: bigint,
  to: bigint,
): Since {
  const tooOld: Since = { tooOld: true, changes: [], position: to };
  if (from < BigInt(store.meta('removalsFrom') ?? '0')) return tooOld;
  const rows = store.rowsAfter(from, MOST_LOOKED_AT);
  const removals = store.removalsAfter(from, MOST_LOOKED_AT);
  if (rows.length === MOST_LOOKED_AT || removals.length === MOST_LOOKED_AT) return tooOld;
  const changes = new Map<string, RowChange>();
  const rooms = new Set(allRooms(ctx.viewer));
  // Removals first: a row that came back is answered as it is now.
  for (const gone of removals) {
    if (!gone.rooms.some(room => rooms.has(room))) continue;
    const view = views[gone.view]?.name ?? '';
    const position = wirePosition(ctx.logId, gone.position);
    changes.set(`${view} ${gone.id}`, { view, id: gone.id, position, row: null });
  }
  for (const { view: n, id } of rows) {
    const view = views[n]?.name ?? '';
    const item = view === 'messages' ? reads.messageOf(ctx, id) : reads.caseItem(ctx, id);
    if (item) changes.set(`${view} ${id}`, { view, id, position: item.position, row: item });
  }
  // A removal from one of several rooms, of a row that has not left the viewer's sight and did not change since.
  for (const change of changes.values())
    if (change.row === null && change.view === 'caseList')
      change.row = reads.caseItem(ctx, change.id) ?? null;
  return changes.size > MOST_CHANGES
    ? tooOld
    : { tooOld: false, changes: [...changes.values()], position: to };
}
