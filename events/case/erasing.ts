/** Recognises the event that erases a patient. */
import type { Recorded } from '../envelope.ts';
import type { CaseEventOf } from './stream.ts';

type Erased = CaseEventOf<'PatientErased'>;

/** Returns the patient whose key this event deletes; undefined for other events. */
export const patientErasedBy = ({ type, data }: Pick<Recorded, 'type' | 'data'>): string | undefined =>
  // Cast: the type determines the data.
  type === ('PatientErased' satisfies Erased['type']) ? (data as Erased['data']).patient : undefined;
