/** Checks a file of people, and presents its rows with their issues. */
import { setImmediate } from 'node:timers/promises';
import type { Issue } from '#events/errors.ts';
import type { Directory } from '#events/person/directory.ts';
import { importLimits } from '#events/person/import.ts';
import {
  type CheckedImportRow,
  countIssues,
  createRowCheck,
  type ImportTarget,
} from '#events/person/import-check.ts';
import type { ImportCells, ImportTable } from '#events/person/import-rows.ts';
import { isInvitedByPhone } from '#events/person/invitation.ts';
import { maskEmail, maskName, maskPhone } from '#projections/present.ts';
import type { ImportCheck } from './invitation-answers.ts';

function maskedCells({ name, email, phone, serves, ...cells }: ImportCells): ImportCells {
  return {
    ...cells,
    // Accounts of doctors may be phones and e-mails.
    ...(serves === undefined ? {} : { serves: maskName(serves) }),
    ...(name === undefined ? {} : { name: maskName(name) }),
    ...(email === undefined ? {} : { email: maskEmail(email) }),
    ...(phone === undefined ? {} : { phone: maskPhone(phone) }),
  };
}

const maskedIssue = (issue: Issue): Issue =>
  issue.issue === 'import-doctor' ? { ...issue, values: { doctor: '**' } } : issue;

/** Rows that are checked before the event loop continues. */
const SLICE = 250;

/** Checks a file of any length, while other requests are served. */
export async function checkImportInSlices(
  directory: Directory,
  { rows }: ImportTable,
  target: ImportTarget,
): Promise<CheckedImportRow[]> {
  const check = createRowCheck(directory, target);
  const checked: CheckedImportRow[] = [];
  for (const row of rows) {
    checked.push(check(row));
    if (checked.length % SLICE === 0) await setImmediate();
  }
  return checked;
}

/** Presents what an import of a checked file would do. */
export function presentImportCheck(
  { unused, issues }: ImportTable,
  rows: readonly CheckedImportRow[],
  hidden: boolean,
): ImportCheck {
  const bad = rows.filter(row => row.issues.length > 0);
  const good = rows.filter(row => row.issues.length === 0);
  const sms = good.filter(({ person }) => isInvitedByPhone(person)).length;
  const shown = rows.length > importLimits.rows ? bad.slice(0, importLimits.rowsShown) : rows;
  return {
    rows: shown.map(({ line, cells, issues: inRow }) => ({
      line,
      cells: hidden ? maskedCells(cells) : cells,
      issues: hidden ? inRow.map(maskedIssue) : inRow,
    })),
    total: rows.length,
    bad: bad.length,
    mail: good.length - sms,
    sms,
    counts: countIssues(rows),
    unused,
    issues,
  };
}
