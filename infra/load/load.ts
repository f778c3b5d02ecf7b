/**
 * `npm run load` runs the scripts of loadtests/ against two nodes with a relay over a remote log, and against
 * the embedded default; words after `--` select scenarios by name. Exits with 1 if a threshold was missed.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { ensureK6Program } from '../servers/k6.ts';
import { waitForFollowers } from './node-metrics.ts';
import {
  allLoadScenarios,
  computeRequiredLoadSize,
  findMissingRequirement,
  type LoadScenarioOutcome,
} from './scenarios.ts';
import { createScenarioTableRows } from './table.ts';
import {
  type LoadTarget,
  startEmbeddedTarget,
  startTwoNodeTarget,
  TargetUnavailableError,
} from './target.ts';

const wanted = process.argv.slice(2);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Loaded = { log: string; outcomes: Map<string, LoadScenarioOutcome> };

/** Runs the chosen scenarios against one target. */
async function runAll(target: LoadTarget, chosen: typeof allLoadScenarios): Promise<Loaded> {
  const outcomes = new Map<string, LoadScenarioOutcome>();
  const leave = () => void target.stop().then(() => process.exit(1));
  for (const signal of signals) process.once(signal, leave);
  try {
    for (const { name, what, run } of chosen) {
      await waitForFollowers(target.urls());
      const outcome = await run(target);
      outcomes.set(name, outcome);
      const load = outcome.ran.loadAverage.toFixed(1);
      console.log(`${target.name.padEnd(9)} ${name}: ${what} (load average at its end ${load})`);
    }
  } finally {
    for (const signal of signals) process.off(signal, leave);
    await target.stop();
  }
  return { log: target.log, outcomes };
}

/** Returns undefined and prints NOT RUN if the target is not available on this machine. */
async function started(what: string, starting: Promise<LoadTarget>): Promise<LoadTarget | undefined> {
  try {
    return await starting;
  } catch (error) {
    if (!(error instanceof TargetUnavailableError)) throw error;
    console.log(`NOT RUN: ${what} (${error.message.split('\n')[0]})`);
    return undefined;
  }
}

/** Requested scenarios that can run here. Prints NOT RUN for the others. */
function runnable(): typeof allLoadScenarios {
  const asked = allLoadScenarios.filter(
    ({ name }) => wanted.length === 0 || wanted.some(w => name.startsWith(w)),
  );
  return asked.filter(scenario => {
    const why = findMissingRequirement(scenario);
    if (why) console.log(`NOT RUN: ${scenario.name} (${why})`);
    return !why;
  });
}

async function main(): Promise<number> {
  const [cpu] = cpus();
  const machine = `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  console.log(`${machine}, Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}`);
  const why = await ensureK6Program().then(
    () => undefined,
    (error: Error) => error.message.split('\n')[0],
  );
  if (why) console.log(`NOT RUN: the load (k6 could not be installed: ${why})`);
  const chosen = why ? [] : runnable();
  if (chosen.length === 0) return 0;
  const only = process.env.LOAD_ONLY;
  const alone =
    only === 'nodes' ? undefined : await started('one node', startEmbeddedTarget(computeRequiredLoadSize()));
  const embedded = alone && (await runAll(alone, chosen));
  const needsNodes = only !== 'embedded' && chosen.some(({ alone: own }) => !own);
  const two = !needsNodes
    ? undefined
    : await started('two nodes', startTwoNodeTarget(computeRequiredLoadSize()));
  const nodes =
    two &&
    (await runAll(
      two,
      chosen.filter(({ alone: own }) => !own),
    ));
  console.log(`\ntwo nodes and a relay, log: ${nodes?.log ?? 'not run'}`);
  console.log(`embedded: one node, log: ${embedded?.log ?? 'not run'}`);
  const lines = chosen.flatMap(scenario => {
    const of = (loaded: Loaded | undefined) => loaded?.outcomes.get(scenario.name);
    return createScenarioTableRows({ scenario, nodes: of(nodes), embedded: of(embedded) });
  });
  console.table(lines);
  return lines.some(({ held }) => held === 'NO') ? 1 : 0;
}

process.exit(await main());
