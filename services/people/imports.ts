/**
 * Imports of people. An import invites either all people of a file or none, and its invitations are withdrawn
 * together.
 */
import { badField, Refusal } from '#events/errors.ts';
import { issuesMax } from '#events/parse.ts';
import {
  importPeople,
  type PeopleImport,
  requirePeopleImport,
  withdrawImport,
} from '#events/person/import.ts';
import {
  type CheckedImportRow,
  checkImportRows,
  type ImportTarget,
  invitationOfImportRow,
} from '#events/person/import-check.ts';
import type { ImportTable } from '#events/person/import-rows.ts';
import { importedPersonIdOf } from '../command/command-ids.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { type AccountCommand, type AccountResult, isFirstCommandRun } from './accounts.ts';
import type { InvitationSendingStore } from './invitation-sendings.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { SingleUseLinks } from './single-use-links.ts';

/** Ids of the people whom an import invited. */
export const invitedIdsOfImport = ({ importId, count }: Pick<PeopleImport, 'importId' | 'count'>): string[] =>
  Array.from({ length: count }, (_, i) => importedPersonIdOf(importId, i));

export type PeopleImports = {
  /** Invites all people of a file, or none. @throws Refusal badInput with an issue per cell */
  invite(
    order: AccountCommand,
    target: ImportTarget,
    table: ImportTable,
  ): Promise<AccountResult & { importId: string }>;
  /** Invalidates the links of an import that are still open. @throws Refusal notFound */
  withdraw(order: AccountCommand, importId: string): Promise<AccountResult>;
};

export type ImportsDeps = {
  people: PeopleDirectory;
  links: SingleUseLinks;
  sendings: InvitationSendingStore;
  audit: SecurityLog;
};

/** @throws Refusal badInput with an issue per cell; `path` is `rows.<line>.<column>` */
function assertNoIssues(rows: readonly CheckedImportRow[]): void {
  const found = rows.flatMap(({ line, issues: inRow }) =>
    inRow.map(issue => ({ ...issue, path: `rows.${line}.${issue.path}` })),
  );
  if (found.length > 0) throw new Refusal('badInput', { issues: found.slice(0, issuesMax) });
}

export function createPeopleImports({ people, links, sendings, audit }: ImportsDeps): PeopleImports {
  return {
    invite: async (order, target, table) => {
      const [whole] = table.issues;
      if (whole) throw badField('content', whole.issue, whole.values);
      const importId = order.commandId;
      const { check, ...command } = order;
      const done = await people.change({
        ...command,
        decide: directory => {
          check?.(directory);
          const rows = checkImportRows(directory, table, target);
          assertNoIssues(rows);
          const wanted = rows.flatMap(
            (row, i) => invitationOfImportRow(row, target, importedPersonIdOf(importId, i)) ?? [],
          );
          return importPeople(directory, { importId, orgId: target.orgId }, wanted);
        },
      });
      const invited = isFirstCommandRun(done)
        ? invitedIdsOfImport(requirePeopleImport(done.state, importId))
        : [];
      for (const person of invited) audit.note('accountInvited', { by: order.by, person });
      return { ...done, importId };
    },
    withdraw: async (order, importId) => {
      const { check, ...command } = order;
      const done = await people.change({
        ...command,
        decide: directory => {
          check?.(directory);
          return withdrawImport(directory, importId);
        },
      });
      for (const person of invitedIdsOfImport(requirePeopleImport(done.state, importId))) {
        if (done.state.people.has(person)) continue;
        await links.withdraw('invitation', person);
        await sendings.delete(person);
        if (isFirstCommandRun(done) && done.appended)
          audit.note('invitationWithdrawn', { by: order.by, person });
      }
      return done;
    },
  };
}
