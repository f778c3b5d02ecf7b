/** Collects the web vitals of a page: largest paint, layout shifts, response to input. */
import type { Page } from 'playwright';

/** `lcp` and `inp` in milliseconds; `cls` is a score. */
export type WebVitals = { lcp: number; cls: number; inp: number };

/** Shortest event that a browser reports; unreported events were at most that long. */
const LEAST_MS = 16;

type Seen = { vitals: () => WebVitals };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Runs in the page before its own scripts. */
function observe(leastMs: number): void {
  let lcp = Number.NaN;
  const shifts: Shift[] = [];
  const interactions: number[] = [];
  const watch = <E extends PerformanceEntry>(type: string, see: (entry: E) => void) => {
    const options = { type, buffered: true, durationThreshold: leastMs };
    new PerformanceObserver(list => {
      // Cast: the observer delivers entries of the requested type.
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

  /**
   * CLS is the worst burst of shifts: less than one second between two shifts, at most five seconds in total.
   */
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

/** Starts the observation. Must be called before the page is opened. */
export const watchVitals = (page: Page): Promise<unknown> => page.addInitScript(observe, LEAST_MS);

/** Reads the vitals. INP is the slowest interaction, as defined for fewer than fifty interactions. */
export const readVitals = (page: Page): Promise<WebVitals> =>
  // Cast: `observe` has set this global.
  page.evaluate(() => (globalThis as unknown as Seen).vitals());
