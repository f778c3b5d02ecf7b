/** Writes a plan's report in a worker thread, like the order form. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import type { MeasuredOcclusion } from '#web/features/review/occlusion-text.ts';
import { reportContentOf } from '#web/features/review/report.ts';
import { formatMoment, setTimeZone } from '#web/lib/format.ts';
import { runInThread } from '../concurrency/thread.ts';
import { type Lang, loadDictionaries } from '../i18n/dictionaries.ts';

export type PlanReportJob = {
  /** The case as its reader sees it, masked if the names are hidden. */
  view: CaseView;
  plan: PlanItem;
  /** The version's plan. Null if it has no readable plan.json. */
  bundle: PlanBundle | null;
  /** Measures of its shapes; null if they could not be measured. */
  occlusion: MeasuredOcclusion;
  lang: Lang;
  /** The reader's time zone. */
  zone: string;
  /** Time of printing, in milliseconds since 1970. */
  now: number;
  /** Address of the report's page. */
  link: string;
  /** Paths of its pictures, by number. */
  pictures: Record<number, string>;
};

/** Prints a plan report. `signal` aborts once the request has ended. */
export type PrintPlanReport = (job: PlanReportJob, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

/** Puts the transparent pictures on the grey background of the screen, for which their colours are made. */
async function read(paths: PlanReportJob['pictures']): Promise<Map<number, Buffer>> {
  const { createPosterPreview } = await import('./previews.ts');
  const all = new Map<number, Buffer>();
  for (const [at, path] of Object.entries(paths)) {
    const picture = await createPosterPreview(path);
    if (picture) all.set(Number(at), picture);
  }
  return all;
}

/** Draws a plan's report in the calling thread. Sets the time zone of `#web/lib/format.ts`. */
export async function drawPlanReportPdf({
  view,
  plan,
  bundle,
  occlusion,
  lang,
  zone,
  now,
  link,
  pictures,
}: PlanReportJob) {
  // Only the thread needs fonts and codecs, and a server starts without them.
  const { drawPlanReport } = await import('./report.ts');
  setTimeZone(zone);
  const t = loadDictionaries().t(lang);
  const of = { caseId: view.caseId, version: plan.version, hash: formatShortHash(plan.bundle) };
  const foot = (page: number, all: number) => t('review:report.page', { ...of, page, of: all });
  const report = reportContentOf({ view, plan, bundle, occlusion, t });
  return drawPlanReport({
    report,
    pictures: await read(pictures),
    link,
    lang,
    brand: t('review:report.brand'),
    printed: [t('review:report.printed'), formatMoment(now)].join(t('review:report.colon')),
    at: new Date(now),
    foot,
  });
}

/** Returns the bytes of the PDF. @throws the errors of `runInThread` */
export const printPlanReportInThread: PrintPlanReport = (job, signal) =>
  runInThread({ file: import.meta.url, what: 'the plan report' }, job, signal);

// Runs the job if this file was started as the thread: only the thread has a port and data.
if (parentPort && workerData) parentPort.postMessage(await drawPlanReportPdf(workerData as PlanReportJob));
