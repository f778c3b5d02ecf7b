/** Import of people from a table: its columns, its limits, and its events. */
import { Refusal } from '../errors.ts';
import type { Directory } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import { inviteMembers, type NewInvitation } from './membership.ts';

/** Columns of the table. */
export const importFields = ['name', 'position', 'email', 'phone', 'lang', 'serves'] as const;
export type ImportField = (typeof importFields)[number];

/** Columns without which a table cannot be read, besides one of e-mail and phone. */
export const requiredImportFields = ['name', 'position'] as const satisfies readonly ImportField[];

export const importLimits = {
  /** Size of the file in bytes. Encoded in a body, it stays below the limit of bodies. */
  fileBytes: 700 * 1024,
  /**
   * Largest number of rows that one import invites, because their events are one append, which the log limits to a
   * megabyte.
   */
  rows: 500,
  /** Rows that are read, so that the errors of a far too long file can be counted. */
  rowsRead: 10_000,
  /** Rows of an answer about a file that is too long. */
  rowsShown: 100,
  /** Characters of a cell. */
  cell: 300,
} as const;

/** An import of people whose invitations were sent. */
export type PeopleImport = {
  importId: string;
  orgId: string;
  /** Number of people invited. */
  count: number;
  /** Time, ISO. */
  at: string;
  /** Id of the person who imported. */
  by: string;
};

/** Invites the people of a file, all or none. @throws Refusal as `inviteMembers` */
export function importPeople(
  directory: Directory,
  { importId, orgId }: Pick<PeopleImport, 'importId' | 'orgId'>,
  wanted: readonly Omit<NewInvitation, 'orgId' | 'importId'>[],
): DirectoryEvent[] {
  // The first event contains the command's answer, because a repeated command is answered from the state right after
  // it.
  const imported = { importId, orgId, count: wanted.length };
  return [
    { type: 'PeopleImported', data: imported },
    ...inviteMembers(
      directory,
      wanted.map(one => ({ ...one, orgId, importId })),
    ),
  ];
}

/** Returns an import. @throws Refusal notFound if there is no such import */
export function requirePeopleImport({ imports }: Directory, importId: string): PeopleImport {
  const found = imports.get(importId);
  if (!found) throw new Refusal('notFound');
  return found;
}

/** Open invitations of an import. */
export const openInvitationsOfImport = ({ invitations }: Directory, importId: string) =>
  [...invitations.values()].filter(open => open.importId === importId);

/** Withdraws the open invitations of an import; accounts that were made stay. @throws Refusal notFound */
export function withdrawImport(directory: Directory, importId: string): DirectoryEvent[] {
  requirePeopleImport(directory, importId);
  if (openInvitationsOfImport(directory, importId).length === 0) return [];
  return [{ type: 'ImportWithdrawn', data: { importId } }];
}
