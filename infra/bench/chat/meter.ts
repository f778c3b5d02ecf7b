/** Measurements that a process under load sends to its parent: memory, processor time, blocked event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export type ProcessMeter = {
  /** Resident memory, MB. */
  rss: number;
  /** Maximum resident memory since the last message, MB. */
  peak: number;
  /** Number of open socket connections. */
  sockets: number;
  /** Processor time since the parent’s last message, ms. */
  cpu: number;
  /** Longest and 99th percentile turn of the event loop since the last message, ms. */
  blocked: number;
  blocked99: number;
};

const MB = 2 ** 20;
/** Resolution of the event loop delay in ms. Shorter delays are not measured. */
const RESOLUTION_MS = 5;
const PEAK_MS = 250;

/** Answers each message of the parent with a ProcessMeter and resets the measurement. */
export function answerMeterRequests(): void {
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
    const told: ProcessMeter = {
      rss: rss / MB,
      peak: Math.max(rss, peak) / MB,
      sockets,
      cpu: (used.user + used.system) / 1000,
      // The histogram measures the interval between two samples: an idle loop shows the resolution.
      blocked: turns.max / 1e6 - RESOLUTION_MS,
      blocked99: turns.percentile(99) / 1e6 - RESOLUTION_MS,
    };
    turns.reset();
    peak = 0;
    process.send?.(told);
  });
}
