/** Refusal of a write while the data folder's disk is full. Nothing was written, so it may be retried. */
import { Refusal } from '#events/errors.ts';

/** @param cause the error of the system or SQLite, for the log */
export function diskFullRefusalOf(cause: unknown): Refusal {
  const refusal = new Refusal('diskFull');
  refusal.cause = cause;
  return refusal;
}
