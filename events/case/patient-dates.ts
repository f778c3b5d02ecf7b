/** Checks of a patient's dates against today, which a schema cannot make. */
import type { Issue } from '../errors.ts';
import { limits } from './limits.ts';

/** The last day on which a visit can be planned. @param today YYYY-MM-DD */
export const latestVisitDateAllowed = (today: string): string =>
  `${Number(today.slice(0, 4)) + limits.visitYears}${today.slice(4)}`;

/** Returns the issues of a patient's birth and visit dates. @param today YYYY-MM-DD */
export function patientDateIssues(
  patient: { birthDate?: string; visitDate?: string },
  today: string,
): Issue[] {
  const { birthDate = '', visitDate = '' } = patient;
  const issues: Issue[] = [];
  if (birthDate > today) issues.push({ path: 'birthDate', issue: 'date-future' });
  if (visitDate > latestVisitDateAllowed(today))
    issues.push({ path: 'visitDate', issue: 'date-far', values: { years: limits.visitYears } });
  return issues;
}
