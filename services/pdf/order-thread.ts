/** Writes an order form in a worker thread: fonts, pictures and layout take half a second of computing. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CustomCourierName } from '#events/desk/courier-name.ts';
import type { CaseView } from '#projections/case/view.ts';
import { setTimeZone } from '#web/lib/format.ts';
import { runInThread } from '../concurrency/thread.ts';
import { type Lang, loadDictionaries } from '../i18n/dictionaries.ts';
import { withCourierNames } from './courier-words.ts';
import { type ChartWords, orderPaperOf } from './order-paper.ts';

export type OrderFormJob = {
  /** The case as its reader sees it, masked if the names are hidden. */
  view: CaseView;
  hidden: boolean;
  /** The names that the reader's desk gave its couriers. */
  couriers: readonly CustomCourierName[];
  lang: Lang;
  /** The reader's time zone. */
  zone: string;
  /** Time of printing, in milliseconds since 1970. */
  now: number;
  /** Address of the case's page. */
  link: string;
  /** Local path of the logo. Null: the product's mark. */
  logo: string | null;
  /** Local path of each picture, by file id. */
  pictures: Readonly<Record<string, string>>;
};

/** Prints an order form. `signal` aborts when the request has ended. */
export type PrintOrderForm = (job: OrderFormJob, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

/** Decodes pictures one by one, because each may take two hundred megabytes. */
async function previews(paths: OrderFormJob['pictures']): Promise<Map<string, Buffer>> {
  const { createPreviewJpeg } = await import('./previews.ts');
  const all = new Map<string, Buffer>();
  for (const [id, path] of Object.entries(paths)) {
    const picture = await createPreviewJpeg(path);
    if (picture) all.set(id, picture);
  }
  return all;
}

/** Draws an order form in the calling thread. Sets the time zone of `#web/lib/format.ts`. */
export async function createOrderFormPdf({
  view,
  hidden,
  couriers,
  lang,
  zone,
  now,
  ...drawn
}: OrderFormJob) {
  // Only the thread needs fonts and codecs, and a server starts without them.
  const [{ drawOrderForm }, { createLogoPreview }] = await Promise.all([
    import('./order.ts'),
    import('./previews.ts'),
  ]);
  setTimeZone(zone);
  const words = loadDictionaries();
  const t = withCourierNames(words.t(lang), couriers, lang);
  const paper = orderPaperOf(view, { t, chart: words.namespace<ChartWords>(lang, 'tooth'), now, hidden });
  const foot = (page: number, of: number) => t('order:foot', { caseId: view.caseId, page, of });
  return drawOrderForm({
    ...{ paper, lang, foot, link: drawn.link, at: new Date(now) },
    pictures: await previews(drawn.pictures),
    logo: drawn.logo === null ? undefined : await createLogoPreview(drawn.logo),
  });
}

/**
 * Returns the bytes of the PDF.
 * @throws the errors of `runInThread`
 */
export const printOrderFormInThread = (
  job: OrderFormJob,
  limitMs?: number,
  signal?: AbortSignal,
): ReturnType<PrintOrderForm> =>
  runInThread({ file: import.meta.url, what: 'the order form', limitMs }, job, signal);

// Runs the job if this file was started as the thread: only the thread has a port and data.
if (parentPort && workerData) parentPort.postMessage(await createOrderFormPdf(workerData as OrderFormJob));
