/**
 * The simulated year: compares generating it without a store with folding the same events, and runs `demo-year` with
 * 10,000 cases. Measures processor time, because it is more reliable than elapsed time on a shared machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaseRecord, type CaseState, evolveCase, initialCaseState } from '#events/case/case.ts';
import { simulateYearCaseEvents, type YearEvent } from '#services/year/simulate-year.ts';
import { writeYear } from '#services/year/write-year.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';

const year = { cases: 10_000, seed: 1, end: '2026-11-27' };
const SIMULATED = benchLength(2_000, 50);

/** Returns the processor time of some work in seconds, and its result. */
async function timed<T>(work: () => T | Promise<T>): Promise<{ seconds: number; made: T }> {
  const used = process.cpuUsage();
  const made = await work();
  const { user, system } = process.cpuUsage(used);
  return { seconds: (user + system) / 1e6, made };
}

function foldAll(events: readonly YearEvent[]): number {
  const states = new Map<string, CaseState>();
  // Cast: the simulation makes case events only.
  for (const event of events)
    states.set(
      event.stream,
      evolveCase(states.get(event.stream) ?? initialCaseState, event as unknown as CaseRecord),
    );
  return states.size;
}

/** This benchmark takes about a minute. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const simulated = await timed(() => [...simulateYearCaseEvents({ ...year, cases: SIMULATED })]);
  const events = simulated.made;
  const folded = await timed(() => foldAll(events));
  const dir = mkdtempSync(join(tmpdir(), 'archline-year-'));
  try {
    const written = await timed(() => writeYear({ ...year, dir }));
    return [
      { what: 'fold of the events (peer)', perSecond: events.length / folded.seconds },
      {
        what: `simulation of ${SIMULATED} cases, decided`,
        perSecond: events.length / simulated.seconds,
        ratio: folded.seconds / simulated.seconds,
      },
      {
        what: `demo-year: ${written.made} events`,
        ms: written.seconds * 1000,
        perSecond: written.made / written.seconds,
        wanted: 'under two minutes',
      },
    ];
  } finally {
    rmSync(dir, { recursive: true });
  }
}
