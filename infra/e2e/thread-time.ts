/** Processor time of the tasks of a page's main thread, from Chromium's trace. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Processor time of the thread in µs; absent for what is no task. */
      tdur: z.optional(z.number()),
      args: z.optional(z.object({ name: z.optional(z.string()) })),
    }),
  ),
});

/** Tasks of the main thread. */
const TASK = 'RunTask';

/** Returns the processor time in ms of each task of a page's main thread while something runs. */
export async function measureTaskTimes(page: Page, run: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const path = join(tmpdir(), `archline-trace-${crypto.randomUUID()}.json`);
  await browser.startTracing(page, { path, categories: ['disabled-by-default-devtools.timeline'] });
  try {
    await run();
    // A task that still runs when the trace ends is not in it.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
  } finally {
    await browser.stopTracing();
  }
  const { traceEvents } = trace.parse(JSON.parse(await readFile(path, 'utf8')));
  await rm(path);
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === TASK && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}
