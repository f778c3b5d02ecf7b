/** Reads the nodes' /metrics before and during a load. */

const measuresOf = async (url: string) => (await fetch(`${url}/metrics`)).text();

/**
 * Returns a reader of a metric without labels. @throws Error if the node does not answer or lacks the metric
 */
async function looking(url: string): Promise<(name: string) => number> {
  const text = await measuresOf(url);
  return name => valueIn(text, name, url);
}

function valueIn(text: string, name: string, url: string): number {
  const value = text.match(new RegExp(`^${name} (\\S+)`, 'm'))?.[1];
  if (value === undefined) throw new Error(`${url} has no metric ${name}`);
  return Number(value);
}

export const countOpenSockets = async (url: string) => (await looking(url))('archline_sockets');

const SETTLE_MS = 180_000;
/** Background processes that follow the log, each on one of the nodes. */
const followers = ['effects', 'mail'];

/**
 * Resolves when the followers of the log have caught up, so that earlier work does not disturb the load.
 * @throws Error if they have not after three minutes
 */
export async function waitForFollowers(urls: readonly string[]): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const texts = await Promise.all(urls.map(measuresOf));
    const lags = texts.flatMap(text => [...text.matchAll(/^archline_follower_lag_seconds\{[^}]*\} (\S+)/gm)]);
    const all = followers.every(name => lags.some(([line]) => line.includes(`"${name}"`)));
    if (all && lags.every(([, seconds]) => Number(seconds) === 0)) return;
    if (performance.now() > until) {
      const left = lags.map(([line]) => line).join(', ');
      throw new Error(`effects and mail did not catch up with the log in time: ${left}`);
    }
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}

const MB = 2 ** 20;
/** `cpuMs`: processor time between the first and the last sample. */
export type NodeUsage = { memoryMb: number; blockedMs: number; cpuMs: number };

/**
 * Samples a node's metrics every second.
 * @returns a function that stops sampling and returns the maximum memory, the longest turn of the event loop,
 * and the processor time
 */
export function startNodeUsageSampling(url: string): () => Promise<NodeUsage> {
  let ended = false;
  const most: NodeUsage = { memoryMb: 0, blockedMs: 0, cpuMs: 0 };
  let before: number | undefined;
  const look = async () => {
    // Reading resets the metric: it is the longest turn since the last read.
    const of = await looking(url);
    most.blockedMs = Math.max(most.blockedMs, of('nodejs_eventloop_lag_max_seconds') * 1000);
    const cpuMs = of('process_cpu_seconds_total') * 1000;
    before ??= cpuMs;
    most.cpuMs = cpuMs - before;
    most.memoryMb = Math.max(most.memoryMb, of('process_resident_memory_bytes') / MB);
  };
  const going = (async () => {
    while (!ended) {
      // A restarting node does not answer for a moment.
      await look().catch(() => undefined);
      await new Promise(resolve => setTimeout(resolve, 1000));
    }
  })();
  return async () => {
    ended = true;
    await going;
    return most;
  };
}
