/** Measures work in processor time. */
import { startProcessorTime } from '../processor-time.ts';

/** Returns the processor time of this process while `work` runs, in ms. */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const used = startProcessorTime();
  await work();
  return used();
}

/**
 * As `measureProcessorMs`, after one run that does not count, because other work has evicted the data from the
 * processor's caches.
 */
export async function measureWarmProcessorMs(work: () => unknown): Promise<number> {
  await work();
  return measureProcessorMs(work);
}

/** An odd number, so that the median is one of the times. */
const ROUNDS = 5;

const medianOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Medians of measured times in ms. The sides take turns, so that all of them meet the same load.
 * @param sides by name; each function returns the time of one run
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
