/** Processor time, which is more reliable than elapsed time on a shared machine. */

/** Begins a measurement. @returns a function that returns the processor time of this process since then, in ms */
export function startProcessorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
