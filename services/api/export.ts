/** GET /api/cases/export.xlsx: the case list as this person sees it now, whole, as a workbook. */
import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { Refusal } from '#events/errors.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { CaseQuery } from '#projections/readmodels.ts';
import { dayIn } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { readQuery } from './body.ts';
import { caseQuery, caseQuerySchema } from './case-query.ts';
import { type ApiContext, type ApiEnv, presentCtx } from './context.ts';
import { type Cell, columns, createTable } from './export-table.ts';
import { type Sheet, writeWorkbook } from './export-worker.ts';

export const exportRows = 10_000;
/** Rows that are presented before others have their turn. */
const pageRows = 250;
const fallbackZone = 'Asia/Shanghai';
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type ExportDeps = Pick<Deps, 'models' | 'words' | 'clock'>;

/** Every row of the query, in its order. @throws Refusal exportData where there are too many */
async function rowsOf(
  models: Deps['models'],
  ctx: PresentCtx,
  asked: CaseQuery,
  cells: (item: CaseListItem) => Cell[],
) {
  const rows = new Map<string, Cell[]>();
  for (let page = 1; ; page++) {
    const { items, total } = models.caseItems(ctx, { ...asked, page, size: pageRows });
    if (total > exportRows)
      throw new Refusal('exportData', {
        issues: [{ path: '', issue: 'export-rows', values: { total, max: exportRows } }],
      });
    // By its id: a case that moves meanwhile may be met twice.
    for (const item of items) rows.set(item.caseId, cells(item));
    if (page * pageRows >= total) return [...rows.values()];
    await setImmediate();
  }
}

/** The sub-application at `/api/cases`; its guard, for which the cookie counts, stands before it. */
export function exportApi(
  deps: ExportDeps,
  write: (sheet: Sheet) => Promise<Uint8Array<ArrayBuffer>> = writeWorkbook,
): Hono<ApiEnv> {
  const { models, words, clock } = deps;
  const app = new Hono<ApiEnv>();
  app.get('/export.xlsx', async (c: ApiContext) => {
    const ctx = presentCtx(c, deps);
    const asked = caseQuery(readQuery(c, caseQuerySchema));
    const zone = models.directory().organisations.get(ctx.viewer.orgId)?.zone ?? fallbackZone;
    const table = createTable({ lang: c.get('lang'), words, zone });
    const rows = await rowsOf(models, ctx, asked, table.row);
    const widths = columns.map(column => column.width);
    const bytes = await write({ sheet: table.sheet, widths, rows: [table.heading, ...rows] });
    return c.body(bytes, 200, {
      'Content-Type': mime,
      'Content-Disposition': `attachment; filename="archline-cases-${dayIn(zone, clock.now())}.xlsx"`,
      'Cache-Control': 'private, no-store',
    });
  });
  return app;
}
