/** GET /api/cases/{id}/order.pdf: the order form as PDF, as its reader may see it. */
import { defaultZone } from '#events/case/calendar.ts';
import { hasClinicalInfo } from '#events/case/draft.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PresentCtx } from '#projections/present.ts';
import { momentQuerySchema } from '#projections/view-routes.ts';
import { findPaperLogo } from '../files/logos.ts';
import { type ApiContext, printedPageUrl } from '../http/context.ts';
import type { Printer } from '../pdf/printer.ts';
import { readCaseViewAt } from './case-routes.ts';
import type { ApiDeps } from './deps.ts';
import { type Route, signedRoute } from './route.ts';
import { parseCaseId } from './visible-case.ts';

/** @throws Refusal permissionError, noClinicalInfo */
function mayPrint({ pages, sections }: CaseView): void {
  if (pages.orderPdf !== 'open') throw new Refusal('permissionError');
  const { patient = {}, diagnosis = {}, prescription = {}, markers = {}, data = {} } = sections;
  if (!hasClinicalInfo({ patient, diagnosis, prescription, markers, data }))
    throw new Refusal('noClinicalInfo');
}

/** Link to the case's page, for the reader's browser. */
const linkTo = (c: ApiContext, deps: ApiDeps, caseId: string) =>
  printedPageUrl(c, deps, `/caseDetail?id=${encodeURIComponent(caseId)}`);

/** @throws Refusal tooMany, busy, downloadFailed */
async function printed(deps: ApiDeps, printer: Printer, c: ApiContext, view: CaseView, ctx: PresentCtx) {
  const { id, orgId } = ctx.viewer;
  const couriers = deps.models.desk(ctx)?.couriers ?? [];
  const directory = deps.models.directory();
  const zone = directory.organisations.get(orgId)?.zone ?? defaultZone;
  const logo = await findPaperLogo(deps.vault, directory, view.facts.orgId);
  const link = linkTo(c, deps, view.caseId);
  const { signal } = c.req.raw;
  const asked = { couriers, hidden: c.get('hidden'), lang: c.get('lang'), zone, now: deps.clock.now() };
  try {
    return await printer.order({ view, link, logo, ...asked }, { by: id, signal });
  } catch (error) {
    // The client has disconnected; the status code is irrelevant.
    if (signal.aborted) throw new Refusal('busy');
    if (isRefusal(error)) throw error;
    deps.log.error({ requestId: c.get('requestId'), err: error }, 'creating an order form failed');
    throw new Refusal('downloadFailed');
  }
}

export function orderFormRoutes(deps: ApiDeps, printer: Printer): Route[] {
  return [
    signedRoute({
      method: 'get',
      path: '/api/cases/:id/order.pdf',
      rule: 'session',
      cookie: true,
      media: 'application/pdf',
      tag: 'case',
      summary: 'The order form as PDF, in the language asked for, now or as it stood (`asOf`).',
      query: momentQuerySchema,
      handle: async ({ c, ctx, param, query }) => {
        const view = await readCaseViewAt(deps, ctx, parseCaseId(param('id')), () => query().asOf);
        mayPrint(view);
        const bytes = await printed(deps, printer, c, view, ctx);
        if (c.req.method !== 'HEAD') await deps.auditTrail.downloaded(ctx.viewer, view.caseId, 'order');
        return c.body(bytes, 200, {
          'Content-Type': 'application/pdf',
          'Content-Language': c.get('lang'),
          // No personal name, because it would appear in download lists.
          'Content-Disposition': `attachment; filename="${view.caseId}-order.pdf"`,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cache-Control': 'private, no-store',
        });
      },
    }),
  ];
}
