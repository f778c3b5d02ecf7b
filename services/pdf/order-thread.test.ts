import { expect, it } from 'vitest';
import { type OrderJob, printInThread } from './order-thread.ts';

it('a form that takes too long is given up, and its thread with it', async () => {
  // Never read: the thread is stopped before it has begun.
  const job = {} as OrderJob;
  await expect(printInThread(job, 1)).rejects.toThrow('not done after 1 ms');
});
