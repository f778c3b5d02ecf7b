/** The only way from a stored retainer order to a person. */
import { may, sees } from '#events/case/may.ts';
import { nextAct, type RetainerAct, retainerActs } from '#events/retainer/retainer.ts';
import { wirePosition } from '#events/wire.ts';
import { closedFor } from '../closed.ts';
import type { Found } from '../found.ts';
import { maskName, type PresentCtx } from '../present.ts';
import type { RetainerListItem } from './item.ts';
import type { RetainerRow } from './view.ts';

/** The order's next step, where it is this viewer's; the next order follows the newest one only. */
function actionOf(row: RetainerRow, ctx: PresentCtx): RetainerAct | null {
  const act = nextAct[row.order.status];
  if (act === 'apply' && !row.newest) return null;
  return may(ctx.viewer, retainerActs[act], row) === 'yes' ? act : null;
}

/** The order as this viewer gets it; undefined where its case is not to be seen. */
export function presentRetainerItem(
  { row, position }: Found<RetainerRow>,
  ctx: PresentCtx,
): RetainerListItem | undefined {
  if (!sees(ctx.viewer, row)) return undefined;
  return closedFor(ctx, {
    ...row.order,
    caseId: row.caseId,
    patientName: ctx.hidden ? maskName(row.patientName) : row.patientName,
    clinic: row.clinic,
    owner: ctx.person(row.ownerId),
    action: actionOf(row, ctx),
    position: wirePosition(ctx.logId, position),
  });
}
