/** What a process under load says of itself, to the process that started it: memory, time of processor, blocked turns. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export type Meter = {
  /** Resident memory, MB. */
  rss: number;
  /** The most of it since the last look. */
  peak: number;
  /** Connections that are open. */
  sockets: number;
  /** Time of processor since the last look, ms. */
  cpu: number;
  /** The longest turn of the event loop since the last look, and the 99th percentile, ms. */
  blocked: number;
  blocked99: number;
};

const MB = 2 ** 20;
/** Delays shorter than this are not seen. */
const RESOLUTION_MS = 5;
const PEAK_MS = 250;

/** Answers each message of the parent's with a Meter, and begins anew. */
export function answerMeter(): void {
  const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  turns.enable();
  let before = process.cpuUsage();
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, PEAK_MS).unref();
  process.on('message', () => {
    const used = process.cpuUsage(before);
    before = process.cpuUsage();
    const rss = process.memoryUsage.rss();
    const sockets = process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length;
    const told: Meter = {
      rss: rss / MB,
      peak: Math.max(rss, peak) / MB,
      sockets,
      cpu: (used.user + used.system) / 1000,
      // What is measured is the time between two looks: a free loop shows the resolution.
      blocked: turns.max / 1e6 - RESOLUTION_MS,
      blocked99: turns.percentile(99) / 1e6 - RESOLUTION_MS,
    };
    turns.reset();
    peak = 0;
    process.send?.(told);
  });
}
