/**
 * The view `patients`: patients in aligner treatment, from the first parcel until the case ends. Derived from the row
 * `case`. No row changes as days pass.
 */
import type { CaseState } from '#events/case/case.ts';
import { type PermissionFacts, permissionFor, seesCase } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import { wearLimitsOf } from '#events/wear/actions.ts';
import type { PatientType } from '#events/wear/patient-type.ts';
import { type MissedAligner, unsettledMissedReports, type WearRecord } from '#events/wear/wear.ts';
import type { WearLimits } from '#events/wear/wear-calendar.ts';
import { toWirePosition } from '#events/wire.ts';
import { hideTextsFromAnalyst } from '../analyst-filter.ts';
import type { PersonRef } from '../caseList/item.ts';
import { caseIdentity } from '../caseList/row.ts';
import type { ListPage } from '../contract.ts';
import { zoneNow } from '../people/row.ts';
import { maskName, type PresentCtx } from '../present.ts';
import { roomsSeeingCase } from '../rooms.ts';
import type { FoundRow, RowReads } from '../row-access.ts';
import type { DerivedView, Sight } from '../view.ts';
import { patientsRoute } from './route.ts';

/** A patient as a viewer gets it. It contains fixed days; readers compute how many are left. */
export type PatientItem = {
  caseId: string;
  /** Patient's name, masked while names are hidden. */
  patientName: string;
  gender: 1 | 2 | null;
  birthDate: string | null;
  clinic: string | null;
  owner: PersonRef;
  status: Status;
  method: 1 | 2 | null;
  productType: 1 | 2 | 3 | 4 | null;
  /** Keys of the diagnosis flags and of the correction methods (product-spec.md 3). */
  flags: number[];
  corrections: number[];
  /** The case that this one refines. */
  parentId: string | null;
  wear: WearRecord | null;
  /** Open reports of lost or broken aligners. */
  missed: Pick<MissedAligner, 'arch' | 'stage' | 'reason'>[];
  /** Allowed range of wear entries; null until a parcel was received. */
  limits: WearLimits | null;
  /** Time zone of the clinic. The next aligner is due at its midnight. */
  zone: string;
  /** Whether this viewer may edit the wear record. */
  keeps: boolean;
  /** Wire position of the row's last event. */
  position: string;
};

export type PatientList = ListPage<PatientItem> & {
  /** Number of found patients by type. */
  types: Record<PatientType, number>;
  /** Clinics of all patients of the viewer. */
  clinics: string[];
};

type Shown = Omit<PatientItem, 'owner' | 'zone' | 'keeps' | 'position' | 'wear' | 'status'>;

export type PatientRow = PermissionFacts &
  Shown & { wear: WearRecord | null; sortName: string; outsideCaseNumber: string | null };

/** The patient keeps wearing aligners while the next batch is made. */
const treated: readonly Status[] = [
  Status.Shipping,
  Status.AwaitingNextBatch,
  Status.InRefinement,
  Status.AllSent,
];

function isPatient(s: CaseState): boolean {
  if (s.deleted || s.archived || s.erased || s.status === Status.Completed) return false;
  // Lingual brackets have no wear schedule.
  if (s.sections.prescription.method === 2) return false;
  return treated.includes(s.status) || wearLimitsOf(s) !== null;
}

/** A patient's stored row. Pure and independent of the viewer. */
function patientRow(s: CaseState): PatientRow | null {
  if (!isPatient(s)) return null;
  const { diagnosis } = s.sections;
  return {
    ...caseIdentity(s),
    flags: diagnosis.flags ?? [],
    corrections: diagnosis.corrections ?? [],
    wear: s.wear,
    missed: unsettledMissedReports(s.missed).map(({ arch, stage, reason }) => ({ arch, stage, reason })),
    limits: wearLimitsOf(s),
  };
}

/** Sights of a patient's row: everybody who sees the case, except the manufacturer, who does not see the wear record. */
const sights = (row: PatientRow): Sight[] =>
  roomsSeeingCase(row)
    .filter(room => !room.startsWith('made:'))
    .map(room => ({ list: 'patients', room, group: '', sort: { patient: row.sortName } }));

/** Presents a row to a viewer. This is the only way out; undefined if the row is hidden. */
function present(
  { row, position }: FoundRow<PatientRow>,
  ctx: PresentCtx,
  rows: Pick<RowReads, 'find'>,
): PatientItem | undefined {
  const { viewer, hidden, person, logId } = ctx;
  if (viewer.position === 'VendorAdmin' || !seesCase(viewer, row)) return undefined;
  return hideTextsFromAnalyst(ctx, {
    caseId: row.caseId,
    patientName: hidden ? maskName(row.patientName) : row.patientName,
    gender: row.gender,
    birthDate: row.birthDate,
    clinic: row.clinic,
    owner: person(row.ownerId),
    status: row.status,
    method: row.method,
    productType: row.productType,
    flags: row.flags,
    corrections: row.corrections,
    parentId: row.parentId,
    wear: row.wear,
    missed: row.missed,
    limits: row.limits,
    zone: zoneNow(rows, row.orgId),
    keeps: permissionFor(viewer, 'recordWear', row) === 'yes',
    position: toWirePosition(logId, position),
  });
}

export const patientsView = {
  name: 'patients',
  version: 4,
  keep: 10_000,
  from: 'case',
  derive: patientRow,
  lists: { patients: ['patient'] },
  sights,
  resumes: true,
  present,
  asks: patientsRoute,
} satisfies DerivedView<PatientRow, PatientItem, CaseState>;
