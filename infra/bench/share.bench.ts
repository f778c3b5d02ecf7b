/**
 * A link to a plan, opened cold on a slow connection (150 ms round trip, 1.6 Mbit/s) with a processor slowed
 * four times: time until its picture is painted (LCP), and from the press of "see it in 3D" to the first 3D
 * picture. Alternates with a bare page from Hono. The plan is the demo's with 28 teeth.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type Browser, chromium, type Page } from 'playwright';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { chromiumArgs, chromiumExecutable } from '../testing/browser.ts';
import { signIn } from '../testing/client.ts';
import { freePort, startServer } from '../testing/server.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';
import { readVitals, watchVitals } from './vitals/observe.ts';
import { openSlowConnection } from './vitals/slow-connection.ts';

const ROUNDS = benchLength(5, 1);
const CPU_SLOWED = 4;
const PLAN_WAITS = 15;
const phone = { width: 390, height: 844 };
const bare = '<!doctype html><title>Bare</title><h1>A sentence of some words.</h1>';

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

type Drawn = { pressed: () => number; drawn: () => Promise<{ at: number; colours: number }> };

/**
 * Runs in the page before its own scripts. Notes when a frame with triangles is fully drawn (reading a pixel
 * back waits for that), and the number of colours in the picture.
 */
function watchDrawing(): void {
  let pressed = Number.NaN;
  let tell: (drawn: { at: number; colours: number }) => void = () => undefined;
  const drawn = new Promise<{ at: number; colours: number }>(resolve => {
    tell = resolve;
  });
  addEventListener('click', () => (pressed = performance.now()), { capture: true });
  const { prototype } = WebGL2RenderingContext;
  const draw = prototype.drawElements;
  let asked = false;
  prototype.drawElements = function (this: WebGL2RenderingContext, ...how: Parameters<typeof draw>) {
    draw.apply(this, how);
    if (asked) return;
    asked = true;
    // Runs after the other draw calls of this frame and before it is presented.
    queueMicrotask(() => {
      const [width, height] = [this.drawingBufferWidth, this.drawingBufferHeight];
      const pixels = new Uint32Array(width * height);
      this.readPixels(0, 0, width, height, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(pixels.buffer));
      tell({ at: performance.now(), colours: new Set(pixels).size });
    });
  };
  const told: Drawn = { pressed: () => pressed, drawn: () => drawn };
  Object.assign(globalThis, told);
}

const readDrawing = (page: Page) =>
  page.evaluate(async () => {
    // Cast: `watchDrawing` has set these globals.
    const told = globalThis as unknown as Drawn;
    const { at, colours } = await told.drawn();
    return { ms: at - told.pressed(), colours };
  });

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
  await watchVitals(page);
  await page.addInitScript(watchDrawing);
  return page;
}

async function open(browser: Browser, url: string): Promise<{ page: Page; lcp: number }> {
  const page = await slowPage(browser);
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  return { page, lcp: (await readVitals(page)).lcp };
}

/** Presses the button of the 3D view. @returns ms from the press to its first picture */
async function press(page: Page): Promise<number> {
  await page.locator('[data-see]').click();
  const { ms, colours } = await readDrawing(page);
  if (colours < 20) throw new Error(`the picture has ${colours} colours`);
  return ms;
}

type Seen = { lcp: number; first: number; atOnce: number; scripts: number };

/** Opens the link and presses the button as soon as it exists. */
async function seeAtOnce(browser: Browser, url: string): Promise<Pick<Seen, 'atOnce' | 'scripts'>> {
  const page = await slowPage(browser);
  const sizes: Promise<number>[] = [];
  page.on('response', answer => {
    if (!/\/assets\/.*\.(js|css)$/.test(answer.url())) return;
    sizes.push(
      answer
        .request()
        .sizes()
        .then(
          size => Math.max(0, size.responseBodySize),
          () => 0,
        ),
    );
  });
  await page.goto(url, { waitUntil: 'load' });
  const atOnce = await press(page);
  await page.locator('[data-scene="fine"]').waitFor({ state: 'attached' });
  const scripts = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.context().close();
  return { atOnce, scripts };
}

/** Opens the link, waits until the page is idle, and presses the button. */
async function see(browser: Browser, url: string): Promise<Seen> {
  const { page, lcp } = await open(browser, url);
  const first = await press(page);
  await page.context().close();
  return { lcp, first, ...(await seeAtOnce(browser, url)) };
}

async function glance(browser: Browser, url: string): Promise<number> {
  const { page, lcp } = await open(browser, url);
  await page.context().close();
  return lcp;
}

async function startPeer(): Promise<{ url: string; stop(): void }> {
  const app = new Hono().get('/', c => c.html(bare));
  const port = await freePort();
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

type Files = { teeth: number; stages: number; coarse: number; whole: number };

/** Compressed sizes of the link's plan files. */
async function weigh(url: string, path: string): Promise<Files> {
  const files = `${url}/api/shares/${path.split('/').at(-1)}/files`;
  const json = await fetch(`${files}/plan.json`, { headers: { 'Accept-Encoding': 'br' } });
  const { teeth, parts, upperStages, lowerStages } = planBundleSchema.parse(await json.json());
  const wire = Number(json.headers.get('content-length') ?? 0);
  return {
    teeth: teeth.length,
    stages: Math.max(upperStages, lowerStages),
    coarse: parts.coarse.bytes,
    whole: wire + parts.teeth.bytes + parts.coarse.bytes,
  };
}

async function linkOf(url: string): Promise<string> {
  const caseId = await findDemoCaseAt(url, 'doctor', PLAN_WAITS);
  const doctor = await signIn(url, 'doctor');
  const { data } = await doctor.post<{ path: string }>(`/api/cases/${caseId}/shares`, { for: 'patient' });
  return data.path;
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

function rowsOf(seen: Seen[], peers: number[], { teeth, stages, coarse, whole }: Files): BenchmarkRow[] {
  const [lcp, first, peer] = [median(seen.map(s => s.lcp)), median(seen.map(s => s.first)), median(peers)];
  const atOnce = median(seen.map(s => s.atOnce));
  const plan = `${teeth} teeth, ${stages} stages`;
  const scripts = median(seen.map(s => s.scripts));
  return [
    { what: 'shared plan, LCP (its picture)', ms: lcp, ratio: peer / lcp, wanted: 'below 1,000 ms' },
    { what: 'peer: a sentence, LCP', ms: peer },
    {
      what: 'from the press to the first picture in 3D, after reading',
      ms: first,
      wanted: 'at most 3,000 ms',
    },
    { what: 'the same, pressed as the page comes', ms: atOnce, wanted: 'at most 3,000 ms' },
    { what: `its coarse part: ${kB(coarse)} (${plan})`, score: coarse / 1000, wanted: 'at most 200 kB' },
    { what: `its whole bundle: ${kB(whole)} (${plan})`, score: whole / 1000, wanted: 'at most 1,500 kB' },
    { what: `scripts and styles of the view: ${kB(scripts)}`, score: scripts / 1000 },
  ];
}

/** This benchmark takes about a minute. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const [server, peer] = [await startServer(), await startPeer()];
  const lines = await Promise.all([openSlowConnection(server.url), openSlowConnection(peer.url)]);
  // Uses software painting: an emulated graphics card would take most of the layout time.
  const browser = await chromium.launch({
    executablePath: chromiumExecutable,
    args: [...chromiumArgs, '--disable-gpu'],
  });
  try {
    const [ours, theirs] = lines;
    const path = await linkOf(server.url);
    // The plan's picture is drawn once when the link is created; later visits do not wait for it.
    const files = await weigh(server.url, path);
    const [seen, peers]: [Seen[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      seen.push(await see(browser, ours.url + path));
      peers.push(await glance(browser, theirs.url));
    }
    return rowsOf(seen, peers, files);
  } finally {
    await browser.close();
    for (const line of lines) await line.close();
    peer.stop();
    await server.stop();
  }
}
