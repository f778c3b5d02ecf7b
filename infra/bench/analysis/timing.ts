/** Processor time of work, which says more than elapsed time on a shared machine. */
const ROUNDS = 3;

/** Measures the processor time of the whole process during `work`, in ms. */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Runs `work` once to warm up, then some rounds. Returns the least processor time of a round, in ms. */
export async function leastProcessorMs(work: () => unknown): Promise<number> {
  await work();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) least = Math.min(least, await measureProcessorMs(work));
  return least;
}
