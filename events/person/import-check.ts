/** Checks the rows of an import against the directory: addresses in use, doctors who are served. */
import type { Issue } from '../errors.ts';
import { normaliseContact } from './contact.ts';
import type { Directory } from './directory.ts';
import { type ImportField, importFields } from './import.ts';
import type { ImportRow, ImportTable } from './import-rows.ts';
import type { ImportLang } from './import-words.ts';
import { latinLettersOf } from './look-alikes.ts';
import { addressesInUse, type NewInvitation } from './membership.ts';

export type ImportTarget = {
  orgId: string;
  /** Language of the messages to people whose row names none. */
  lang: ImportLang;
  /** True if text messages can be sent. */
  isSmsOn: boolean;
};

/** A row with the doctors whom its person will serve. */
export type CheckedImportRow = ImportRow & { serves: readonly string[] };

/** Ids of an organisation's doctors, by login, phone and e-mail. */
function doctorsOf({ people }: Directory, orgId: string): Map<string, string> {
  const all = [...people.values()].filter(p => p.position === 'Doctor' && p.orgId === orgId && !p.removed);
  return new Map(
    all.flatMap(({ id, userName, phone, email }) =>
      [userName, phone, email].flatMap(account => (account ? [[spelling(account), id] as const] : [])),
    ),
  );
}

const spelling = (account: string) => normaliseContact(account).toLowerCase();

/**
 * Returns a check that takes one row after the other. If a second row has an address, its issue names the line of the
 * first.
 */
export function createRowCheck(directory: Directory, { orgId, isSmsOn }: ImportTarget) {
  const inUse = addressesInUse(directory);
  /** Line of each address in the file, in the spelling in which addresses are compared. */
  const lines = new Map<string, number>();
  const doctors = doctorsOf(directory, orgId);

  const issueOf = (path: ImportField, address: string | null, line: number): Issue[] => {
    if (address === null) return [];
    const key = latinLettersOf(normaliseContact(address));
    const first = lines.get(key);
    if (first !== undefined) return [{ path, issue: 'import-repeated', values: { line: first } }];
    lines.set(key, line);
    const use = inUse.of(address);
    return use ? [{ path, issue: use }] : [];
  };
  return ({ issues: read, ...row }: ImportRow): CheckedImportRow => {
    const { line, person } = row;
    const { email, phone } = person;
    const serves = person.doctors.map(account => doctors.get(spelling(account)));
    const issues = [...read, ...issueOf('email', email, line), ...issueOf('phone', phone, line)];
    const unknown = person.doctors.find((_, i) => serves[i] === undefined);
    if (unknown !== undefined && !issues.some(({ path }) => path === 'serves'))
      issues.push({ path: 'serves', issue: 'import-doctor', values: { doctor: unknown } });
    if (!isSmsOn && !row.cells.email && phone !== null) issues.push({ path: 'phone', issue: 'sms-off' });
    return { ...row, issues, serves: [...new Set(serves)].filter(id => id !== undefined) };
  };
}

export const checkImportRows = (
  directory: Directory,
  { rows }: Pick<ImportTable, 'rows'>,
  target: ImportTarget,
): CheckedImportRow[] => rows.map(createRowCheck(directory, target));

/** The invitation of a row without issues. */
export function invitationOfImportRow(
  { person, serves }: CheckedImportRow,
  { lang }: Pick<ImportTarget, 'lang'>,
  personId: string,
): Omit<NewInvitation, 'orgId'> | undefined {
  const { name, position, email, phone } = person;
  if (name === null || position === null) return undefined;
  return { personId, name, position, email, phone, serves, lang: person.lang ?? lang };
}

/** How often each kind of issue occurs, most frequent first, then in the order of the columns. */
export type IssueCount = { path: string; issue: string; count: number };

export function countIssues(rows: readonly CheckedImportRow[]): IssueCount[] {
  const counts = new Map<string, IssueCount>();
  for (const { path, issue } of rows.flatMap(row => row.issues)) {
    const counted = counts.get(`${path} ${issue}`) ?? { path, issue, count: 0 };
    counts.set(`${path} ${issue}`, { ...counted, count: counted.count + 1 });
  }
  const columns: readonly string[] = importFields;
  const columnOf = ({ path }: IssueCount) => columns.indexOf(path);
  return [...counts.values()].sort((a, b) => b.count - a.count || columnOf(a) - columnOf(b));
}
