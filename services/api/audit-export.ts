/** GET /api/audit.csv and .xlsx: the audit that a filter selects, as a file. */
import { setImmediate } from 'node:timers/promises';
import type { AuditFilter, AuditFormat } from '#events/audit/events.ts';
import { auditFormats } from '#events/audit/events.ts';
import { Refusal } from '#events/errors.ts';
import type { AuditEntryWithSeal } from '#projections/audit/reads.ts';
import { auditReaders } from '#projections/audit/scopes.ts';
import type { PresentCtx } from '#projections/present.ts';
import { dayInZone } from '../clock/clock.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { readAuditItems } from './audit-items.ts';
import { auditFilterQuerySchema, auditQueryOf, zoneOfViewer } from './audit-query.ts';
import { createAuditTable } from './audit-table.ts';
import { encodeCsv } from './csv.ts';
import type { ApiDeps } from './deps.ts';
import { type WorkbookSheet, writeWorkbook } from './export-worker.ts';
import { type Route, signedRoute } from './route.ts';

const maxAuditRows = 10_000;
/** Entries that are read before the event loop continues. */
const PAGE_ROWS = 250;
const limits = { atOnce: 2, perPersonAtOnce: 1, waitMost: 10, perPerson: 2 };

const mimes: Record<AuditFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** All entries of a filter. @throws Refusal exportData if there are too many */
async function allOf(deps: ApiDeps, ctx: PresentCtx, filter: AuditFilter): Promise<AuditEntryWithSeal[]> {
  const { models } = deps;
  const asked = { ...auditQueryOf(deps, ctx.viewer, filter), size: PAGE_ROWS };
  const all: AuditEntryWithSeal[] = [];
  for (let before: string | undefined; ; ) {
    const { found, next } = models.auditPage(ctx, { ...asked, ...(before !== undefined && { before }) });
    all.push(...found);
    if (all.length > maxAuditRows)
      throw new Refusal('exportData', {
        issues: [{ path: '', issue: 'audit-rows', values: { max: maxAuditRows } }],
      });
    if (next === null) return all;
    before = next;
    await setImmediate();
  }
}

/** @param workbook writes the xlsx; tests write in their own thread */
export function auditExportRoutes(deps: ApiDeps, workbook = writeWorkbook): Route[] {
  const write: Record<AuditFormat, (sheet: WorkbookSheet) => Promise<Uint8Array<ArrayBuffer>>> = {
    csv: async ({ rows }) => encodeCsv(rows),
    xlsx: workbook,
  };
  const { models, words, clock, auditTrail } = deps;
  const semaphore = createFairSemaphore(limits);
  return auditFormats.map(format =>
    signedRoute({
      method: 'get',
      path: `/api/audit.${format}`,
      rule: auditReaders,
      rights: ['backstageManage', 'exports'],
      cookie: true,
      media: mimes[format],
      tag: 'audit',
      summary: `The audit that a filter selects, as ${format}, at most ${maxAuditRows} entries.`,
      query: auditFilterQuerySchema,
      handle: async ({ c, viewer, ctx, query }) => {
        const filter = query();
        const zone = zoneOfViewer(models, viewer);
        const table = createAuditTable({ lang: c.get('lang'), words, zone });
        const make = async () => {
          const items = await readAuditItems(deps, await allOf(deps, ctx, filter));
          const rows = [table.heading, ...items.map(table.row)];
          return {
            count: items.length,
            bytes: await write[format]({ sheet: table.sheet, widths: table.widths, rows }),
          };
        };
        const { count, bytes } = await semaphore.run(viewer.id, make, c.req.raw.signal);
        if (c.req.method !== 'HEAD') await auditTrail.exported(viewer, { filter, format, count });
        return c.body(bytes, 200, {
          'Content-Type': mimes[format],
          'Content-Disposition': `attachment; filename="archline-audit-${dayInZone(zone, clock.now())}.${format}"`,
          'Content-Length': String(bytes.byteLength),
          'Cache-Control': 'private, no-store',
        });
      },
    }),
  );
}
