/** The processor time of a piece of work: unlike the clock on the wall it does not grow while others use the machine. */

/** Milliseconds that this thread computed for `work`. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
