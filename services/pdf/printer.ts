/** Prints order forms, a few at a time: each takes a thread, and a processor for half a second. */
import { Refusal } from '#events/errors.ts';
import type { Blobs } from '../files/blobs.ts';
import { type OrderJob, type PrintOrder, printInThread } from './order-thread.ts';

export type PrinterDeps = {
  /** Where the records' bytes lie; without it no record has a picture. */
  blobs?: Pick<Blobs, 'path'>;
  print?: PrintOrder;
};

export interface Printer {
  /** The bytes of the PDF. @throws Refusal busy where too many wait; what the thread died of */
  order(job: Omit<OrderJob, 'pictures'>): Promise<Uint8Array<ArrayBuffer>>;
}

const atOnce = 2;
const waitMost = 20;

export function createPrinter({ blobs, print = job => printInThread(job) }: PrinterDeps): Printer {
  const waiting: (() => void)[] = [];
  let running = 0;
  const picturesOf = ({ facts, files }: OrderJob['view']) =>
    Object.fromEntries(
      files
        .filter(({ kind }) => blobs && (kind === 'photo' || kind === 'radiograph'))
        .map(({ id, sha256 }) => [id, blobs?.path({ orgId: facts.orgId, sha256 }) ?? '']),
    );
  return {
    async order(job) {
      if (running >= atOnce) {
        if (waiting.length >= waitMost) throw new Refusal('busy');
        await new Promise<void>(go => waiting.push(go));
      } else running += 1;
      try {
        return await print({ ...job, pictures: picturesOf(job.view) });
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
