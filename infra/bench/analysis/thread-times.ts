/** Processor time of a process's first thread, which answers requests. Says more than elapsed time on a shared machine. */
import { readFileSync } from 'node:fs';

/** `ran`: processor time. `waited`: time in which the thread could have run and did not get a processor. Both in ms. */
export type ThreadTimes = { ran: number; waited: number };

const NS_PER_MS = 1e6;

/** Returns the times so far; zeros where the kernel does not count them. */
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
