/** Papers drawn in the thread of the test: one of their own loads fonts and modules each time, most of what a paper costs. */
import { currentTimeZone, setTimeZone } from '#web/lib/format.ts';
import { orderPdf } from '../../pdf/order-thread.ts';
import type { PrinterDeps } from '../../pdf/printer.ts';
import { productionPdf } from '../../pdf/production-thread.ts';
import { reportPdf } from '../../pdf/report-thread.ts';

/** Drawn as in a thread of its own, which takes its time zone with it. */
async function here<T>(draw: () => Promise<T>): Promise<T> {
  const zone = currentTimeZone();
  try {
    return await draw();
  } finally {
    setTimeZone(zone);
  }
}

export const printedHere: Required<Pick<PrinterDeps, 'print' | 'printReport' | 'printProduction'>> = {
  print: job => here(() => orderPdf(job)),
  printReport: job => here(() => reportPdf(job)),
  printProduction: job => here(() => productionPdf(job)),
};
