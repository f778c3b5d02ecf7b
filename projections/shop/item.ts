/** A case on the manufacturer's board: what to make of which plan, without patient data. */
import type { Action } from '#events/case/rules.ts';
import type { DeliveryAddress } from '#events/case/sections.ts';
import type { Status } from '#events/case/status.ts';
import type { StageRanges } from '#events/shipment/shipment.ts';
import type { TrayItem } from '../case/follow-up.ts';
import type { BatchItem, ShipmentItem } from '../case/view.ts';
import type { PersonRef } from '../caseList/item.ts';

export type ProductionBoardItem = {
  caseId: string;
  status: Status;
  clinic: string | null;
  owner: PersonRef;
  /** Delivery address for the case's parcels; null if none was entered. */
  delivery: DeliveryAddress | null;
  /** The approved plan's version, hash and stages; null once the approval was withdrawn. */
  plan: { version: number; bundle: string; upper: number; lower: number } | null;
  /** Stages not yet in a batch; null without an approved plan. */
  open: StageRanges | null;
  /** The batch in production or ready to deliver. */
  batch: BatchItem | null;
  /** The parcel in transit. */
  parcel: ShipmentItem | null;
  /** Replacement trays that were ordered but not received. */
  trays: TrayItem[];
  /** ISO time since when the case has its status. */
  since: string;
  /** Actions that this viewer may perform now. */
  actions: Action[];
  position: string;
};
