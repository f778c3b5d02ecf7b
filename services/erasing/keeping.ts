/** Retention: how long an organisation keeps a patient's record. */
import type { CaseState } from '#events/case/case.ts';

/**
 * Returns the ISO time at which the retention ends: a number of years after the last change of any of the patient's
 * cases. Null if it never ends.
 */
export function retentionEndOf(
  states: readonly Pick<CaseState, 'updatedAt'>[],
  years: number | null,
): string | null {
  if (years === null || states.length === 0) return null;
  const until = new Date(Math.max(...states.map(({ updatedAt }) => Date.parse(updatedAt))));
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until.toISOString();
}
