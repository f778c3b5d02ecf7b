/** A case on the manufacturer's board, as the manufacturer gets it: no patient, and what is to be made of which plan. */
import type { Action } from '#events/case/rules.ts';
import type { DeliveryAddress } from '#events/case/sections.ts';
import type { Status } from '#events/case/status.ts';
import type { Stages } from '#events/shipment/shipment.ts';
import type { TrayItem } from '../case/follow-up.ts';
import type { BatchItem, ShipmentItem } from '../case/view.ts';
import type { PersonRef } from '../caseList/item.ts';

export type ShopItem = {
  caseId: string;
  status: Status;
  clinic: string | null;
  owner: PersonRef;
  /** The address of its parcels; null where none was entered. */
  delivery: DeliveryAddress | null;
  /** Stages of the plan that is approved, and its version and hash; null after the approval was taken back. */
  plan: { version: number; bundle: string; upper: number; lower: number } | null;
  /** What no batch holds yet; null where there is no approved plan. */
  open: Stages | null;
  /** In production, or ready to deliver. */
  batch: BatchItem | null;
  /** On its way. */
  parcel: ShipmentItem | null;
  /** Ordered again and not there yet. */
  trays: TrayItem[];
  /** Since when it stands where it stands, ISO. */
  since: string;
  /** What this viewer may do with the case now. */
  actions: Action[];
  position: string;
};
