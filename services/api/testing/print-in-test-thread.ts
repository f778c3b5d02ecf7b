/**
 * Prints PDFs in the test's own thread. Another thread would load fonts and modules each time, which is most of the
 * cost.
 */
import { currentTimeZone, setTimeZone } from '#web/lib/format.ts';
import { createOrderFormPdf } from '../../pdf/order-thread.ts';
import type { PrinterDeps } from '../../pdf/printer.ts';
import { createProductionPdf } from '../../pdf/production-thread.ts';
import { drawPlanReportPdf } from '../../pdf/report-thread.ts';

/** Draws as in a thread, which inherits the time zone. */
async function here<T>(draw: () => Promise<T>): Promise<T> {
  const zone = currentTimeZone();
  try {
    return await draw();
  } finally {
    setTimeZone(zone);
  }
}

export const printInTestThread: Required<Pick<PrinterDeps, 'print' | 'printReport' | 'printProduction'>> = {
  print: job => here(() => createOrderFormPdf(job)),
  printReport: job => here(() => drawPlanReportPdf(job)),
  printProduction: job => here(() => createProductionPdf(job)),
};
