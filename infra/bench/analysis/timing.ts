/** Processor time of work, which says more than elapsed time on a shared machine. */

/** Returns the processor time of this process while `work` runs, in ms. */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** As `measureProcessorMs`, right after a run that does not count: other work has emptied the processor's caches since the last one. */
export async function measureWarmProcessorMs(work: () => unknown): Promise<number> {
  await work();
  return measureProcessorMs(work);
}

/** Odd, so that one of the times is the median. */
const ROUNDS = 5;

const medianOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Medians of measured times in ms. The sides take turns, so that all of them meet the same load.
 * @param sides by name; each answers the time of one run
 */
export async function measureMediansByTurns<Name extends string>(
  sides: Readonly<Record<Name, () => Promise<number>>>,
  rounds = ROUNDS,
): Promise<Record<Name, number>> {
  // Cast: Object.keys forgets the type of the keys.
  const names = Object.keys(sides) as Name[];
  const times = new Map<Name, number[]>(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) times.get(name)?.push(await sides[name]());
  // Cast: every name has an entry.
  return Object.fromEntries(names.map(name => [name, medianOf(times.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}
