/** GET /api/cases/export.xlsx: the whole case list as the viewer sees it now, as a workbook. */

import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { defaultZone } from '#events/case/calendar.ts';
import { badField, Refusal } from '#events/errors.ts';
import { type DataAccessEvent, dataAccessStreamOf } from '#events/person/events.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { caseQuerySchema, toCaseQuery } from '#projections/caseList/route.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { CaseQuery } from '#projections/readmodels.ts';
import { dayInZone, isoNow } from '../clock/clock.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { readQuery } from '../http/body.ts';
import { type ApiContext, type ApiEnv, presentationContextOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { createExportTable, exportColumns, type TableCell } from './export-table.ts';
import { type WorkbookSheet, writeWorkbook } from './export-worker.ts';

export const maxExportRows = 10_000;
/** Rows that are presented before the event loop continues. */
const pageRows = 250;
/**
 * Each export takes a thread and a processor for up to a second. One person's exports leave the other thread
 * free.
 */
const atOnce = 2;
const perPersonAtOnce = 1;
const waitMost = 20;
const perPerson = 4;
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type ExportDeps = Pick<ApiDeps, 'models' | 'words' | 'clock' | 'store' | 'ids'>;

/** Maximum number of chosen cases (`ids=ABC234,DEF567`). */
const chosenMost = 500;
const exportSchema = z.extend(caseQuerySchema, {
  ids: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[A-Z0-9]{6}(?:,[A-Z0-9]{6})*$/, { error: 'not-a-choice' })),
      z.transform((text: string) => [...new Set(text.split(','))]),
    ),
  ),
});

type Asked = Omit<z.infer<typeof exportSchema>, 'ids'>;

/** Chosen cases that are visible, in the chosen order. */
const chosenRows = (
  models: ApiDeps['models'],
  ctx: PresentCtx,
  ids: readonly string[],
  cells: (item: CaseListItem) => TableCell[],
) =>
  ids.flatMap(id => {
    const item = models.caseItem(ctx, id);
    return item ? [cells(item)] : [];
  });

/** Every row of the query, in order. @throws Refusal exportData if there are too many */
async function rowsOf(
  models: ApiDeps['models'],
  ctx: PresentCtx,
  asked: CaseQuery,
  cells: (item: CaseListItem) => TableCell[],
) {
  const rows = new Map<string, TableCell[]>();
  for (let page = 1; ; page++) {
    const { items, total } = models.caseItems(ctx, { ...asked, page, size: pageRows });
    if (total > maxExportRows)
      throw new Refusal('exportData', {
        issues: [{ path: '', issue: 'export-rows', values: { total, max: maxExportRows } }],
      });
    // Keyed by id, because a case that moves meanwhile may appear twice.
    for (const item of items) rows.set(item.caseId, cells(item));
    if (page * pageRows >= total) return [...rows.values()];
    await setImmediate();
  }
}

type Exported = Extract<DataAccessEvent, { type: 'CaseListExported' }>['data'];

/** The export's filter, for the record. Omits the keyword, because people type patients' names into it. */
function filterOf({
  filter,
  keyword,
  tab,
  counter,
  productType,
  method,
  archived,
}: Asked): Exported['filter'] {
  return {
    ...(tab && { tab }),
    ...(filter && { filters: filter }),
    ...(counter && { counter }),
    ...(productType && { productType }),
    ...(method && { method }),
    ...(archived !== undefined && { archived }),
    ...(keyword?.trim() && { keyword: true }),
  };
}

/** Appends the export to its person's `access-` stream: a list belongs to no single case. */
async function record({ store, ids, clock }: ExportDeps, by: string, data: Exported): Promise<void> {
  const type = 'CaseListExported' satisfies DataAccessEvent['type'];
  const stamp = { id: ids.uuid(), at: isoNow(clock), by };
  await store.append(dataAccessStreamOf(by), 'any', [{ type, data, ...stamp }]);
}

/** Sub-application at `/api/cases`. Its guard, which accepts the cookie, is mounted before it. */
export function createCaseExportApi(
  deps: ExportDeps,
  write: (sheet: WorkbookSheet) => Promise<Uint8Array<ArrayBuffer>> = writeWorkbook,
): Hono<ApiEnv> {
  const { models, words, clock } = deps;
  const semaphore = createFairSemaphore({ atOnce, perPersonAtOnce, waitMost, perPerson });
  const app = new Hono<ApiEnv>();
  app.get('/export.xlsx', async (c: ApiContext) => {
    const ctx = presentationContextOf(c, deps);
    const { ids, ...query } = readQuery(c, exportSchema);
    if (ids && ids.length > chosenMost) throw badField('ids', 'too-many', { max: chosenMost });
    const zone = models.directory().organisations.get(ctx.viewer.orgId)?.zone ?? defaultZone;
    const table = createExportTable({ lang: c.get('lang'), words, zone });
    const widths = exportColumns.map(column => column.width);
    const make = async () => {
      const rows = ids
        ? chosenRows(models, ctx, ids, table.row)
        : await rowsOf(models, ctx, toCaseQuery(query), table.row);
      const sheet = { sheet: table.sheet, widths, rows: [table.heading, ...rows] };
      return { rows, bytes: await write(sheet) };
    };
    const { rows, bytes } = await semaphore.run(ctx.viewer.id, make, c.req.raw.signal);
    // The case id is the first column of every row.
    const filter = ids ? { caseIds: rows.map(([id]) => String(id)) } : filterOf(query);
    // Records the export before the first byte is sent: without a record, no file.
    await record(deps, ctx.viewer.id, { count: rows.length, masked: ctx.hidden, filter });
    return c.body(bytes, 200, {
      'Content-Type': mime,
      'Content-Disposition': `attachment; filename="archline-cases-${dayInZone(zone, clock.now())}.xlsx"`,
      'Cache-Control': 'private, no-store',
    });
  });
  return app;
}
