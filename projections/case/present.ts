/** Presents a case's state to a viewer. This is the only way out, and it leaves closed parts out entirely. */
import type { CaseState } from '#events/case/case.ts';
import { expectsParcel } from '#events/case/delivery.ts';
import { checkDraft, type MissingField } from '#events/case/draft.ts';
import type { CaseFile } from '#events/case/files.ts';
import type { FileKind } from '#events/case/options.ts';
import { type CasePage, casePageNames, type PageAccess, pageAccess } from '#events/case/pages.ts';
import { type PermissionVerdict, permissionFor, seesCase } from '#events/case/permissions.ts';
import { type Action, actionNames } from '#events/case/rules.ts';
import { isEditable } from '#events/case/status.ts';
import { approvedPlan, reviewStatus } from '#events/plan/plan.ts';
import { remainingStages } from '#events/shipment/shipment.ts';
import { hideTextsFromAnalyst } from '../analyst-filter.ts';
import { caseListItemOf } from '../caseList/present.ts';
import { caseListRow } from '../caseList/row.ts';
import { contextInCase, type PresentCtx } from '../present.ts';
import type { FoundRow, RowReads } from '../row-access.ts';
import { presentFollowUp } from './follow-up.ts';
import {
  presentBatch,
  presentChangeRequest,
  presentComment,
  presentFile,
  presentNote,
  presentPlan,
  presentShipment,
} from './present-parts.ts';
import { presentSectionSaves, presentSections } from './present-sections.ts';
import type { CaseView, CompletionItem, FileItem } from './view.ts';

export type PageAccessByPage = Record<CasePage, PageAccess>;

/** Returns which sections of the page are open to the viewer. */
function pagesOf(s: CaseState, ctx: PresentCtx): PageAccessByPage {
  const facts = {
    status: s.status,
    submitted: s.submittedAt !== null,
    planned: s.plans.length + s.targets.length > 0,
    produced: s.produced,
    retained: s.retained,
  };
  return Object.fromEntries(
    casePageNames.map(page => [page, pageAccess(page, ctx.viewer.position, facts)]),
  ) as PageAccessByPage;
}

/**
 * The page that must be open to see a file of this kind; null if such files are shown elsewhere or nowhere.
 */
const pageOfKind: Record<FileKind, CasePage | null> = {
  stl: 'digitalModel',
  photo: 'images',
  radiograph: 'images',
  archive: 'otherFiles',
  other: 'otherFiles',
  plan: 'plan',
  avatar: null,
  logo: null,
  chat: null,
  article: null,
  download: null,
};

function openFiles(files: readonly CaseFile[], pages: PageAccessByPage, ctx: PresentCtx): FileItem[] {
  return files
    .filter(f => {
      const page = pageOfKind[f.kind];
      return page !== null && pages[page] === 'open';
    })
    .map(f => presentFile(f, ctx));
}

function presentAsked(s: CaseState, ctx: PresentCtx): CaseView['request'] {
  return s.request && { ...presentNote(s.request, ctx), defects: s.request.defects };
}

function presentCompletion(s: CaseState, pages: PageAccessByPage, ctx: PresentCtx): CompletionItem | null {
  if (!s.completion) return null;
  const { photos, xrays, ...facts } = s.completion;
  return { ...facts, photos: openFiles(photos, pages, ctx), xrays: openFiles(xrays, pages, ctx) };
}

const missingOf = (s: CaseState): MissingField[] =>
  isEditable(s.status) ? checkDraft(s.sections, s.files).missing : [];

function answers(s: CaseState, ctx: PresentCtx): Record<Action, PermissionVerdict> {
  const all = actionNames.map((action): [Action, PermissionVerdict] => [
    action,
    permissionFor(ctx.viewer, action, s),
  ]);
  return Object.fromEntries(all) as Record<Action, PermissionVerdict>;
}

/** The clinic's data, which the manufacturer never gets. */
function clinicalPart(s: CaseState, ctx: PresentCtx) {
  if (ctx.viewer.position === 'VendorAdmin')
    return {
      request: null,
      denial: null,
      refineReason: null,
      refineReasons: [],
      missing: [],
      targets: [],
      comments: [],
      requests: [],
    };
  return {
    request: presentAsked(s, ctx),
    denial: s.denial && presentNote(s.denial, ctx),
    refineReason: s.refineReason,
    refineReasons: s.refineReasons,
    missing: missingOf(s),
    targets: s.targets.map(p => presentPlan(p, ctx)),
    comments: s.comments.map(c => presentComment(c, ctx)),
    requests: s.requests.map(r => presentChangeRequest(r, s.ownerId, ctx)),
  };
}

/** Plans open to the viewer: the manufacturer's begin with the doctor's approval. */
const openPlans = (s: CaseState, pages: PageAccessByPage, ctx: PresentCtx) =>
  pages.plan !== 'open'
    ? []
    : s.plans.filter(p => ctx.viewer.position !== 'VendorAdmin' || reviewStatus(p) === 'approved');

/** Returns the case's page for this viewer; undefined if the case is hidden from them. */
export function presentCase(
  { row, position }: FoundRow<CaseState>,
  ctx: PresentCtx,
  rows: Pick<RowReads, 'find'>,
): CaseView | undefined {
  return seesCase(ctx.viewer, row) ? hideTextsFromAnalyst(ctx, viewOf(row, position, ctx, rows)) : undefined;
}

/**
 * Returns the page as of `then`. A viewer of the case sees its past, without actions. The manufacturer's past
 * begins when the case reached production.
 */
export function presentCaseAsOf(
  now: CaseState,
  then: CaseState,
  position: bigint,
  ctx: PresentCtx,
  rows: Pick<RowReads, 'find'>,
): CaseView | undefined {
  if (!seesCase(ctx.viewer, now)) return undefined;
  if (ctx.viewer.position === 'VendorAdmin' && !seesCase(ctx.viewer, then)) return undefined;
  const view = hideTextsFromAnalyst(ctx, viewOf(then, position, ctx, rows));
  const may = Object.fromEntries(actionNames.map(action => [action, 'notNow'])) as Record<
    Action,
    PermissionVerdict
  >;
  return {
    ...(ctx.viewer.position === 'VendorAdmin' ? withoutPastAddresses(view, now) : view),
    header: { ...view.header, actions: [], lead: null, waits: false },
    may,
    asOf: then.updatedAt,
  };
}

/** An address that is closed to the viewer now is removed from the past as well. */
function withoutPastAddresses(view: CaseView, now: CaseState): CaseView {
  return {
    ...view,
    sections: expectsParcel(now) ? view.sections : {},
    retainers: view.retainers.map(order => ({
      ...order,
      address: now.retainers.find(one => one.retainer === order.retainer)?.received ? '' : order.address,
    })),
  };
}

function viewOf(s: CaseState, position: bigint, outer: PresentCtx, rows: Pick<RowReads, 'find'>): CaseView {
  const ctx = contextInCase(s, outer);
  const pages = pagesOf(s, ctx);
  const approved = approvedPlan(s);
  const { caseId, status, prior, orgId, servedBy, ownerId, assigneeId, askedBy } = s;
  const { produced, retained, archived, deleted, erased } = s;
  const flags = { produced, retained, archived, deleted, erased };
  return {
    caseId,
    header: caseListItemOf(caseListRow(s), position, ctx),
    facts: { caseId, status, prior, orgId, servedBy, ownerId, assigneeId, askedBy, ...flags },
    revision: s.revision,
    etag: `"${s.revision}"`,
    asOf: null,
    createdBy: ctx.person(s.createdBy, s.createdAt),
    sections: presentSections(s, pages, ctx),
    saved: presentSectionSaves(s, pages, ctx),
    files: openFiles(s.files, pages, ctx),
    models: pages.digitalModel === 'open' ? s.models : [],
    plans: openPlans(s, pages, ctx).map(p => presentPlan(p, ctx)),
    approved: approved?.version ?? null,
    batches: s.batches,
    batch: s.batch && presentBatch(s.batch, ctx),
    shipments: s.shipments.map(sent => presentShipment(sent, ctx)),
    remaining: approved ? remainingStages(s, approved) : null,
    completion: presentCompletion(s, pages, ctx),
    pages,
    may: answers(s, ctx),
    erased: s.erased,
    ...clinicalPart(s, ctx),
    ...presentFollowUp(s, pages, ctx, rows),
  };
}
