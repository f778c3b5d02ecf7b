/** The batches and shipments of a case's state, and the stages that are open, sent and received. */
import type { StageRange } from '../case/fields.ts';
import type { Option } from '../case/options.ts';
import type { CaseEvent } from '../case/stream.ts';

export type StageRanges = { upper: StageRange | null; lower: StageRange | null };
export type Batch = StageRanges & {
  batch: number;
  at: string;
  by: string;
  bundle: string;
  /** Set once the batch is ready to deliver. */
  finished: { by: string; at: string } | null;
};
export type Shipment = StageRanges & {
  shipment: number;
  batch: number;
  /** SHA-256 of the plan from which the batch was made. */
  bundle: string;
  /** Start of production; null if it is unknown. */
  begun: { by: string; at: string } | null;
  courier: Option<'courier'>;
  trackingNumber: string;
  quantity: number;
  first: boolean;
  at: string;
  by: string;
  receivedAt: string | null;
  receivedBy: string | null;
  lost: { at: string; by: string; note: string } | null;
};

/** Returns the id of a batch's parcel: `<case>-S<n>`. Trays and retainers have ids of their own. */
export const shipmentParcelId = (caseId: string, shipment: number): string => `${caseId}-S${shipment}`;

export type CaseShipmentsState = {
  /** Number of batches scheduled, including failed ones, because numbers are never reused. */
  batches: number;
  /** The batch in production. */
  batch: Batch | null;
  shipments: Shipment[];
  /** Last stage shipped and not lost, per arch. Production continues after it. */
  sent: { upper: number; lower: number };
};

export const noShipments: CaseShipmentsState = {
  batches: 0,
  batch: null,
  shipments: [],
  sent: { upper: 0, lower: 0 },
};

type Totals = { upperStages: number; lowerStages: number };

/** Returns the number of trays of both arches. */
export const countTrays = (stages: StageRanges): number => count(stages.upper) + count(stages.lower);
const count = (range: StageRange | null) => (range ? range.to - range.from + 1 : 0);

/** Returns the open stages of each arch, from the next to the last; null if an arch is complete. */
export function remainingStages(part: CaseShipmentsState, totals: Totals): StageRanges {
  const open = (sent: number, total: number) => (sent < total ? { from: sent + 1, to: total } : null);
  return {
    upper: open(part.sent.upper, totals.upperStages),
    lower: open(part.sent.lower, totals.lowerStages),
  };
}

/** The fields of a parcel that the state and the pages share. */
type Sent = StageRanges & { receivedAt: string | null; lost: object | null };

/** Returns the last stage of each arch that the clinic has received. Parcels follow each other without a gap. */
export function receivedStages({ shipments }: { shipments: readonly Sent[] }): {
  upper: number;
  lower: number;
} {
  const here = shipments.filter(s => s.receivedAt !== null && !s.lost);
  const last = (arch: 'upper' | 'lower') => here.reduce((most, s) => Math.max(most, s[arch]?.to ?? 0), 0);
  return { upper: last('upper'), lower: last('lower') };
}

/** Returns the last parcel that contains a stage and was not lost; undefined if there is none. */
export const parcelWithStage = (
  { shipments }: Pick<CaseShipmentsState, 'shipments'>,
  arch: 'upper' | 'lower',
  stage: number,
): Shipment | undefined => shipments.findLast(s => !s.lost && rangeContains(s[arch], stage));
/** True if a range contains the stage. */
export const rangeContains = (range: StageRange | null, stage: number): boolean =>
  range !== null && range.from <= stage && stage <= range.to;

/** Returns the next stages, at most `max` trays. Both arches advance together, in the order of wear. */
export function nextStagesToShip(open: StageRanges, max: number): StageRanges {
  let { upper, lower } = { upper: count(open.upper), lower: count(open.lower) };
  while (upper + lower > max) {
    if (upper >= lower) upper -= 1;
    else lower -= 1;
  }
  const take = (range: StageRange | null, n: number) =>
    range && n > 0 ? { from: range.from, to: range.from + n - 1 } : null;
  return { upper: take(open.upper, upper), lower: take(open.lower, lower) };
}

/** Returns the shipments after an event; the same object if the event does not change them. */
export function evolveShipments(
  part: CaseShipmentsState,
  e: CaseEvent,
  where: { by: string; at: string },
): CaseShipmentsState {
  switch (e.type) {
    case 'ProductionScheduled': {
      const { batch, upper, lower, bundle } = e.data;
      return { ...part, batches: batch, batch: { batch, upper, lower, bundle, ...where, finished: null } };
    }
    case 'BatchFinished':
      return { ...part, batch: part.batch && { ...part.batch, finished: where } };
    case 'BatchFailed':
      return { ...part, batch: null };
    case 'BatchShipped': {
      const { to: _to, ...facts } = e.data;
      const { batch: made } = part;
      const bundle = made?.bundle ?? '';
      const begun = made && { by: made.by, at: made.at };
      const shipment = { ...facts, bundle, begun, ...where, receivedAt: null, receivedBy: null, lost: null };
      const sent = {
        upper: facts.upper?.to ?? part.sent.upper,
        lower: facts.lower?.to ?? part.sent.lower,
      };
      return { ...part, batch: null, shipments: [...part.shipments, shipment], sent };
    }
    case 'ParcelCorrected': {
      const { shipment, courier, trackingNumber } = e.data;
      return {
        ...part,
        shipments: part.shipments.map(s => (s.shipment === shipment ? { ...s, courier, trackingNumber } : s)),
      };
    }
    case 'ReceiptConfirmed':
      return {
        ...part,
        shipments: part.shipments.map(s =>
          s.shipment === e.data.shipment ? { ...s, receivedAt: where.at, receivedBy: where.by } : s,
        ),
      };
    case 'ShipmentLost':
      return lostShipment(part, e.data.shipment, { ...where, note: e.personal.note });
    default:
      return part;
  }
}

function lostShipment(
  part: CaseShipmentsState,
  shipment: number,
  lost: NonNullable<Shipment['lost']>,
): CaseShipmentsState {
  const gone = part.shipments.find(s => s.shipment === shipment);
  return {
    ...part,
    shipments: part.shipments.map(s => (s === gone ? { ...s, lost } : s)),
    sent: {
      upper: gone?.upper ? gone.upper.from - 1 : part.sent.upper,
      lower: gone?.lower ? gone.lower.from - 1 : part.sent.lower,
    },
  };
}
