/** The rows `shop`: cases with something to make or to ship, for the manufacturer's board. */

import type { CaseState } from '#events/case/case.ts';
import { expectsParcel, productionStatuses } from '#events/case/delivery.ts';
import {
  listActionsFor,
  type PermissionFacts,
  permissionFactsOf,
  permissionFor,
  seesCase,
} from '#events/case/permissions.ts';
import type { DeliveryAddress } from '#events/case/sections.ts';
import { Status } from '#events/case/status.ts';
import { approvedPlan } from '#events/plan/plan.ts';
import { type Batch, remainingStages, type Shipment, type StageRanges } from '#events/shipment/shipment.ts';
import type { Tray } from '#events/tray/tray.ts';
import { toWirePosition } from '#events/wire.ts';
import { presentTray } from '../case/follow-up.ts';
import { presentBatch, presentShipment } from '../case/present-parts.ts';
import { maskDelivery } from '../case/present-sections.ts';
import { contextInCase, type PresentCtx } from '../present.ts';
import { caseListRoomsOf, roomsSeeingCase } from '../rooms.ts';
import type { FoundRow } from '../row-access.ts';
import type { DerivedView } from '../view.ts';
import { momentQuerySchema, type ViewRouteCall } from '../view-routes.ts';
import type { ProductionBoardItem } from './item.ts';

export type ProductionBoardRow = PermissionFacts & {
  caseId: string;
  clinic: string | null;
  delivery: DeliveryAddress | null;
  plan: ProductionBoardItem['plan'];
  open: StageRanges | null;
  batch: Batch | null;
  parcel: Shipment | null;
  trays: Tray[];
  since: string;
};

/** Returns the row of a case; null if nothing is left to make or to ship. Pure and independent of the viewer. */
function shopRow(s: CaseState): ProductionBoardRow | null {
  const trays = s.trays.filter(tray => !tray.received);
  if (s.deleted || s.erased || !s.produced || !(productionStatuses.includes(s.status) || trays.length > 0))
    return null;
  const plan = approvedPlan(s);
  const last = s.shipments.at(-1);
  const parcel = s.status === Status.Shipping && last && !last.lost && !last.receivedAt ? last : null;
  return {
    ...permissionFactsOf(s),
    caseId: s.caseId,
    clinic: s.sections.patient.clinic ?? null,
    delivery: s.sections.data.deliveryAddress ?? null,
    plan: plan
      ? { version: plan.version, bundle: plan.bundle, upper: plan.upperStages, lower: plan.lowerStages }
      : null,
    open: plan ? remainingStages(s, plan) : null,
    batch: s.batch,
    parcel,
    trays,
    since: parcel?.at ?? s.batch?.finished?.at ?? s.batch?.at ?? s.updatedAt,
  };
}

/** Presents a row. Only the manufacturer gets the board. */
function presentShop(
  { row, position }: FoundRow<ProductionBoardRow>,
  ctx: PresentCtx,
): ProductionBoardItem | undefined {
  const { viewer, person } = ctx;
  if (viewer.position !== 'VendorAdmin' || !seesCase(viewer, row)) return undefined;
  const { caseId, status, clinic, delivery, plan, open, batch, parcel, trays, since } = row;
  const actions = listActionsFor(viewer, row);
  const beside = (['finishBatch', 'shipTray', 'correctParcel'] as const).filter(
    action => permissionFor(viewer, action, row) === 'yes',
  );
  return {
    caseId,
    status,
    clinic,
    plan,
    open,
    since,
    owner: person(row.ownerId),
    delivery: delivery && (ctx.hidden ? maskDelivery(delivery) : delivery),
    batch: batch && presentBatch(batch, ctx),
    parcel: parcel && presentShipment(parcel, ctx),
    trays: trays.map(tray => presentTray(caseId, tray, contextInCase(row, ctx))),
    actions: [...actions, ...beside],
    position: toWirePosition(ctx.logId, position),
  };
}

/** Largest number of cases on a board. */
const MOST = 500;

/** The viewer's board, longest wait first. `total` includes cases beyond the limit. */
function answer({ own, ctx }: ViewRouteCall<ProductionBoardItem>): {
  items: ProductionBoardItem[];
  total: number;
} {
  const rooms = caseListRoomsOf(ctx.viewer).cases.filter(room => room.startsWith('made:'));
  const page = { list: 'shop', rooms, sort: 'since', descending: false, offset: 0, limit: MOST };
  const { ids, total } = own.pageOfIds(page);
  return { items: own.items(ctx, ids), total };
}

export const productionBoardView = {
  name: 'shop',
  version: 3,
  keep: 2000,
  from: 'case',
  derive: shopRow,
  lists: { shop: ['since'] },
  sights: row =>
    roomsSeeingCase(row)
      .filter(room => room.startsWith('made:'))
      .map(room => ({ list: 'shop', room, group: String(row.status), sort: { since: row.since } })),
  resumes: true,
  present: presentShop,
  // An address is open while a parcel is expected.
  past: (item, now) => ({ ...item, actions: [], delivery: expectsParcel(now) ? item.delivery : null }),
  asks: {
    path: '/api/shop',
    rule: ['VendorAdmin'],
    tag: 'trays',
    summary: 'The manufacturer’s board: batches and replacement trays to make and to send, the oldest first.',
    query: momentQuerySchema,
    answer,
  },
} satisfies DerivedView<ProductionBoardRow, ProductionBoardItem, CaseState>;
