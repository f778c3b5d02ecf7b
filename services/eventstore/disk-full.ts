/** What is refused while the disk of the data folder is full: nothing of it was done, and it may be tried again. */
import { Refusal } from '#events/errors.ts';

/** @param cause what the system or SQLite said of it, for the log */
export function diskFull(cause: unknown): Refusal {
  const refusal = new Refusal('diskFull');
  refusal.cause = cause;
  return refusal;
}
