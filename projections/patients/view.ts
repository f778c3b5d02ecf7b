/**
 * The rows `patients`: who is being treated with aligners, from the first parcel on until the case ends. Derived from the
 * row `case`; nothing is written as days go by.
 */
import type { CaseState } from '#events/case/case.ts';
import type { Facts } from '#events/case/may.ts';
import { wearLimits } from '#events/wear/actions.ts';
import { openMissed, type WearRecord } from '#events/wear/wear.ts';
import { identityOf } from '../caseList/row.ts';
import { roomsOf } from '../rooms.ts';
import type { DerivedView, Sight } from '../view.ts';
import type { PatientItem } from './item.ts';
import { presentPatient } from './present.ts';
import { createPatientReads } from './reads.ts';

type Shown = Omit<PatientItem, 'owner' | 'zone' | 'keeps' | 'position' | 'wear' | 'status'>;

export type PatientRow = Facts &
  Shown & { wear: WearRecord | null; sortName: string; outsideCaseNumber: string | null };

/** Sent, received, between two batches, refined, all sent. While a later batch is made, what has come is worn on. */
const treated: readonly number[] = [23, 25, 26, 30];
const ended: readonly number[] = [24];

function isPatient(s: CaseState): boolean {
  if (s.deleted || s.archived || s.erased || ended.includes(s.status)) return false;
  // Brackets are not changed by the calendar.
  if (s.sections.prescription.method === 2) return false;
  return treated.includes(s.status) || wearLimits(s) !== null;
}

/** A patient as the list holds them. Pure, viewer-free. */
export function patientRow(s: CaseState): PatientRow | null {
  if (!isPatient(s)) return null;
  const { diagnosis } = s.sections;
  return {
    ...identityOf(s),
    flags: diagnosis.flags ?? [],
    corrections: diagnosis.corrections ?? [],
    wear: s.wear,
    missed: openMissed(s.missed).map(({ arch, stage, reason }) => ({ arch, stage, reason })),
    limits: wearLimits(s),
  };
}

/** Everybody who sees the case but its manufacturer, from whom the wear is kept. */
const sights = (row: PatientRow): Sight[] =>
  roomsOf(row)
    .filter(room => !room.startsWith('made:'))
    .map(room => ({ list: 'patients', room, group: '', sort: { patient: row.sortName } }));

export const patients = {
  name: 'patients',
  version: 3,
  keep: 10_000,
  from: 'case',
  derive: patientRow,
  lists: { patients: ['patient'] },
  sights,
  resumes: true,
  present: presentPatient,
  reads: createPatientReads,
} satisfies DerivedView<PatientRow, PatientItem, CaseState>;
