/** What the nodes say of themselves at /metrics while they are under load. */

/** Value of a measure without labels. @throws Error where the node does not answer or has no such measure */
async function lookAt(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = text.match(new RegExp(`^${name} (\\S+)`, 'm'))?.[1];
  if (value === undefined) throw new Error(`${url} has no ${name}`);
  return Number(value);
}

export const connectionsOf = (url: string) => lookAt(url, 'archline_sockets');

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
    const blocked = await lookAt(url, 'nodejs_eventloop_lag_max_seconds');
    most.blockedMs = Math.max(most.blockedMs, blocked * 1000);
    const cpuMs = (await lookAt(url, 'process_cpu_seconds_total')) * 1000;
    before ??= cpuMs;
    most.cpuMs = cpuMs - before;
    most.memoryMb = Math.max(most.memoryMb, (await lookAt(url, 'process_resident_memory_bytes')) / MB);
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
