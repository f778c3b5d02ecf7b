/** Compares commands with and without some work on the server, in pairs of consecutive windows. */
import { loadavg } from 'node:os';
import type { BenchmarkRow } from '../bench.ts';
import type { ThreadTimes } from './thread-times.ts';

/** Number of pairs of windows. */
const PAIRS = 16;

const quantile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0;

/** Commands of a window: the time of each, and what the server's first thread used for all of them. */
export type CommandSample = { times: number[]; thread: ThreadTimes; commands: number };

/** Time that the first thread used per command in some windows. */
function perCommand(samples: readonly CommandSample[]): string {
  const commands = samples.reduce((sum, sample) => sum + sample.commands, 0);
  const [ran, waited] = (['ran', 'waited'] as const).map(key =>
    (samples.reduce((sum, { thread }) => sum + thread[key], 0) / commands).toFixed(2),
  );
  return `${ran} + ${waited} ms`;
}

type Compared = {
  what: string;
  wanted?: string;
  /** `loaded` samples a window with the work, `alone` one without. Undefined if the work ended too early. */
  loaded: () => Promise<CommandSample | undefined>;
  alone: () => Promise<CommandSample>;
};

/** Compares the 95 % quantile of commands, and the time of the server's thread per command. */
export async function compareWindows({ what, wanted, loaded, alone }: Compared): Promise<BenchmarkRow> {
  const pairs: { busy: CommandSample; quiet: CommandSample }[] = [];
  while (pairs.length < PAIRS) {
    const busy = await loaded();
    const quiet = await alone();
    if (busy) pairs.push({ busy, quiet });
  }
  const p95 = ({ times }: Pick<CommandSample, 'times'>) => quantile(times, 0.95);
  const [busy, quiet] = [pairs.map(pair => pair.busy), pairs.map(pair => pair.quiet)];
  const [ms, without] = [busy, quiet].map(side => p95({ times: side.flatMap(({ times }) => times) }));
  const ratios = pairs.map(pair => p95(pair.busy) / p95(pair.quiet));
  const [low, middle, high] = [0.25, 0.5, 0.75].map(share => quantile(ratios, share).toFixed(2));
  return {
    what: `p95 of a command while ${what}, elapsed`,
    ...{ ms, ratio: (without ?? 0) / (ms ?? 1), ...(wanted && { wanted }) },
    also: {
      peer: `${without?.toFixed(1)} ms without`,
      spread: `${middle} times in the median of ${PAIRS} pairs, half of them ${low} to ${high}, load ${loadavg()[0]?.toFixed(0)}`,
      'ran + waited for a processor': `${perCommand(busy)} a command, ${perCommand(quiet)} without`,
    },
  };
}
