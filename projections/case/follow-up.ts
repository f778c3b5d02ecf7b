/**
 * What follows a case's shipments, as a viewer gets it: replacement trays, wear, retainers, process records, visits.
 */
import type { CaseState } from '#events/case/case.ts';
import type { CaseFile } from '#events/case/files.ts';
import type { ProcessRecord, Remarks, Visit } from '#events/process/process.ts';
import { type Retainer, type RetainerStatus, retainerId, retainerStatus } from '#events/retainer/retainer.ts';
import { type Parcel, type Tray, trayId, trayStatus } from '#events/tray/tray.ts';
import { wearLimitsOf } from '#events/wear/actions.ts';
import {
  type MissedAligner,
  unsettledMissedReports,
  type WearCheck,
  type WearRecord,
} from '#events/wear/wear.ts';
import type { WearLimits } from '#events/wear/wear-calendar.ts';
import type { PersonRef } from '../caseList/item.ts';
import { zoneNow } from '../people/row.ts';
import type { PresentCtx } from '../present.ts';
import type { RowReads } from '../row-access.ts';
import type { PageAccessByPage } from './present.ts';
import { presentFile } from './present-parts.ts';
import type { FileItem } from './view.ts';

type Done = { by: PersonRef; at: string };
type ParcelItem = Done & Pick<Parcel, 'courier' | 'trackingNumber'>;
/** The stored type with its author joined and without its files. An item that shows files adds them. */
type Shown<T> = Omit<T, 'by' | 'files'> & { by: PersonRef };

export type TrayItem = Shown<Omit<Tray, 'shipped' | 'received'>> & {
  /** `<case>-T<n>` */
  id: string;
  status: ReturnType<typeof trayStatus>;
  shipped: ParcelItem | null;
  received: Done | null;
};

export type RetainerItem = Shown<Omit<Retainer, 'produced' | 'delivered' | 'received'>> & {
  /** `<case>-R<n>` */
  id: string;
  status: RetainerStatus;
  files: FileItem[];
  produced: Done | null;
  delivered: ParcelItem | null;
  received: Done | null;
};

export type FollowUpItems = {
  trays: TrayItem[];
  retainers: RetainerItem[];
  wear: Shown<WearRecord> | null;
  /** Allowed range of wear entries; null until a parcel was received. */
  wearLimits: WearLimits | null;
  /** The clinic's time zone. The next aligner is due at its midnight. */
  zone: string;
  checks: Shown<WearCheck>[];
  /** Open reports of lost or broken aligners. */
  missed: MissedAligner[];
  records: (Shown<ProcessRecord> & { files: FileItem[] })[];
  visits: Shown<Visit>[];
  remarks: Shown<Remarks> | null;
  otherFiles: FileItem[];
};

const hiddenText = '***';

/** The manufacturer sees a retainer order's address until the order is received. */
function addressOf({ address, received }: Retainer, ctx: PresentCtx): string {
  if (ctx.viewer.position === 'VendorAdmin' && received) return '';
  return ctx.hidden ? hiddenText : address;
}

export function presentTray(caseId: string, tray: Tray, ctx: PresentCtx): TrayItem {
  const done = <T extends { by: string }>(one: T | null) => one && { ...one, by: ctx.person(one.by) };
  return {
    ...tray,
    id: trayId(caseId, tray.tray),
    by: ctx.person(tray.by),
    status: trayStatus(tray),
    shipped: done(tray.shipped),
    received: done(tray.received),
  };
}

/** Returns the parts whose pages are open to the viewer. */
export function presentFollowUp(
  s: CaseState,
  pages: PageAccessByPage,
  ctx: PresentCtx,
  rows: Pick<RowReads, 'find'>,
): FollowUpItems {
  const shown = <T extends { by: string }>(one: T) => ({ ...one, by: ctx.person(one.by) });
  const done = <T extends { by: string }>(one: T | null) => one && shown(one);
  const files = (all: readonly CaseFile[]) => all.map(file => presentFile(file, ctx));
  const isWorn = pages.wear === 'open';
  const isRecorded = pages.processControl === 'open';
  const own = ctx.viewer.position === 'VendorAdmin' ? null : s.remarks;
  const trays = pages.manufacturing === 'open' ? s.trays : [];
  const retainers = pages.retainer === 'open' ? s.retainers : [];
  return {
    trays: trays.map(tray => presentTray(s.caseId, tray, ctx)),
    retainers: retainers.map(order => ({
      ...shown(order),
      id: retainerId(s.caseId, order.retainer),
      status: retainerStatus(order),
      address: addressOf(order, ctx),
      files: files(order.files),
      produced: done(order.produced),
      delivered: done(order.delivered),
      received: done(order.received),
    })),
    wear: isWorn ? done(s.wear) : null,
    wearLimits: isWorn ? wearLimitsOf(s) : null,
    zone: zoneNow(rows, s.orgId),
    missed: isWorn ? unsettledMissedReports(s.missed) : [],
    checks: isWorn ? s.checks.map(shown) : [],
    records: isRecorded ? s.records.map(one => ({ ...shown(one), files: files(one.files) })) : [],
    visits: isRecorded ? s.visits.map(shown) : [],
    remarks: done(own),
    otherFiles: pages.otherFiles === 'open' ? files(s.otherFiles) : [],
  };
}
