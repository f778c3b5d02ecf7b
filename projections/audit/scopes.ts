/** Decides who reads which entries of the audit. */
import { backOfficePositions, menuRights, type Viewer } from '#events/person/position.ts';
import type { RoomNames } from '../rooms.ts';

/**
 * `own:<org>`: entries of an organisation. `reach:<org>`: its entries and those of the organisations that it serves.
 * `unknown`: failed sign-ins to logins that do not exist.
 */
export type AuditScope = `own:${string}` | `reach:${string}` | 'unknown';

/** An organisation and its serving organisation, possibly the same. */
export type ServedOrganisation = { orgId: string; servedBy: string };

/** Scopes in which an entry about these organisations is found. */
export const auditScopesOf = (organisations: readonly ServedOrganisation[]): AuditScope[] => [
  ...new Set(
    organisations.flatMap(({ orgId, servedBy }): AuditScope[] => [
      `own:${orgId}`,
      `reach:${orgId}`,
      `reach:${servedBy}`,
    ]),
  ),
];

/** Positions that may read the audit, for the routes. */
export const auditReaders = backOfficePositions;

/**
 * Returns the scopes that a viewer reads. Admins read those in reach, with unknown logins if their organisation serves
 * itself. Supervisors and the service desk read their own organisation's. Empty for everybody else.
 */
export function auditScopesForViewer(viewer: Viewer, servedBy: string): AuditScope[] {
  if (!menuRights(viewer).includes('backstageManage')) return [];
  if (viewer.position !== 'Admin') return [`own:${viewer.orgId}`];
  return [`reach:${viewer.orgId}`, ...(servedBy === viewer.orgId ? ['unknown' as const] : [])];
}

export type AuditRowFilter = { personId?: string; caseId?: string; kind?: string };

/** Room of the entries of a scope, or of those about a person, a case or a kind. */
export function auditRoom(
  scope: AuditScope,
  { personId, caseId, kind }: AuditRowFilter = {},
): RoomNames['audit'] {
  // The most selective facet; the others are compared row by row.
  if (caseId !== undefined) return `audit:${scope}:case:${caseId}`;
  if (personId !== undefined) return `audit:${scope}:person:${personId}`;
  if (kind !== undefined) return `audit:${scope}:kind:${kind}`;
  return `audit:${scope}`;
}
