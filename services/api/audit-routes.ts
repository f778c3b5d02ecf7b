/** The audit in the back office. Reads and exports are themselves recorded before the answer begins. */
import type { AuditFilter } from '#events/audit/events.ts';
import { Refusal } from '#events/errors.ts';
import { auditReaders } from '#projections/audit/scopes.ts';
import { auditExportRoutes } from './audit-export.ts';
import { readAuditItems } from './audit-items.ts';
import { auditQueryOf, auditQuerySchema } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import type { writeWorkbook } from './export-worker.ts';
import { signedGet } from './get-route.ts';
import type { Route } from './route.ts';

const PAGE_SIZE = 50;

export function auditRoutes(deps: ApiDeps, workbook?: typeof writeWorkbook): Route[] {
  const { models, auditTrail } = deps;
  return [
    ...auditExportRoutes(deps, workbook),
    signedGet({
      path: '/api/audit',
      rule: auditReaders,
      rights: ['backstageManage'],
      tag: 'audit',
      summary: 'The audit, newest first: sign-ins, changes of people and rights, downloads, exports, looks.',
      query: auditQuerySchema,
      answer: async ({ viewer, ctx, query }) => {
        const { before, size = PAGE_SIZE, ...filter } = query();
        await auditTrail.looked(viewer, filter satisfies AuditFilter);
        const asked = { ...auditQueryOf(deps, viewer, filter), size };
        const { found, next } = models.auditPage(ctx, { ...asked, ...(before !== undefined && { before }) });
        return { items: await readAuditItems(deps, found), next };
      },
    }),
    signedGet({
      path: '/api/audit/:id',
      rule: auditReaders,
      rights: ['backstageManage'],
      tag: 'audit',
      summary: 'One entry of the audit.',
      answer: async ({ viewer, ctx, param }) => {
        const found = models.auditEntry(ctx, param('id'));
        const { from = '' } = auditQueryOf(deps, viewer, {});
        if (!found || found.entry.at < from) throw new Refusal('notFound');
        await auditTrail.looked(viewer, { entry: found.entry.id });
        const [item] = await readAuditItems(deps, [found]);
        if (!item) throw new Refusal('notFound');
        return item;
      },
    }),
  ];
}
