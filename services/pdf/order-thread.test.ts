import { expect, it } from 'vitest';
import { type OrderFormJob, printOrderFormInThread } from './order-thread.ts';

it('an order form that takes too long is given up, and its thread ended', async () => {
  // The job is never read: its thread is stopped before it starts.
  const job = {} as OrderFormJob;
  await expect(printOrderFormInThread(job, 1)).rejects.toThrow('not finished after 1 ms');
});

it('an order form whose reader has left is given up, and its thread ended', async () => {
  const gone = new AbortController();
  const printing = printOrderFormInThread({} as OrderFormJob, 30_000, gone.signal);
  gone.abort(new Error('the reader has left'));
  await expect(printing).rejects.toThrow('the reader has left');
  await expect(printOrderFormInThread({} as OrderFormJob, 30_000, gone.signal)).rejects.toThrow(
    'the reader has left',
  );
});
