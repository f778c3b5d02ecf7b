/**
 * Replays all forecasts of a year of 21,720 cases. The peer counts the similar cases again for each forecast; its time
 * is measured for some forecasts and extrapolated to all.
 */
import {
  type Calibration,
  type CaseWithStepTimes,
  calibrate,
  calibrateInSlices,
} from '#events/analysis/calibrate.ts';
import { addDays, daysBetween } from '#events/case/calendar.ts';
import {
  forecastRemainingSteps,
  type PaceStep,
  paceSteps,
  type SimilarCases,
} from '#events/forecast/forecast.ts';
import { madeLogTime, makeCasesWithStepTimes } from '#events/testing/paced-cases.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';
import { startProcessorTime } from './processor-time.ts';

const CASES = benchLength(21_720, 200);
const DAYS = 365;
const ROUNDS = benchLength(5, 1);
const PEER_FORECASTS = benchLength(100, 2);
const WANTED_MS = 1000;

/** Counts the similar cases of one forecast, as the peer does. */
function addUp(cases: readonly CaseWithStepTimes[], kind: number, now: string) {
  return (from: PaceStep, to: PaceStep): SimilarCases => {
    const counts = { arrived: new Map<number, number>(), open: new Map<number, number>() };
    for (const other of cases) {
      const { [from]: a = '~', [to]: b = '~' } = other.reached;
      if (other.kind !== kind || a > now) continue;
      const [end, counted] = b <= now ? [b, counts.arrived] : [now, counts.open];
      const days = daysBetween(a.slice(0, 10), end.slice(0, 10));
      counted.set(days, (counted.get(days) ?? 0) + 1);
    }
    return counts;
  };
}

/** Processor time of the peer for one forecast, in ms. */
function peerMs(cases: readonly CaseWithStepTimes[]): number {
  const used = startProcessorTime();
  for (let i = 0; i < PEER_FORECASTS; i++) {
    const now = madeLogTime((DAYS * i) / PEER_FORECASTS);
    const today = now.slice(0, 10);
    forecastRemainingSteps({ received: addDays(today, -1) }, addUp(cases, 1, now), today);
  }
  return used() / PEER_FORECASTS;
}

/** Shortest processor time of some replays in ms, and the result. */
function replay(cases: readonly CaseWithStepTimes[], asOf: string): { ms: number; result: Calibration } {
  let ms = Number.POSITIVE_INFINITY;
  let result = calibrate(cases, { asOf });
  for (let round = 0; round < ROUNDS; round++) {
    const used = startProcessorTime();
    result = calibrate(cases, { asOf });
    ms = Math.min(ms, used());
  }
  return { ms, result };
}

/** The longest slice of a replay, in ms of processor time. */
function longestSlice(cases: readonly CaseWithStepTimes[], asOf: string): number {
  const run = calibrateInSlices(cases, { asOf });
  for (let longest = 0; ; ) {
    const used = startProcessorTime();
    const isDone = run.next().done;
    longest = Math.max(longest, used());
    if (isDone) return longest;
  }
}

export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const cases = makeCasesWithStepTimes(CASES, { span: DAYS, seed: 1 });
  const asOf = madeLogTime(DAYS);
  const { ms, result } = replay(cases, asOf);
  const peer = peerMs(cases) * result.forecasts;
  return [
    { what: `adding up for each of ${result.forecasts} forecasts (peer)`, ms: peer },
    {
      what: `replay of ${result.forecasts} forecasts, ${paceSteps.length} steps`,
      ms,
      ratio: peer / ms,
      wanted: `${WANTED_MS} ms`,
    },
    { what: 'longest slice of the replay', ms: longestSlice(cases, asOf), wanted: 'no request waits longer' },
  ];
}
