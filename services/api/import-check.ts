/** Presents the check of a file of people. */
import { importLimits } from '#events/person/import.ts';
import { type CheckedRow, countIssues } from '#events/person/import-check.ts';
import type { ImportCells, ImportTable } from '#events/person/import-rows.ts';
import { isInvitedByPhone } from '#events/person/invitation.ts';
import { maskEmail, maskName, maskPhone } from '#projections/present.ts';
import type { ImportCheck } from './invitation-answers.ts';

function masked({ name, email, phone, ...cells }: ImportCells): ImportCells {
  return {
    ...cells,
    ...(name === undefined ? {} : { name: maskName(name) }),
    ...(email === undefined ? {} : { email: maskEmail(email) }),
    ...(phone === undefined ? {} : { phone: maskPhone(phone) }),
  };
}

export function presentCheck(
  { unused, issues }: ImportTable,
  rows: readonly CheckedRow[],
  hidden: boolean,
): ImportCheck {
  const bad = rows.filter(row => row.issues.length > 0);
  const good = rows.filter(row => row.issues.length === 0);
  const sms = good.filter(({ person }) => isInvitedByPhone(person)).length;
  const shown = rows.length > importLimits.rows ? bad.slice(0, importLimits.rowsShown) : rows;
  return {
    rows: shown.map(({ line, cells, issues: inRow }) => ({
      line,
      cells: hidden ? masked(cells) : cells,
      issues: inRow,
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
