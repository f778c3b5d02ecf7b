/** A row of the patient list as a viewer gets it: days, never what they come to; today is worked out where it is read. */
import type { Status } from '#events/case/status.ts';
import type { PatientType } from '#events/wear/patient-type.ts';
import type { MissedAligner, WearLimits, WearRecord } from '#events/wear/wear.ts';
import type { PersonRef } from '../caseList/item.ts';
import type { Listed } from '../contract.ts';

export type PatientItem = {
  caseId: string;
  /** Masked where the eye is hidden. */
  patientName: string;
  gender: 1 | 2 | null;
  birthDate: string | null;
  clinic: string | null;
  owner: PersonRef;
  status: Status;
  method: 1 | 2 | null;
  productType: 1 | 2 | 3 | 4 | null;
  /** Keys of the clinical diagnosis, and of the correction methods (product-spec.md 3). */
  flags: number[];
  corrections: number[];
  /** The case that this one refines. */
  parentId: string | null;
  wear: WearRecord | null;
  /** What the patient said to be lost or broken, and is not dealt with yet. */
  missed: Pick<MissedAligner, 'arch' | 'stage' | 'reason'>[];
  /** Null before any aligner has come. */
  limits: WearLimits | null;
  /** Time zone of the clinic: its midnight is when the next aligner is due. */
  zone: string;
  /** This viewer keeps the record. */
  keeps: boolean;
  /** Wire position of the last event in the row. */
  position: string;
};

export type PatientList = Listed<PatientItem> & {
  /** How many of those found there are of each type. */
  types: Record<PatientType, number>;
  /** Clinics of all of the viewer's patients. */
  clinics: string[];
};
