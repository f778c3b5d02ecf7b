/** The processor time of a piece of work: unlike the clock on the wall it does not grow while others use the machine. */

import { readFileSync } from 'node:fs';

/** Milliseconds that this thread computed for `work`. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const TICKS_A_SECOND = 100;

/** Seconds that all threads of a process have computed since it began. Linux only. */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
