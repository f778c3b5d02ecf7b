/**
 * `npm run load`: the scripts of loadtests/ against two nodes with a relay over a log elsewhere, and in the same run
 * against the embedded default; words after `--` choose by name. Ends with 1 where a threshold was missed.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { k6Path } from '../servers/k6.ts';
import type { Figure } from './k6.ts';
import { missing, type Outcome, type Scenario, scenarios, size, type Unit } from './scenarios.ts';
import { startEmbedded, startTwoNodes, type Target } from './target.ts';

const wanted = process.argv.slice(2);
const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.some(w => name.startsWith(w)));

/** What a metric of the scripts says, and in what. */
const metrics: Record<string, [what: string, unit: Unit]> = {
  answer_ms: ['answer', 'ms'],
  screen_ms: ['click to the screen', 'ms'],
  push_ms: ['a command to each page', 'ms'],
  late_ms: ['back after the window', 'ms'],
  upload_s: ['an upload with its cuts', 's'],
  errors: ['refused, or not answered', ''],
  breaks: ['lines that broke', ''],
  acts: ['acts', ''],
  unseen: ['not seen', ''],
  told: ['rows told', ''],
  held: ['pages open at the end', ''],
  back: ['pages that came back', ''],
  cuts: ['cuts', ''],
  cuts_midway: ['cuts in the middle of a body', ''],
  equal: ['files as they were sent, by SHA-256', ''],
};

const shown = (value: number | undefined, unit: Unit) => {
  if (value === undefined || Number.isNaN(value)) return '';
  const digits = unit === '' || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })}${unit && ` ${unit}`}`;
};

/** How many times what it is on the embedded default; of times and sizes only. */
const times = (value: number, beside: number | undefined, unit: Unit) =>
  unit && beside ? `${(value / beside).toFixed(1)} ×` : '';

type Both = { scenario: Scenario; outcome: Outcome; beside: Outcome | undefined };

function lineOf({ metric, stat, value, bar, held }: Figure, { scenario, beside }: Both) {
  const [what, unit] = metrics[metric] ?? [metric, ''];
  const other = beside?.ran.of(metric, stat);
  return {
    scenario: scenario.name,
    measured: stat === 'count' ? what : `${what}, ${stat}`,
    threshold: `${bar.replace('==', '')}${unit && ` ${unit}`}`,
    'two nodes': shown(value, unit),
    embedded: shown(other, unit),
    beside: times(value, other, unit),
    held: held ? 'yes' : 'NO',
  };
}

function linesOf(both: Both) {
  const { scenario, outcome, beside } = both;
  return [
    ...outcome.ran.figures.map(figure => lineOf(figure, both)),
    ...outcome.also.map(({ what, value, unit }, i) => ({
      ...{ scenario: scenario.name, measured: what, threshold: '', 'two nodes': shown(value, unit) },
      embedded: shown(beside?.also[i]?.value, unit),
      ...{ beside: times(value, beside?.also[i]?.value, unit), held: '' },
    })),
  ];
}

/** Runs what was chosen against one target; a scenario that fails by itself is told and ends nothing. */
async function runAll(starting: Promise<Target>): Promise<{ log: string; outcomes: Map<string, Outcome> }> {
  const outcomes = new Map<string, Outcome>();
  const target = await starting;
  try {
    for (const { name, what, run } of chosen) {
      const outcome = await run(target);
      outcomes.set(name, outcome);
      const load = outcome.ran.loadAverage.toFixed(1);
      console.log(`${target.name.padEnd(9)} ${name}: ${what} (load average at its end ${load})`);
    }
  } finally {
    await target.stop();
  }
  return { log: target.log, outcomes };
}

async function main(): Promise<number> {
  const [cpu] = cpus();
  const machine = `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  console.log(`${machine}, Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}`);
  const why = await k6Path().then(
    () => undefined,
    (error: Error) => error.message.split('\n')[0],
  );
  if (why) {
    console.log(`NOT RUN: the load (k6 cannot be had here: ${why})`);
    return 0;
  }
  for (const scenario of chosen.splice(0)) {
    const cannot = missing(scenario);
    if (cannot) console.log(`NOT RUN: ${scenario.name} (${cannot})`);
    else chosen.push(scenario);
  }
  if (chosen.length === 0) return 0;
  const beside = process.env.LOAD_BESIDE === '0' ? undefined : await runAll(startEmbedded(size()));
  const starting = startTwoNodes(size());
  const cannot = await starting.then(
    () => undefined,
    (error: Error) => error.message.split('\n')[0],
  );
  if (cannot) {
    console.log(`NOT RUN: two nodes (${cannot})`);
    return 0;
  }
  const { log, outcomes } = await runAll(starting);
  console.log(`\ntwo nodes and a relay, log: ${log}; embedded: one node, log: ${beside?.log ?? 'not run'}`);
  const lines = chosen.flatMap(scenario => {
    const outcome = outcomes.get(scenario.name);
    return outcome ? linesOf({ scenario, outcome, beside: beside?.outcomes.get(scenario.name) }) : [];
  });
  console.table(lines);
  return lines.some(({ held }) => held === 'NO') ? 1 : 0;
}

process.exit(await main());
