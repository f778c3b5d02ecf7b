/**
 * A cold visit on a slow connection (150 ms round trip, 1.6 Mbit/s) and a processor slowed four times:
 * largest paint (LCP), layout shift (CLS) and response to input (INP). Alternates with a bare page from Hono.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type Browser, chromium } from 'playwright';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { chromiumArgs, chromiumExecutable, openBrowserContext } from '../testing/browser.ts';
import { signIn } from '../testing/client.ts';
import { freePort, startServer } from '../testing/server.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';
import { readVitals, type WebVitals, watchVitals } from './vitals/observe.ts';
import { expectedTransferMs, openSlowConnection } from './vitals/slow-connection.ts';
import { createPageVisits, minimalPageVisit, type PageVisit, visitLanguage } from './vitals/visits.ts';

const ROUNDS = benchLength(5, 1);
const CPU_SLOWED = 4;
/** Pause between two acts of a user. Browsers report an event some frames after its paint. */
const PAUSE_MS = 500;
const KNOWN_BYTES = 100_000;
const USER = 'doctor';
const PLAN_WAITS = 15;

const bare = '<!doctype html><title>Bare</title><h1>A sentence of some words.</h1><button>A button</button>';

// Uses software painting: an emulated graphics card would take most of the time.
const launch = () =>
  chromium.launch({ executablePath: chromiumExecutable, args: [...chromiumArgs, '--disable-gpu'] });

type Place = { url: string; session: string };

/** Opens the page in a new browser context, without cached files or connections. */
async function see(browser: Browser, { url, session }: Place, visit: PageVisit): Promise<WebVitals> {
  const context = await openBrowserContext(browser, url, {
    lang: visitLanguage,
    theme: 'light',
    width: 1440,
    height: 900,
  });
  if (visit.signedIn) await context.addCookies([{ name: 'session', value: session, url }]);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
  await watchVitals(page);
  await page.goto(url + visit.path);
  await page.locator(visit.ready).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  for (const act of visit.acts) {
    await page.waitForTimeout(PAUSE_MS);
    await act(page);
  }
  await page.waitForTimeout(PAUSE_MS);
  const vitals = await readVitals(page);
  await context.close();
  return vitals;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
const medianOf = (seen: WebVitals[]): WebVitals => ({
  lcp: median(seen.map(v => v.lcp)),
  cls: median(seen.map(v => v.cls)),
  inp: median(seen.map(v => v.inp)),
});

function rowsOf({ what, budgeted }: PageVisit, seen: WebVitals, peer: WebVitals): BenchmarkRow[] {
  const wanted = (text: string) => (budgeted ? { wanted: text } : {});
  return [
    { what: `${what}, LCP`, ms: seen.lcp, ratio: peer.lcp / seen.lcp, ...wanted('below 1,000 ms') },
    { what: `${what}, CLS`, score: seen.cls, ...wanted('below 0.05') },
    { what: `${what}, INP`, ms: seen.inp, ratio: peer.inp / seen.inp, ...wanted('below 200 ms') },
  ];
}

async function timeKnown(url: string): Promise<BenchmarkRow> {
  const begun = performance.now();
  await (await fetch(`${url}/known`)).arrayBuffer();
  return {
    what: `the line: connecting and ${KNOWN_BYTES.toLocaleString('en')} bytes`,
    ms: performance.now() - begun,
    wanted: `${expectedTransferMs(KNOWN_BYTES)} ms by arithmetic`,
  };
}

async function startPeer(): Promise<{ url: string; stop(): void }> {
  const app = new Hono();
  app.get('/', c => c.html(bare));
  app.get('/known', c => c.body('a'.repeat(KNOWN_BYTES)));
  const port = await freePort();
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

async function measure(browser: Browser, ours: Place, peer: Place, visits: readonly PageVisit[]) {
  const seen = new Map<PageVisit, WebVitals[]>([...visits, minimalPageVisit].map(visit => [visit, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [visit, all] of seen)
      all.push(await see(browser, visit === minimalPageVisit ? peer : ours, visit));
  const floor = medianOf(seen.get(minimalPageVisit) ?? []);
  return [...seen].flatMap(([visit, all]) => rowsOf(visit, medianOf(all), floor));
}

/** This benchmark takes about three minutes. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const [server, peer] = [await startServer(), await startPeer()];
  const lines = await Promise.all([openSlowConnection(server.url), openSlowConnection(peer.url)]);
  const browser = await launch();
  try {
    const [ours, bareLine] = lines;
    const caseId = await findDemoCaseAt(server.url, USER, PLAN_WAITS);
    const { token: session } = await signIn(server.url, USER);
    const line = await timeKnown(bareLine.url);
    const rows = await measure(
      browser,
      { url: ours.url, session },
      { url: bareLine.url, session: '' },
      createPageVisits(caseId),
    );
    return [line, ...rows];
  } finally {
    await browser.close();
    for (const line of lines) await line.close();
    peer.stop();
    await server.stop();
  }
}
