/** The end of a trial. Pure. */
import type { Directory, Person } from './directory.ts';

/**
 * Time at which a person's trial ends; null: no trial. An assistant's trial ends with the last trial of the
 * doctors served. Without this rule, an assistant could continue with the accounts of doctors whose trials are
 * over.
 */
function trialEnd({ people }: Pick<Directory, 'people'>, person: Person): string | null {
  if (person.trialUntil !== null || person.serves.length === 0) return person.trialUntil;
  const ends = person.serves.map(id => people.get(id)?.trialUntil ?? null);
  return ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
}

/** True if the person's trial has ended. @param now milliseconds since 1970 */
export function isTrialOver(directory: Pick<Directory, 'people'>, person: Person, now: number): boolean {
  const until = trialEnd(directory, person);
  return until !== null && Date.parse(until) <= now;
}
