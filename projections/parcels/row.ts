/** The rows `parcels`: one for each parcel in transit, found by its tracking number. */
import * as z from 'zod/mini';
import type { CaseState } from '#events/case/case.ts';
import { trackingNumberSchema } from '#events/case/fields.ts';
import { type PermissionFacts, permissionFactsOf, seesCase } from '#events/case/permissions.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import { retainerId } from '#events/retainer/retainer.ts';
import { shipmentParcelId } from '#events/shipment/shipment.ts';
import { trayId } from '#events/tray/tray.ts';
import { readCaseRow } from '../case/row.ts';
import { parcelRoom } from '../rooms.ts';
import { isDefined } from '../row-access.ts';
import { type FoldedView, presentToNobody } from '../view.ts';
import type { ViewRouteCall } from '../view-routes.ts';

/** `id`: `<case>-S<n>` for a shipment, otherwise the id of the replacement tray or retainer order. */
export type OpenParcel = { id: string; caseId: string; courier: number; trackingNumber: string };
type ParcelRow = OpenParcel & { facts: PermissionFacts };

type Sent = { courier: number; trackingNumber: string };

/** Every parcel of the case; `null` if it is not in transit. */
function parcelsOf(s: CaseState): { id: string; sent: Sent | null }[] {
  const { caseId, shipments, trays, retainers } = s;
  return [
    ...shipments.map(one => ({
      id: shipmentParcelId(caseId, one.shipment),
      sent: one.lost || one.receivedAt ? null : one,
    })),
    ...trays.map(({ tray, shipped, received }) => ({
      id: trayId(caseId, tray),
      sent: received ? null : shipped,
    })),
    ...retainers.map(({ retainer, delivered, received }) => ({
      id: retainerId(caseId, retainer),
      sent: received ? null : delivered,
    })),
  ];
}

/** Delimiters around a tracking number, which never contains them. They keep a prefix from matching a longer number. */
const [end, afterEnd] = ['!', '"'];
const most = 20;

const query = z.strictObject({ trackingNumber: trackingNumberSchema });

/** Parcels of the viewer's organisation; `hidden` counts those of cases that the viewer does not see. */
function answer({ own, ctx, query: asked }: ViewRouteCall<never, typeof query>) {
  const range = { after: asked.trackingNumber, before: `${asked.trackingNumber}${afterEnd}` };
  const place = { list: 'parcels', room: parcelRoom(ctx.viewer.orgId), sort: 'number', descending: false };
  const rows = own
    .idsBetween({ ...place, ...range, limit: most })
    .map(id => own.find<ParcelRow>('parcels', id)?.row)
    .filter(isDefined);
  const seen = rows.filter(({ facts }) => seesCase(ctx.viewer, facts));
  const items: OpenParcel[] = seen.map(({ facts: _facts, ...parcel }) => parcel);
  return { items, hidden: rows.length - seen.length };
}

/** Folds after the row `case`, so that it reads the case with the event applied. */
export const parcelsView = {
  name: 'parcels',
  version: 2,
  keep: 500,
  follows: [caseStreamPrefix],
  keys: (event, read) => {
    const state = readCaseRow(read, caseIdOfEvent(event));
    return state ? parcelsOf(state).map(({ id }) => id) : [];
  },
  fold: (row, event, read, id) => {
    const state = readCaseRow(read, caseIdOfEvent(event));
    const sent = state && parcelsOf(state).find(parcel => parcel.id === id)?.sent;
    if (!state || !sent || state.deleted || state.erased) return null;
    const { courier, trackingNumber } = sent;
    const next = { id, caseId: state.caseId, courier, trackingNumber, facts: permissionFactsOf(state) };
    return row && JSON.stringify(row) === JSON.stringify(next) ? row : next;
  },
  lists: { parcels: ['number'] },
  sights: ({ trackingNumber, facts }) => [
    {
      list: 'parcels',
      room: parcelRoom(facts.servedBy),
      group: 'open',
      sort: { number: `${trackingNumber}${end}` },
    },
  ],
  present: presentToNobody,
  asks: {
    path: '/api/parcels',
    rule: ['VendorAdmin'],
    tag: 'trays',
    summary:
      'Parcels on their way under a tracking number. `hidden` counts those of cases that this person does not see.',
    query,
    answer,
  },
} satisfies FoldedView<ParcelRow, never>;
