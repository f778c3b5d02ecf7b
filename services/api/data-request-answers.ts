/** Answers about requests to erase a patient or to copy the patient's data. */
import type { DataRequestItem } from '#projections/dataRequests/view.ts';
import type { ErasureStep } from '../erasing/erasure-request.ts';
import type { CaseSummary } from '../erasing/patient-cases.ts';
import type { PatientCopyProgress } from '../erasing/patient-copies.ts';

/** The data held about a patient, and their retention. */
type HeldData = {
  held: CaseSummary[];
  /** Cases that are being produced or shipped: the patient cannot be erased now. */
  underway: string[];
  /** `until`: ISO time; null without an end. `running`: it has not passed. */
  keep: { years: number | null; until: string | null; running: boolean };
};

/** `patient`: the first case. */
export type PatientData = HeldData & { patient: string; requests: DataRequestItem[] };

/** A request with its reason, and the cases being produced or shipped. */
export type DataRequestDetail = HeldData &
  DataRequestItem & { reason: string; step: ErasureStep | null; progress: PatientCopyProgress | null };
