/**
 * Processor time of a process's first thread, which answers requests. More reliable than elapsed time on a shared
 * machine.
 */
import { readFileSync } from 'node:fs';

/** `ran`: time on a processor. `waited`: time in which the thread was ready but no processor was free. Both in ms. */
export type ThreadTimes = { ran: number; waited: number };

const NS_PER_MS = 1e6;

/** Returns the times since the start of the process; zeros if the kernel does not count them. */
export function firstThreadTimes(pid: number): ThreadTimes {
  try {
    const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
      .split(' ')
      .map(Number);
    return { ran: ran / NS_PER_MS, waited: waited / NS_PER_MS };
  } catch {
    return { ran: 0, waited: 0 };
  }
}
