/** The only way from a stored retainer order to a person. */
import { may, sees } from '#events/case/may.ts';
import type { Action } from '#events/case/rules.ts';
import type { RetainerStatus } from '#events/retainer/retainer.ts';
import { wirePosition } from '#events/wire.ts';
import type { Found } from '../found.ts';
import { maskName, type PresentCtx } from '../present.ts';
import type { RetainerAct, RetainerListItem } from './item.ts';
import type { RetainerRow } from './row.ts';

/** What may follow at each status (lifecycle.md, Retainers). */
const next: Partial<Record<RetainerStatus, readonly [RetainerAct, Action]>> = {
  1: ['produce', 'produceRetainer'],
  2: ['deliver', 'deliverRetainer'],
  3: ['receive', 'receiveRetainer'],
  4: ['apply', 'applyRetainer'],
};

function actionOf(row: RetainerRow, ctx: PresentCtx): RetainerAct | null {
  const [act, action] = next[row.order.status] ?? [];
  if (!act || !action || (act === 'apply' && !row.newest)) return null;
  return may(ctx.viewer, action, row) === 'yes' ? act : null;
}

/** The order as this viewer gets it; undefined where its case is not to be seen. */
export function presentRetainerItem(
  { row, position }: Found<RetainerRow>,
  ctx: PresentCtx,
): RetainerListItem | undefined {
  if (!sees(ctx.viewer, row)) return undefined;
  return {
    ...row.order,
    caseId: row.caseId,
    patientName: ctx.hidden ? maskName(row.patientName) : row.patientName,
    clinic: row.clinic,
    owner: ctx.person(row.ownerId),
    action: actionOf(row, ctx),
    position: wirePosition(ctx.logId, position),
  };
}
