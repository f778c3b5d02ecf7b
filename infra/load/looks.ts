/** What the nodes say of themselves at /metrics: before they are loaded, and while they are. */

const measuresOf = async (url: string) => (await fetch(`${url}/metrics`)).text();

/** @returns the value of a measure without labels. @throws Error where the node does not answer, or it has no such measure */
async function looking(url: string): Promise<(name: string) => number> {
  const text = await measuresOf(url);
  return name => valueIn(text, name, url);
}

function valueIn(text: string, name: string, url: string): number {
  const value = text.match(new RegExp(`^${name} (\\S+)`, 'm'))?.[1];
  if (value === undefined) throw new Error(`${url} has no ${name}`);
  return Number(value);
}

export const connectionsOf = async (url: string) => (await looking(url))('archline_sockets');

const SETTLE_MS = 180_000;
/** Each of them at one node. */
const followers = ['effects', 'mail'];

/**
 * Resolves once what follows the log, at whichever node, has nothing left to act on: what was prepared, or said before,
 * is not this load's. @throws Error where there is still some after three minutes
 */
export async function settled(urls: readonly string[]): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const texts = await Promise.all(urls.map(measuresOf));
    const lags = texts.flatMap(text => [...text.matchAll(/^archline_follower_lag_seconds\{[^}]*\} (\S+)/gm)]);
    const all = followers.every(name => lags.some(([line]) => line.includes(`"${name}"`)));
    if (all && lags.every(([, seconds]) => Number(seconds) === 0)) return;
    if (performance.now() > until) {
      const left = lags.map(([line]) => line).join(', ');
      throw new Error(`what follows the log does not come to its end: ${left}`);
    }
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}

const MB = 2 ** 20;
/** Processor's time is that between the first look and the last. */
export type Looked = { memoryMb: number; blockedMs: number; cpuMs: number };

/**
 * Looks at a node every second until it is told to end.
 * @returns ends looking; gives the most memory and the longest turn of the event loop that were seen, and the processor's time
 */
export function watch(url: string): () => Promise<Looked> {
  let ended = false;
  const most: Looked = { memoryMb: 0, blockedMs: 0, cpuMs: 0 };
  let before: number | undefined;
  const look = async () => {
    // Asking takes the node's longest turn since the last time that somebody asked.
    const of = await looking(url);
    most.blockedMs = Math.max(most.blockedMs, of('nodejs_eventloop_lag_max_seconds') * 1000);
    const cpuMs = of('process_cpu_seconds_total') * 1000;
    before ??= cpuMs;
    most.cpuMs = cpuMs - before;
    most.memoryMb = Math.max(most.memoryMb, of('process_resident_memory_bytes') / MB);
  };
  const going = (async () => {
    while (!ended) {
      // A node that starts anew does not answer for a moment.
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
