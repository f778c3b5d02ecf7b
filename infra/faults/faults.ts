/**
 * `npm run faults` injects every fault in turn and prints a table of the results; `npm run faults -- log
 * disk` injects only the named ones. All faults together take about half an hour, ten minutes of it without a
 * broker.
 */
import { type FaultScenario, FaultUnsupportedError } from './fault.ts';
import { readSharedLogName, stopSharedStack } from './shared-stack.ts';
import { createFaultScenarios } from './table.ts';

type Outcome = {
  fault: FaultScenario;
  verdict: 'held' | 'FAILED' | 'NOT RUN';
  seen: string;
  seconds: number;
};

async function outcomeOf(fault: FaultScenario): Promise<Outcome> {
  console.log(`\n== ${fault.name}: ${fault.fault}\n   ${fault.done}`);
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  try {
    const seen = await fault.run(line => console.log(`   ${line}`));
    return { fault, verdict: 'held', seen, seconds: seconds() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      fault,
      verdict: error instanceof FaultUnsupportedError ? 'NOT RUN' : 'FAILED',
      seen: why,
      seconds: seconds(),
    };
  }
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' · ');

function table(outcomes: readonly Outcome[]): string {
  const head = ['| fault | what was done | what was seen | s | |', '|---|---|---|---|---|'];
  const rows = outcomes.map(
    ({ fault, verdict, seen, seconds }) =>
      `| ${cell(fault.fault)} | ${cell(fault.done)} | ${cell(seen)} | ${seconds} | ${verdict} |`,
  );
  return [...head, ...rows].join('\n');
}

async function main(names: readonly string[]): Promise<number> {
  const all = createFaultScenarios();
  const unknown = names.filter(name => !all.some(fault => fault.name === name));
  if (unknown.length > 0) {
    console.log(`Unknown fault ${unknown.join(', ')}. Known: ${all.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const outcomes: Outcome[] = [];
  for (const fault of all)
    if (names.length === 0 || names.includes(fault.name)) outcomes.push(await outcomeOf(fault));
  const log = await readSharedLogName();
  await stopSharedStack();
  console.log(`\n${table(outcomes)}\n`);
  if (log) console.log(`Remote log: ${log}.`);
  for (const { fault, verdict, seen } of outcomes)
    if (verdict === 'NOT RUN') console.log(`NOT RUN: ${fault.fault} (${seen})`);
  return outcomes.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
