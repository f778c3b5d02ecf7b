/** How long an organisation keeps a patient's record. */
import type { CaseState } from '#events/case/case.ts';

/**
 * ISO time until which the record is kept: so many years after the last change of any of the cases. Null: without end.
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
