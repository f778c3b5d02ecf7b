/**
 * Responsiveness of the page during heavy work: script and layout time of its busiest task while a scan of
 * 200 MB is read and decimated, while a plan plays and is scrubbed, and while stage files become a plan. Each
 * is compared with the idle page. Drawing is disabled, because the software graphics card would take most of
 * the time.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { draftCase } from '../actors/http.ts';
import { launchBrowser, openBrowserContext } from '../testing/browser.ts';
import { signIn } from '../testing/client.ts';
import { startServer } from '../testing/server.ts';
import type { BenchmarkRow } from './bench.ts';
import { generateScan } from './decimate/scan.ts';
import { benchLength } from './length.ts';
import { type TaskTimes, traceTasks } from './tasks/trace.ts';

const WANTED = 'at most 50 ms';
const REST_MS = benchLength(3000, 300);
const PLAY_MS = benchLength(5000, 500);
/** Subdivision of 440,232 triangles into nine each: 198 MB. */
const CUTS = benchLength(3, 1);

const rowOf = (what: string, tasks: TaskTimes, rest: TaskTimes): BenchmarkRow => ({
  what: `${what}: busiest task`,
  ms: tasks.longest,
  ratio: rest.longest / tasks.longest,
  wanted: WANTED,
  also: {
    'with waits for a core': `${tasks.waited.toFixed(1)} ms`,
    'busiest with': tasks.busy,
    'tasks, ms in all': `${tasks.count}, ${Math.round(tasks.total)}`,
  },
});

const resting = (page: Page) => traceTasks(page, () => page.waitForTimeout(REST_MS));

/** Runs in the page. Disables draw calls: matrices are computed and sent, but no triangle is filled. */
function drawNothing(): void {
  const none = () => undefined;
  const calls = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'];
  for (const name of calls) Reflect.set(WebGL2RenderingContext.prototype, name, none);
  const extension = WebGL2RenderingContext.prototype.getExtension;
  Reflect.set(
    WebGL2RenderingContext.prototype,
    'getExtension',
    function (this: WebGL2RenderingContext, name: string) {
      const found: unknown = Reflect.apply(extension, this, [name]);
      if (name === 'WEBGL_multi_draw' && typeof found === 'object' && found !== null)
        for (const call of ['multiDrawElementsWEBGL', 'multiDrawArraysWEBGL']) Reflect.set(found, call, none);
      return found;
    },
  );
}

async function open(browser: Browser, url: string, user: string, path: string): Promise<Page> {
  const context = await openBrowserContext(browser, url, {
    lang: 'en',
    theme: 'light',
    width: 1600,
    height: 1000,
    user,
  });
  const page = await context.newPage();
  await page.addInitScript(drawNothing);
  await page.goto(url + path, { waitUntil: 'networkidle' });
  return page;
}

async function decimating(browser: Browser, url: string, dir: string): Promise<BenchmarkRow[]> {
  const doctor = await signIn(url, 'doctor');
  const caseId = await draftCase(doctor);
  const file = join(dir, 'upper.stl');
  await writeFile(file, generateScan(CUTS));
  const page = await open(browser, url, 'doctor', `/addCase/dataUploadNew?id=${caseId}`);
  const rest = await resting(page);
  const tile = page.getByRole('article', { name: 'Upper model' });
  const tasks = await traceTasks(page, async () => {
    await tile.locator('input[type="file"]').setInputFiles(file);
    // The canvas appears when the scan is decimated.
    await tile.locator('canvas').waitFor({ timeout: 120_000 });
  });
  await page.context().close();
  return [rowOf('a scan of 198 MB is read and decimated', tasks, rest)];
}

async function playing(browser: Browser, url: string): Promise<BenchmarkRow[]> {
  const doctor = await signIn(url, 'doctor');
  const { items } = (await doctor.get<{ items: { caseId: string }[] }>('/api/cases?filter=5')).data;
  const page = await open(browser, url, 'doctor', `/eSetThreeDView?id=${items[0]?.caseId}`);
  await page.locator('[data-detail="fine"]').waitFor({ timeout: 60_000 });
  const rest = await resting(page);
  const played = await traceTasks(page, async () => {
    await page.keyboard.press(' ');
    await page.waitForTimeout(PLAY_MS);
  });
  const scrubbed = await traceTasks(page, async () => {
    const box = await page.getByRole('slider', { name: 'Aligner' }).boundingBox();
    if (!box) return;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 40, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 40, y, { steps: 120 });
    await page.mouse.up();
  });
  await page.context().close();
  const steps = { 'ms a frame': (played.total / Math.max(1, played.count)).toFixed(2) };
  return [
    { ...rowOf('a plan plays', played, rest), also: { ...rowOf('', played, rest).also, ...steps } },
    rowOf('a plan is scrubbed by hand', scrubbed, rest),
  ];
}

/** This benchmark takes about a minute. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  const dir = await mkdtemp(join(tmpdir(), 'archline-tasks-'));
  try {
    return [...(await decimating(browser, server.url, dir)), ...(await playing(browser, server.url))];
  } finally {
    await browser.close();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
