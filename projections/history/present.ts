/** Presents an event's stored line to a viewer. This is the only way out; fields are closed unless opened here. */
import { isOnDoctorSide, seesCase } from '#events/case/permissions.ts';
import { Status, statusWord } from '#events/case/status.ts';
import { toWirePosition } from '#events/wire.ts';
import { hideTextsFromAnalyst } from '../analyst-filter.ts';
import type { CaseListRow } from '../caseList/row.ts';
import { eventVisibility, type HistoryLineFacts } from '../event-visibility.ts';
import { contextInCase, maskName, type PresentCtx } from '../present.ts';
import type { FoundRow, RowReads } from '../row-access.ts';
import type { HistoryItem } from './item.ts';
import type { HistoryRow } from './row.ts';

/** Replaces people's ids in the facts by their names. */
function named(facts: HistoryLineFacts, ctx: PresentCtx): HistoryLineFacts {
  const { assigneeId, ownerId } = facts;
  return {
    ...facts,
    ...(typeof assigneeId === 'string' && { assignee: ctx.person(assigneeId).name }),
    ...(typeof ownerId === 'string' && { owner: ctx.person(ownerId).name }),
  };
}

/** The manufacturer learns of a doctor's review only if it approved. A refused plan never reaches production. */
const closedToVendor = (row: HistoryRow) =>
  eventVisibility[row.type].vendor === 'closed' ||
  (row.type === 'PlanDoctorReviewed' && row.to !== Status.PrepareProduction);

/** Presents an event's line; undefined for viewers who do not see the case. */
export function presentHistory(
  { id, row, position }: FoundRow<HistoryRow>,
  ctx: PresentCtx,
  rows: RowReads,
): HistoryItem | undefined {
  const { viewer, hidden } = ctx;
  const of = rows.find<CaseListRow>('caseList', row.caseId)?.row;
  if (!of || !seesCase(viewer, of)) return undefined;
  const vendor = viewer.position === 'VendorAdmin';
  if (vendor && closedToVendor(row)) return undefined;
  const withNote = !vendor || eventVisibility[row.type].vendor === 'with note';
  return hideTextsFromAnalyst(ctx, {
    id,
    caseId: row.caseId,
    revision: row.revision,
    position: toWirePosition(ctx.logId, position),
    type: row.type,
    at: row.at,
    by: contextInCase(of, ctx).person(row.by, row.at),
    to: row.to,
    statusWord: row.to === null ? null : statusWord(row.to, isOnDoctorSide(viewer, of)),
    note: withNote ? row.note : null,
    reasons: withNote ? row.reasons : [],
    facts: named(row.facts, ctx),
    patientName: hidden ? maskName(of.patientName) : of.patientName,
  });
}
