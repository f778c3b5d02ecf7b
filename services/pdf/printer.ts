/** Prints order forms and reports, a few at a time, because each takes a thread and half a second of a processor. */
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import type { BlobName, Blobs } from '../files/blobs.ts';
import { type OrderFormJob, type PrintOrderForm, printOrderFormInThread } from './order-thread.ts';
import { type PrintProduction, type ProductionJob, printProductionInThread } from './production-thread.ts';
import { type PlanReportJob, type PrintPlanReport, printPlanReportInThread } from './report-thread.ts';

export type PrinterDeps = {
  /** Storage of the records. Without it no record has a picture. */
  blobs?: Pick<Blobs, 'local' | 'size' | 'read'>;
  print?: PrintOrderForm;
  printReport?: PrintPlanReport;
  printProduction?: PrintProduction;
};

/** An order form whose pictures are not on this machine's disk. */
type UnreadOrderJob = Omit<OrderFormJob, 'pictures' | 'logo'> & { logo: BlobName | null };

/** `by`: a person's id. `signal`: aborts when the request has ended. */
type Asker = { by: string; signal: AbortSignal };

export interface Printer {
  /**
   * Returns the bytes of the PDF.
   * @throws Refusal tooMany if this person has several in progress, busy if too many wait; the thread's
   * error; the signal's reason
   */
  order(job: UnreadOrderJob, asker: Asker): Promise<Uint8Array<ArrayBuffer>>;
  /** Prints a plan's report, with the same errors. */
  report(job: PlanReportJob, asker: Asker): Promise<Uint8Array<ArrayBuffer>>;
  /** Prints labels or a packing list. */
  production(job: ProductionJob, asker: Asker): Promise<Uint8Array<ArrayBuffer>>;
}

const atOnce = 2;
const waitMost = 20;
/** Maximum number of one person's running and waiting jobs, so that one person does not block all others. */
const perPerson = 4;

export function createPrinter({
  blobs,
  print = (job, signal) => printOrderFormInThread(job, undefined, signal),
  printReport = printPlanReportInThread,
  printProduction = printProductionInThread,
}: PrinterDeps): Printer {
  const semaphore = createFairSemaphore({ atOnce, waitMost, perPerson });
  const picturesOf = async ({ facts, files }: OrderFormJob['view']) => {
    if (!blobs) return {};
    const shown = files.filter(({ kind }) => kind === 'photo' || kind === 'radiograph');
    const pathOf = async ({ id, sha256 }: (typeof files)[number]) =>
      [id, await blobs.local({ orgId: facts.orgId, sha256 })] as const;
    return Object.fromEntries(await Promise.all(shown.map(pathOf)));
  };
  type Bytes = Uint8Array<ArrayBuffer>;
  const inTurn = (draw: () => Promise<Bytes>, { by, signal }: Asker) => semaphore.run(by, draw, signal);
  return {
    order: (job, asker) =>
      inTurn(async () => {
        const pictures = await picturesOf(job.view);
        const logo = job.logo && blobs ? await blobs.local(job.logo) : null;
        return print({ ...job, logo, pictures }, asker.signal);
      }, asker),
    report: (job, asker) => inTurn(() => printReport(job, asker.signal), asker),
    production: (job, asker) => inTurn(() => printProduction(job, asker.signal), asker),
  };
}
