/** Telling from a recorded event that a patient is to be forgotten. */
import type { Recorded } from '../envelope.ts';
import type { CaseEventOf } from './stream.ts';

type Erased = CaseEventOf<'PatientErased'>;

/** Whose key goes with this event; undefined of every other one. */
export const patientErasedBy = ({ type, data }: Pick<Recorded, 'type' | 'data'>): string | undefined =>
  // The boundary: the type says what the data is.
  type === ('PatientErased' satisfies Erased['type']) ? (data as Erased['data']).patient : undefined;
