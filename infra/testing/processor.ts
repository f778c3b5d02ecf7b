/** Measures processor time, which does not grow when other programs use the machine. */

import { readFileSync } from 'node:fs';

/** Processor time of this thread during `work`, in ms. */
export function measureThreadProcessorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const TICKS_A_SECOND = 100;

/** Processor time of all threads of a process since its start, in seconds. Linux only. */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
