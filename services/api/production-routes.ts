/**
 * GET /api/cases/{id}/batches/{n}/labels.pdf and …/packing.pdf, and the same for a replacement tray: labels
 * and packing lists, for viewers of the case's manufacturing section.
 */
import { defaultZone } from '#events/case/calendar.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { PresentCtx } from '#projections/present.ts';
import { type ApiContext, printedPageUrl } from '../http/context.ts';
import type { Printer } from '../pdf/printer.ts';
import {
  type ParcelKind,
  type ProductionPaperName,
  parcelKinds,
  parcelOf,
  productionPapers,
} from '../pdf/production-paper.ts';
import type { ProductionJob } from '../pdf/production-thread.ts';
import type { ApiDeps } from './deps.ts';
import { type Route, signedRoute } from './route.ts';
import { createCaseUnknownRefusal, parseCaseId } from './visible-case.ts';

/** @throws Refusal caseUnknown, notFound */
function asked({ models }: ApiDeps, ctx: PresentCtx, id: string, of: ParcelKind, number: string) {
  const view = models.caseView(ctx, id);
  if (!view) throw createCaseUnknownRefusal();
  const pack = /^[1-9]\d{0,3}$/.test(number) ? parcelOf(view, of, Number(number)) : undefined;
  if (view.pages.manufacturing !== 'open' || !pack) throw new Refusal('notFound');
  return { view, pack };
}

/** Link to the case's manufacturing section, for the reader's browser. */
const linkTo = (c: ApiContext, deps: ApiDeps, caseId: string) =>
  printedPageUrl(c, deps, `/caseDetail?id=${encodeURIComponent(caseId)}&section=manufacturing`);

/** @throws Refusal tooMany, busy, downloadFailed */
async function printed(deps: ApiDeps, printer: Printer, c: ApiContext, job: ProductionJob, by: string) {
  const { signal } = c.req.raw;
  try {
    return await printer.production(job, { by, signal });
  } catch (error) {
    // The client has disconnected; the status code is irrelevant.
    if (signal.aborted) throw new Refusal('busy');
    if (isRefusal(error)) throw error;
    deps.log.error({ requestId: c.get('requestId'), err: error }, 'creating the papers of a batch failed');
    throw new Refusal('downloadFailed');
  }
}

const said: Record<ProductionPaperName, string> = {
  labels: 'One label a tray, as PDF: case, arch, stage, short plan hash and a code.',
  packing: 'The packing list, as PDF.',
};
const named: Record<ParcelKind, string> = { batches: 'B', trays: 'T' };

const paperRoute = (deps: ApiDeps, printer: Printer, of: ParcelKind, paper: ProductionPaperName): Route =>
  signedRoute({
    method: 'get',
    path: `/api/cases/:id/${of}/:number/${paper}.pdf`,
    rule: 'session',
    cookie: true,
    media: 'application/pdf',
    tag: 'trays',
    summary: `${said[paper]} ${of === 'batches' ? 'Of a batch.' : 'Of a replacement tray.'}`,
    handle: async ({ c, viewer, ctx, param }) => {
      const { view, pack } = asked(deps, ctx, parseCaseId(param('id')), of, param('number'));
      const zone = deps.models.directory().organisations.get(viewer.orgId)?.zone ?? defaultZone;
      const couriers = deps.models.desk(ctx)?.couriers ?? [];
      const reader = {
        couriers,
        lang: c.get('lang'),
        zone,
        now: deps.clock.now(),
        link: linkTo(c, deps, view.caseId),
      };
      const bytes = await printed(deps, printer, c, { view, pack, paper, ...reader }, viewer.id);
      const name = `${view.caseId}-${named[of]}${pack.number}-${paper}.pdf`;
      return c.body(bytes, 200, {
        'Content-Type': 'application/pdf',
        'Content-Language': c.get('lang'),
        'Content-Disposition': `attachment; filename="${name}"`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, no-store',
      });
    },
  });

export const productionPaperRoutes = (deps: ApiDeps, printer: Printer): Route[] =>
  parcelKinds.flatMap(of => productionPapers.map(paper => paperRoute(deps, printer, of, paper)));
