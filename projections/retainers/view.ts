/** The view `retainers`: one row for each retainer order, in the lists of everybody who sees its case. */
import * as z from 'zod/mini';
import type { CaseState } from '#events/case/case.ts';
import { limits } from '#events/case/limits.ts';
import type { Option } from '#events/case/options.ts';
import {
  type PermissionFacts,
  permissionFactsOf,
  permissionFor,
  seesCase,
} from '#events/case/permissions.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import {
  nextRetainerActionByStatus,
  type Retainer,
  type RetainerAction,
  type RetainerStatus,
  retainerActionByShortName,
  retainerId,
  retainerStatus,
} from '#events/retainer/retainer.ts';
import { toWirePosition } from '#events/wire.ts';
import { hideTextsFromAnalyst } from '../analyst-filter.ts';
import { readCaseRow } from '../case/row.ts';
import type { PersonRef } from '../caseList/item.ts';
import { pinyinWords } from '../caseList/words.ts';
import type { ListPage } from '../contract.ts';
import { maskName, type PresentCtx } from '../present.ts';
import { caseListRoomsOf, retainerRoom, roomsSeeingCase } from '../rooms.ts';
import type { FoundRow, ViewRowReads } from '../row-access.ts';
import { findPageOfIdsFor } from '../search-by-id.ts';
import type { FoldedView, Sight } from '../view.ts';
import {
  keywordParamSchema,
  momentQuerySchema,
  pagingParamSchemas,
  type ViewRouteCall,
  wholeNumberParamSchemaFor,
} from '../view-routes.ts';

/** An order as a viewer gets it, over HTTP and the socket. */
export type RetainerListItem = {
  /** `<case>-R<n>` */
  id: string;
  caseId: string;
  retainer: number;
  /** Patient's name, masked while names are hidden. */
  patientName: string;
  clinic: string | null;
  owner: PersonRef;
  type: Option<'retainerType'>;
  arch: Option<'retainerArch'>;
  quantity: number;
  status: RetainerStatus;
  appliedAt: string;
  producedAt: string | null;
  deliveredAt: string | null;
  receivedAt: string | null;
  courier: number | null;
  trackingNumber: string | null;
  /** The next action if this viewer may perform it: a step of this order, or the next order. */
  action: RetainerAction | null;
  /** Wire position of the row's last event. The browser keeps the newer row. */
  position: string;
};

/** Number of visible orders by status 1 to 4. */
type RetainerCounts = Record<Exclude<RetainerStatus, 0>, number>;
export type RetainerPage = ListPage<RetainerListItem> & { counts: RetainerCounts };

export type RetainerRow = PermissionFacts & {
  caseId: string;
  patientName: string;
  clinic: string | null;
  order: Omit<RetainerListItem, 'caseId' | 'patientName' | 'clinic' | 'owner' | 'action' | 'position'>;
  /** Whether this is the case's newest order. Only the newest order can be followed by another one. */
  newest: boolean;
};

/** An order's stored row. Pure and independent of the viewer. */
export function retainerRow(s: CaseState, one: Retainer): RetainerRow {
  const { retainer, type, arch, quantity, produced, delivered, received } = one;
  return {
    ...permissionFactsOf(s),
    caseId: s.caseId,
    patientName: s.sections.patient.name ?? '',
    clinic: s.sections.patient.clinic ?? null,
    order: {
      id: retainerId(s.caseId, retainer),
      retainer,
      type,
      arch,
      quantity,
      status: retainerStatus(one),
      appliedAt: one.at,
      producedAt: produced?.at ?? null,
      deliveredAt: delivered?.at ?? null,
      receivedAt: received?.at ?? null,
      courier: delivered?.courier ?? null,
      trackingNumber: delivered?.trackingNumber ?? null,
    },
    newest: s.retainers.at(-1) === one,
  };
}

function sights(row: RetainerRow): Sight[] {
  const where = {
    list: 'retainers',
    group: String(row.order.status),
    sort: { appliedAt: row.order.appliedAt },
  };
  return roomsSeeingCase(row).map(room => ({ ...where, room: retainerRoom(room) }));
}

function words({ caseId, patientName, clinic, order }: RetainerRow): string[] {
  const numbers = [order.id, caseId, order.trackingNumber ?? ''];
  return [...numbers, patientName, ...pinyinWords(patientName), clinic ?? ''];
}

/** The next action, if this viewer may perform it. Only the newest order can be followed by another one. */
function actionOf(row: RetainerRow, ctx: PresentCtx): RetainerAction | null {
  const act = nextRetainerActionByStatus[row.order.status];
  if (act === 'apply' && !row.newest) return null;
  return permissionFor(ctx.viewer, retainerActionByShortName[act], row) === 'yes' ? act : null;
}

/** Presents an order to a viewer. This is the only way out; undefined if its case is hidden. */
function present({ row, position }: FoundRow<RetainerRow>, ctx: PresentCtx): RetainerListItem | undefined {
  if (!seesCase(ctx.viewer, row)) return undefined;
  return hideTextsFromAnalyst(ctx, {
    ...row.order,
    caseId: row.caseId,
    patientName: ctx.hidden ? maskName(row.patientName) : row.patientName,
    clinic: row.clinic,
    owner: ctx.person(row.ownerId),
    action: actionOf(row, ctx),
    position: toWirePosition(ctx.logId, position),
  });
}

const query = z.extend(momentQuerySchema, {
  filter: z.optional(wholeNumberParamSchemaFor(/^[1-4]$/, 'not-a-choice')),
  keyword: keywordParamSchema,
  ...pagingParamSchemas,
});

function countsIn(own: ViewRowReads<RetainerListItem>, rooms: readonly string[]): RetainerCounts {
  const histograms = rooms.map(room => own.histogram('retainers', room));
  const at = (status: number) => histograms.reduce((sum, h) => sum + (h.get(String(status)) ?? 0), 0);
  return { 1: at(1), 2: at(2), 3: at(3), 4: at(4) };
}

/** Sorted by date of application, newest first, so that a step does not move a row. */
function answer({ own, ctx, query: asked }: ViewRouteCall<RetainerListItem, typeof query>): RetainerPage {
  const { filter, keyword: typed, page = 1, size = limits.pageSize } = asked;
  const rooms = caseListRoomsOf(ctx.viewer).cases.map(retainerRoom);
  const { ids, total } = findPageOfIdsFor(own, ctx.viewer, {
    list: 'retainers',
    rooms,
    sort: 'appliedAt',
    descending: true,
    keyword: typed?.trim() || undefined,
    ...(filter ? { wants: (group: string) => group === String(filter) } : {}),
    offset: (page - 1) * size,
    limit: size,
  });
  return { items: own.items(ctx, ids), total, page, size, counts: countsIn(own, rooms) };
}

/**
 * Folds after the row `case`, so that it reads the case with the event applied. Any event of the case may change who
 * sees it.
 */
export const retainersView = {
  name: 'retainers',
  version: 3,
  keep: 2000,
  follows: [caseStreamPrefix],
  keys: (event, read) =>
    (readCaseRow(read, caseIdOfEvent(event))?.retainers ?? []).map(one =>
      retainerId(caseIdOfEvent(event), one.retainer),
    ),
  fold: (row, event, read, id) => {
    const state = readCaseRow(read, caseIdOfEvent(event));
    const one = state?.retainers.find(order => retainerId(state.caseId, order.retainer) === id);
    if (!state || !one) return null;
    const next = retainerRow(state, one);
    // Returns the same object when nothing changed, so that the row is not announced.
    return row && JSON.stringify(row) === JSON.stringify(next) ? row : next;
  },
  lists: { retainers: ['appliedAt'] },
  sights,
  words,
  resumes: true,
  present,
  past: item => ({ ...item, action: null }),
  asks: {
    path: '/api/retainers',
    rule: 'session',
    tag: 'retainers',
    summary:
      'Retainer orders of every case that this person sees, the newest first (`filter`: 1 in production, 2 pending delivery, 3 pending receipt, 4 signed), with counts.',
    query,
    answer,
  },
} satisfies FoldedView<RetainerRow, RetainerListItem>;
