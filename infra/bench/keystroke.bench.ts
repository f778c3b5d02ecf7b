/**
 * Cost of a keystroke in a field of the wizard on a processor slowed four times: the event handling, and the
 * time until it is painted (in steps of 8 ms, as browsers report it). Alternates with an input on a bare
 * page.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { sampleLingualOrder } from '#events/script/orders.ts';
import { draftCase } from '../actors/http.ts';
import { chromiumArgs, chromiumExecutable, openBrowserContext } from '../testing/browser.ts';
import { signIn } from '../testing/client.ts';
import { startServer } from '../testing/server.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';
import { visitLanguage } from './vitals/visits.ts';

const ROUNDS = benchLength(3, 1);
const KEYS = benchLength(40, 4);
/** The first keystrokes compile code and are not measured. */
const WARM_UP = benchLength(10, 2);
const CPU_SLOWED = 4;
/** Pause between two keys of a fast typist. */
const PAUSE_MS = 120;
/** Shortest event that a browser reports. */
const LEAST_MS = 16;
const USER = 'doctor';
const text = 'the upper front teeth overlap ';

type Field = { what: string; path: string | null; selector: string };

const peer: Field = { what: 'an input on a bare page', path: null, selector: 'input' };
const fieldsOf = (caseId: string, lingualId: string): readonly Field[] => [
  { what: 'the patient’s name', path: `/addCase/patientInfoNew?id=${caseId}`, selector: '#field-name' },
  { what: 'the complaint', path: `/addCase/deagonsticMesNew?id=${caseId}`, selector: '#field-complaint' },
  {
    what: 'the note of the prescription',
    path: `/addCase/transparentToothNew?id=${caseId}`,
    selector: '#note',
  },
  {
    what: 'the note of a lingual prescription',
    path: `/addCase/transparentToothNew?id=${lingualId}`,
    selector: '#field-lingual-note',
  },
];

/** Milliseconds of each keystroke. */
type Keys = { handling: number[]; seen: number[] };
type Told = { keys: Keys };

/** Runs in the page. `handling` lasts from the key until all microtasks of its input event have run. */
function observe(leastMs: number): void {
  const keys: Keys = { handling: [], seen: [] };
  let begun = 0;
  addEventListener('keydown', () => (begun = performance.now()), { capture: true });
  addEventListener('input', () => {
    queueMicrotask(() => keys.handling.push(performance.now() - begun));
  });
  const told = (entry: PerformanceEntry) => entry.name === 'keydown' && keys.seen.push(entry.duration);
  new PerformanceObserver(list => list.getEntries().forEach(told)).observe({
    type: 'event',
    durationThreshold: leastMs,
  } as PerformanceObserverInit);
  Object.assign(globalThis, { keys });
}

async function open(context: BrowserContext, url: string, { path, selector }: Field): Promise<Page> {
  const page = await context.newPage();
  if (path === null) await page.setContent('<!doctype html><title>Bare</title><input>');
  else {
    await page.goto(url + path);
    await page.locator('header [data-state="live"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
  }
  await page.locator(selector).click();
  await page.keyboard.press('End');
  return page;
}

async function typeInto(context: BrowserContext, url: string, field: Field): Promise<Keys> {
  const page = await open(context, url, field);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
  for (let typed = 0; typed < WARM_UP + KEYS; typed++) {
    if (typed === WARM_UP) await page.evaluate(observe, LEAST_MS);
    await page.keyboard.press(text[typed % text.length] ?? ' ');
    await page.waitForTimeout(PAUSE_MS);
  }
  // Cast: `observe` has set this global.
  const { keys } = await page.evaluate(() => ({ keys: (globalThis as unknown as Told).keys }));
  await page.close();
  // Events that the browser does not report took at most LEAST_MS.
  const untold = Array<number>(Math.max(0, KEYS - keys.seen.length)).fill(LEAST_MS);
  return { handling: keys.handling, seen: [...keys.seen, ...untold] };
}

const at = (share: number, numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;

function rowsOf({ what, path }: Field, { handling, seen }: Keys, bare: Keys): BenchmarkRow[] {
  const wanted = path === null ? {} : { wanted: 'at most 16 ms' };
  const beside = (share: number) => at(share, bare.handling) / at(share, handling);
  return [
    { what: `${what}: handling, median`, ms: at(0.5, handling), ratio: beside(0.5), ...wanted },
    { what: `${what}: handling, 95th of 100`, ms: at(0.95, handling), ratio: beside(0.95) },
    {
      what: `${what}: until it is seen, median`,
      ms: at(0.5, seen),
      ratio: at(0.5, bare.seen) / at(0.5, seen),
    },
  ];
}

async function measure(browser: Browser, url: string): Promise<BenchmarkRow[]> {
  const doctor = await signIn(url, USER);
  const fields = fieldsOf(await draftCase(doctor), await draftCase(doctor, { sections: sampleLingualOrder }));
  const context = await openBrowserContext(browser, url, {
    lang: visitLanguage,
    theme: 'light',
    width: 1440,
    height: 900,
  });
  await context.addCookies([{ name: 'session', value: doctor.token, url }]);
  const all = new Map<Field, Keys>([peer, ...fields].map(field => [field, { handling: [], seen: [] }]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [field, keys] of all) {
      const { handling, seen } = await typeInto(context, url, field);
      keys.handling.push(...handling);
      keys.seen.push(...seen);
    }
  const bare = all.get(peer) ?? { handling: [], seen: [] };
  return [...all].flatMap(([field, keys]) => rowsOf(field, keys, bare));
}

/** This benchmark takes about two minutes. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const server = await startServer();
  // Uses software painting: an emulated graphics card would take most of the time.
  const browser = await chromium.launch({
    executablePath: chromiumExecutable,
    args: [...chromiumArgs, '--disable-gpu'],
  });
  try {
    return await measure(browser, server.url);
  } finally {
    await browser.close();
    await server.stop();
  }
}
