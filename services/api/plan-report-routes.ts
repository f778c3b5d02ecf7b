/**
 * GET /api/cases/{id}/plans/{version}/report.pdf: a version's report as PDF, as its reader may see it; and
 * …/posters/{n}: its pictures (WebP) of the version's start, quarters and goal.
 */

import { defaultZone } from '#events/case/calendar.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { lastStage } from '#events/plan/bundle.ts';
import { posterStagesOfReport } from '#events/share/shared-bundle.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { type BlobName, occlusionPart, posterParts, stagePart } from '../files/blobs.ts';
import { readPlanBundle } from '../files/plan-bundle.ts';
import { type ApiContext, printedPageUrl } from '../http/context.ts';
import { type ResponseBodyDeps, streamResponseBody } from '../http/stream-body.ts';
import type { Printer, PrinterDeps } from '../pdf/printer.ts';
import type { PlanReportJob } from '../pdf/report-thread.ts';
import { readOcclusion } from '../previews/plan-occlusion.ts';
import { ensurePlanPartBlob } from '../previews/plan-poster.ts';
import type { SharedFileStorage } from '../share/sharing.ts';
import { isNotModified } from './answer-formats.ts';
import type { ApiDeps } from './deps.ts';
import { type Route, signedRoute } from './route.ts';
import { createCaseUnknownRefusal, parseCaseId } from './visible-case.ts';

type Asked = { view: CaseView; plan: PlanItem };

/** @throws Refusal caseUnknown, permissionError, notFound */
function asked(
  { models }: ApiDeps,
  ctx: Parameters<ApiDeps['models']['caseView']>[0],
  id: string,
  v: string,
): Asked {
  const view = models.caseView(ctx, id);
  if (!view) throw createCaseUnknownRefusal();
  if (view.pages.plan === 'position') throw new Refusal('permissionError');
  const plan = /^\d{1,6}$/.test(v) ? view.plans.find(p => p.version === Number(v)) : undefined;
  if (!plan) throw new Refusal('notFound');
  return { view, plan };
}

/** Link to the report's page, for the reader's browser. */
function linkTo(c: ApiContext, deps: ApiDeps, { view, plan }: Asked): string {
  const query = new URLSearchParams({ id: view.caseId, version: String(plan.version) });
  return printedPageUrl(c, deps, `/schemeReportInfoWidget?${query}`);
}

export type PlanReportRouteParts = {
  printer: Printer;
  blobs: PrinterDeps['blobs'];
  /** Storage of the plan's files. Without it, reports have no pictures. */
  shared: SharedFileStorage | undefined;
};

/** Draws picture `at` of a plan version. */
const posterOf = async (
  shared: SharedFileStorage | undefined,
  { view, plan }: Asked,
  at: number,
  how: Parameters<typeof ensurePlanPartBlob>[3],
): Promise<BlobName | undefined> => {
  const part = posterParts[at];
  return (
    shared && part && ensurePlanPartBlob(shared, { orgId: view.facts.orgId, files: plan.files }, part, how)
  );
};

/** Occlusion measurements of a version. Null if it has no shapes. */
async function occlusionOf(
  shared: SharedFileStorage | undefined,
  { view, plan }: Asked,
  how: Parameters<typeof ensurePlanPartBlob>[3],
) {
  if (!shared) return null;
  const version = { orgId: view.facts.orgId, files: plan.files };
  return readOcclusion(shared.blobs, await ensurePlanPartBlob(shared, version, occlusionPart, how));
}

/** @throws Refusal tooMany, busy, downloadFailed, fileStoreDown */
async function printed(
  deps: ApiDeps,
  { printer, blobs, shared }: PlanReportRouteParts,
  c: ApiContext,
  { view, plan }: Asked,
  { id, orgId }: Viewer,
) {
  const bundle = blobs ? await readPlanBundle(blobs, view.facts.orgId, plan.files) : null;
  const zone = deps.models.directory().organisations.get(orgId)?.zone ?? defaultZone;
  const { signal } = c.req.raw;
  const reader = { lang: c.get('lang'), zone, now: deps.clock.now(), link: linkTo(c, deps, { view, plan }) };
  const pictures: PlanReportJob['pictures'] = {};
  if (bundle)
    for (const { at } of posterStagesOfReport(lastStage(bundle))) {
      const name = await posterOf(shared, { view, plan }, at, { signal, bundle });
      if (name) pictures[at] = (await shared?.blobs.local(name)) ?? '';
    }
  const occlusion = bundle && (await occlusionOf(shared, { view, plan }, { signal, bundle }));
  const job = { view, plan, bundle, occlusion, pictures, ...reader };
  try {
    return await printer.report(job, { by: id, signal });
  } catch (error) {
    // The client has disconnected; the status code is irrelevant.
    if (signal.aborted) throw new Refusal('busy');
    if (isRefusal(error)) throw error;
    deps.log.error({ requestId: c.get('requestId'), err: error }, 'creating a plan report failed');
    throw new Refusal('downloadFailed');
  }
}

/** Answers with a picture of a version. Draws it on the first request. */
async function pictureOf(
  { shared, timers, log }: PlanReportRouteParts & ResponseBodyDeps,
  c: ApiContext,
  found: Asked,
  what: { name: string | undefined; draw: () => Promise<BlobName | undefined> },
): Promise<Response> {
  // Computed from the bundle's hash alone, so that revalidation need not read plan.json.
  const etag = `"${found.plan.bundle}.${what.name}"`;
  // Caches must revalidate, because a person's right to the picture may end.
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', 'Content-Type': 'image/webp' };
  if (what.name && isNotModified(c, etag)) return c.body(null, 304, headers);
  const name = await what.draw();
  if (!shared || !name) throw new Refusal('notFound');
  if (c.req.method === 'HEAD') return c.body(null, 200, headers);
  const bytes = streamResponseBody(c, shared.blobs.read(name), { timers, log });
  return c.body(bytes, 200, { ...headers, 'X-Content-Type-Options': 'nosniff' });
}

const picture = { method: 'get', rule: 'session', cookie: true, media: 'image/webp', tag: 'case' } as const;

const posterRoute = (deps: ApiDeps, parts: PlanReportRouteParts): Route =>
  signedRoute({
    ...picture,
    path: '/api/cases/:id/plans/:version/posters/:at',
    summary: 'A picture of one version: 0 its start, 1 to 3 its quarters, 4 its goal.',
    handle: ({ c, ctx, param }) => {
      const found = asked(deps, ctx, parseCaseId(param('id')), param('version'));
      const at = /^[0-4]$/.test(param('at')) ? Number(param('at')) : -1;
      const draw = () => posterOf(parts.shared, found, at, { signal: c.req.raw.signal });
      return pictureOf({ ...deps, ...parts }, c, found, { name: posterParts[at], draw });
    },
  });

const stageRoute = (deps: ApiDeps, parts: PlanReportRouteParts): Route =>
  signedRoute({
    ...picture,
    path: '/api/cases/:id/plans/:version/stages/:stage/picture',
    summary: 'A picture of one version at one of its stages; 0 is its start.',
    handle: ({ c, ctx, param }) => {
      const { shared } = parts;
      const found = asked(deps, ctx, parseCaseId(param('id')), param('version'));
      if (!/^\d{1,3}$/.test(param('stage'))) throw new Refusal('notFound');
      const stage = Number(param('stage'));
      const version = { orgId: found.view.facts.orgId, files: found.plan.files };
      const draw = async () =>
        shared && ensurePlanPartBlob(shared, version, { stage }, { signal: c.req.raw.signal });
      return pictureOf({ ...deps, ...parts }, c, found, { name: stagePart(stage), draw });
    },
  });

export function planReportRoutes(deps: ApiDeps, parts: PlanReportRouteParts): Route[] {
  return [
    posterRoute(deps, parts),
    stageRoute(deps, parts),
    signedRoute({
      method: 'get',
      path: '/api/cases/:id/plans/:version/report.pdf',
      rule: 'session',
      cookie: true,
      media: 'application/pdf',
      tag: 'case',
      summary: 'The report of one version of the plan as PDF, in the language asked for.',
      handle: async ({ c, viewer, ctx, param }) => {
        const found = asked(deps, ctx, parseCaseId(param('id')), param('version'));
        const bytes = await printed(deps, parts, c, found, viewer);
        if (c.req.method !== 'HEAD') await deps.auditTrail.downloaded(viewer, found.view.caseId, 'report');
        return c.body(bytes, 200, {
          'Content-Type': 'application/pdf',
          'Content-Language': c.get('lang'),
          // No personal name, because it would appear in download lists.
          'Content-Disposition': `attachment; filename="${found.view.caseId}-plan-${found.plan.version}.pdf"`,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cache-Control': 'private, no-store',
        });
      },
    }),
  ];
}
