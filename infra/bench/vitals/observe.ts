/** What a page shows of itself while it loads and is used: its largest paint, its shifts, how soon it answers. */
import type { Page } from 'playwright';

/** `lcp` and `inp` in milliseconds; `cls` is a score. */
export type Vitals = { lcp: number; cls: number; inp: number };

/** The shortest event that a browser tells of: what it does not tell of was as quick. */
const LEAST_MS = 16;

type Seen = { vitals: () => Vitals };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Runs in the page, before anything of its own. */
function observe(leastMs: number): void {
  let lcp = Number.NaN;
  const shifts: Shift[] = [];
  const interactions: number[] = [];
  const watch = <E extends PerformanceEntry>(type: string, see: (entry: E) => void) => {
    const options = { type, buffered: true, durationThreshold: leastMs };
    new PerformanceObserver(list => {
      // The boundary: entries of a type are of its class.
      for (const entry of list.getEntries()) see(entry as E);
    }).observe(options);
  };
  watch('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });
  watch<Shift>('layout-shift', shift => {
    if (!shift.hadRecentInput) shifts.push(shift);
  });
  watch<PerformanceEventTiming>('event', ({ interactionId, duration }) => {
    if (interactionId) interactions.push(duration);
  });

  /** The worst burst: less than a second between two shifts, five seconds in all. */
  const cls = () => {
    let [worst, sum, first, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
    for (const { startTime, value } of shifts) {
      if (startTime - last >= 1000 || startTime - first >= 5000) [sum, first] = [0, startTime];
      sum += value;
      last = startTime;
      worst = Math.max(worst, sum);
    }
    return worst;
  };
  const seen: Seen = { vitals: () => ({ lcp, cls: cls(), inp: Math.max(leastMs, ...interactions) }) };
  Object.assign(globalThis, seen);
}

/** Before the page is opened. */
export const watchVitals = (page: Page): Promise<unknown> => page.addInitScript(observe, LEAST_MS);

/** INP is the slowest interaction, as it is by definition below fifty of them. */
export const readVitals = (page: Page): Promise<Vitals> =>
  // The boundary: `observe` has put it there.
  page.evaluate(() => (globalThis as unknown as Seen).vitals());
