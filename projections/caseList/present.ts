/** Presents a row of the case list to a viewer. This is the only way out. */

import { isNextActor, leadActionOf, nextActorsOf } from '#events/case/next-step.ts';
import { isOnDoctorSide, isWaitingForViewer, listActionsFor, seesCase } from '#events/case/permissions.ts';
import { statusWord } from '#events/case/status.ts';
import { toWirePosition } from '#events/wire.ts';
import { hideTextsFromAnalyst } from '../analyst-filter.ts';
import { maskName, type PresentCtx } from '../present.ts';
import type { FoundRow } from '../row-access.ts';
import type { CaseListItem, NextActors } from './item.ts';
import type { CaseListRow } from './row.ts';

/** The manufacturer gets the patient's name for the box label, and no other patient data. */
const forVendor = { gender: null, birthDate: null, note: null } as const;

/** Returns the row for this viewer; undefined if it is hidden from them. */
export function presentCaseItem(
  { row, position }: FoundRow<CaseListRow>,
  ctx: PresentCtx,
): CaseListItem | undefined {
  return seesCase(ctx.viewer, row)
    ? hideTextsFromAnalyst(ctx, caseListItemOf(row, position, ctx))
    : undefined;
}

function presentHandlers(row: CaseListRow, { viewer, person }: PresentCtx): NextActors {
  const people: NextActors['people'] = [];
  const positions: NextActors['positions'] = [];
  for (const handler of nextActorsOf(row))
    if (handler === 'owner') people.push(person(row.ownerId));
    else if (handler === 'assignee') people.push(...(row.assigneeId ? [person(row.assigneeId)] : []));
    else positions.push(handler);
  return { mine: isNextActor(viewer, row), people, positions };
}

/** Like presentCaseItem, for a caller that has checked the right to see the case. */
export function caseListItemOf(row: CaseListRow, position: bigint, ctx: PresentCtx): CaseListItem {
  const { viewer, hidden, person } = ctx;
  const own = isOnDoctorSide(viewer, row);
  return {
    caseId: row.caseId,
    status: row.status,
    statusWord: statusWord(row.status, own),
    prior: row.prior,
    waits: isWaitingForViewer(viewer, row),
    patientName: hidden ? maskName(row.patientName) : row.patientName,
    gender: row.gender,
    birthDate: row.birthDate,
    clinic: row.clinic,
    doctor: row.doctor,
    outsideCaseNumber: row.outsideCaseNumber,
    owner: person(row.ownerId),
    assignee: row.assigneeId === null ? null : person(row.assigneeId),
    method: row.method,
    productType: row.productType,
    arch: row.arch,
    stages: row.stages,
    sent: row.sent,
    planVersion: row.planVersion,
    reviewStatus: row.reviewStatus,
    missing: row.missing,
    note: row.note,
    reasons: row.reasons,
    parentId: row.parentId,
    childId: row.childId,
    archived: row.archived,
    createdAt: row.createdAt,
    submittedAt: row.submittedAt,
    updatedAt: row.updatedAt,
    actions: listActionsFor(viewer, row),
    lead: leadActionOf(viewer, row),
    handlers: presentHandlers(row, ctx),
    position: toWirePosition(ctx.logId, position),
    ...(viewer.position === 'VendorAdmin' && !own ? { ...forVendor, missing: [], reasons: [] } : {}),
  };
}
