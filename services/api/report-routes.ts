/** GET /api/cases/{id}/plans/{version}/report.pdf: the report of one version on paper, as its reader may see it. */
import { isRefusal, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import type { Deps } from '../deps.ts';
import { readPlan } from '../files/plan-bundle.ts';
import type { Printer, PrinterDeps } from '../pdf/printer.ts';
import { caseIdOf, notThere } from './case-of.ts';
import type { ApiContext } from './context.ts';
import { isSecure } from './cookies.ts';
import { type Route, route } from './route.ts';

const fallbackZone = 'Asia/Shanghai';

type Asked = { view: CaseView; plan: PlanItem };

/** @throws Refusal caseUnknown, permissionError, notFound */
function asked(
  { models }: Deps,
  ctx: Parameters<Deps['models']['caseView']>[0],
  id: string,
  v: string,
): Asked {
  const view = models.caseView(ctx, id);
  if (!view) throw notThere();
  if (view.pages.plan === 'position') throw new Refusal('permissionError');
  const plan = /^\d{1,6}$/.test(v) ? view.plans.find(p => p.version === Number(v)) : undefined;
  if (!plan) throw new Refusal('notFound');
  return { view, plan };
}

/** The report's page as its reader's browser has it. */
function linkTo(c: ApiContext, { view, plan }: Asked): string {
  const query = new URLSearchParams({ id: view.caseId, version: String(plan.version) });
  const link = new URL(`/schemeReportInfoWidget?${query}`, c.req.url);
  if (isSecure(c)) link.protocol = 'https:';
  return link.href;
}

/** @throws Refusal tooMany, busy, downloadFailed, fileStoreDown */
async function printed(
  deps: Deps,
  { printer, blobs }: { printer: Printer; blobs: PrinterDeps['blobs'] },
  c: ApiContext,
  { view, plan }: Asked,
  { id, orgId }: Viewer,
) {
  const bundle = blobs ? await readPlan(blobs, view.facts.orgId, plan.files) : null;
  const zone = deps.models.directory().organisations.get(orgId)?.zone ?? fallbackZone;
  const { signal } = c.req.raw;
  const reader = { lang: c.get('lang'), zone, now: deps.clock.now(), link: linkTo(c, { view, plan }) };
  const job = { view, plan, bundle, ...reader };
  try {
    return await printer.report(job, { by: id, signal });
  } catch (error) {
    // To whoever has gone away it does not matter what they are told.
    if (signal.aborted) throw new Refusal('busy');
    if (isRefusal(error)) throw error;
    deps.log.error({ requestId: c.get('requestId'), err: error }, 'a plan report could not be printed');
    throw new Refusal('downloadFailed');
  }
}

export function reportRoutes(deps: Deps, parts: { printer: Printer; blobs: PrinterDeps['blobs'] }): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/cases/:id/plans/:version/report.pdf',
      rule: 'session',
      cookie: true,
      media: 'application/pdf',
      tag: 'case',
      summary: 'The report of one version of the plan as PDF, in the language asked for.',
      handle: async ({ c, viewer, ctx, param }) => {
        const found = asked(deps, ctx, caseIdOf(param('id')), param('version'));
        const bytes = await printed(deps, parts, c, found, viewer);
        return c.body(bytes, 200, {
          'Content-Type': 'application/pdf',
          'Content-Language': c.get('lang'),
          // A name in it would stand in every list of downloads.
          'Content-Disposition': `attachment; filename="${found.view.caseId}-plan-${found.plan.version}.pdf"`,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cache-Control': 'private, no-store',
        });
      },
    }),
  ];
}
