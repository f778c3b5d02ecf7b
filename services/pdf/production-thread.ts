/** Writes labels and packing lists in a worker thread, like the order form. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CustomCourierName } from '#events/desk/courier-name.ts';
import type { CaseView } from '#projections/case/view.ts';
import { setTimeZone } from '#web/lib/format.ts';
import { runInThread } from '../concurrency/thread.ts';
import { type Lang, loadDictionaries } from '../i18n/dictionaries.ts';
import { withCourierNames } from './courier-words.ts';
import { type Parcel, type ProductionPaperName, productionPaperOf } from './production-paper.ts';

export type ProductionJob = {
  /** The case as its reader sees it, masked if the names are hidden. */
  view: CaseView;
  pack: Parcel;
  paper: ProductionPaperName;
  lang: Lang;
  /** The names that the reader's desk gave its couriers. */
  couriers: readonly CustomCourierName[];
  /** The reader's time zone. */
  zone: string;
  /** Time of printing, in milliseconds since 1970. */
  now: number;
  /** Address of the case's page. */
  link: string;
};

/** Prints labels or a packing list. `signal` aborts once the request has ended. */
export type PrintProduction = (job: ProductionJob, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

/** Imports that only the thread needs, so that a server starts without the fonts. */
const draw = {
  labels: async () => (await import('./labels.ts')).drawLabels,
  packing: async () => (await import('./packing.ts')).drawPacking,
};

/** Draws labels or packing lists in the calling thread. Sets the time zone of `#web/lib/format.ts`. */
export async function createProductionPdf({
  view,
  pack,
  paper: kind,
  lang,
  couriers,
  zone,
  now,
  link,
}: ProductionJob) {
  const drawPaper = await draw[kind]();
  setTimeZone(zone);
  const t = withCourierNames(loadDictionaries().t(lang), couriers, lang);
  const paper = productionPaperOf(view, pack, kind, { t, now });
  const foot = (page: number, of: number) => t('shop:foot', { name: paper.name, page, of });
  return drawPaper({ paper, link, lang, at: new Date(now), foot });
}

/** Returns the bytes of the PDF. @throws the errors of `runInThread` */
export const printProductionInThread: PrintProduction = (job, signal) =>
  runInThread({ file: import.meta.url, what: 'the paper of a batch' }, job, signal);

// Runs the job if this file was started as the thread: only the thread has a port and data.
if (parentPort && workerData) parentPort.postMessage(await createProductionPdf(workerData as ProductionJob));
