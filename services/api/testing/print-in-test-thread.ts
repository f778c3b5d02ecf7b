/**
 * Prints PDFs in the test's thread: a thread of its own would load fonts and modules each time, which is most
 * of the cost.
 */
import { currentTimeZone, setTimeZone } from '#web/lib/format.ts';
import { orderPdf } from '../../pdf/order-thread.ts';
import type { PrinterDeps } from '../../pdf/printer.ts';
import { productionPdf } from '../../pdf/production-thread.ts';
import { reportPdf } from '../../pdf/report-thread.ts';

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
  print: job => here(() => orderPdf(job)),
  printReport: job => here(() => reportPdf(job)),
  printProduction: job => here(() => productionPdf(job)),
};
