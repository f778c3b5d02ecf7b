import { describe, expect, test } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import {
  type AnalysedRows,
  foldAnalysedRows,
  logOfWalk,
  openEngineWithRows,
  pseudonymInTests,
} from '../testing/analysed-walk.ts';
import {
  foldCohorts,
  foldCycleTimes,
  foldFirstPlans,
  foldFunnel,
  foldProcessMap,
  foldQueues,
  foldVariants,
} from '../testing/folds.ts';
import { foldAskedChanges, foldRework, foldReworkTotals } from '../testing/rework-folds.ts';
import { foldWearDays } from '../testing/wear-fold.ts';
import { foldWorkHours, foldWorkload, foldWorkWeeks } from '../testing/work-folds.ts';
import { askedChangesReport } from './asked-changes.ts';
import { cohortsReport } from './cohorts.ts';
import { cycleTimesReport } from './cycle-times.ts';
import { firstPlansReport } from './first-plans.ts';
import { funnelReport } from './funnel.ts';
import { processMapReport } from './process-map.ts';
import { queuesReport } from './queues.ts';
import type { ReportDefinition, ReportParams, SplitName } from './report.ts';
import { reworkReport } from './rework.ts';
import { reworkTotalsReport } from './rework-totals.ts';
import { variantsReport } from './variants.ts';
import { wearDaysReport } from './wear-days.ts';
import { workHoursReport } from './work-hours.ts';
import { workWeeksReport } from './work-weeks.ts';
import { workloadReport } from './workload.ts';

type Pair = {
  report: ReportDefinition<unknown>;
  fold: (rows: AnalysedRows, params: ReportParams, by: SplitName | null) => unknown[];
};
const pairs: Record<string, Pair> = {
  cycleTimes: { report: cycleTimesReport, fold: foldCycleTimes },
  processMap: { report: processMapReport, fold: foldProcessMap },
  variants: { report: variantsReport, fold: foldVariants },
  funnel: { report: funnelReport, fold: foldFunnel },
  queues: { report: queuesReport, fold: foldQueues },
  workload: { report: workloadReport, fold: foldWorkload },
  workHours: { report: workHoursReport, fold: foldWorkHours },
  workWeeks: { report: workWeeksReport, fold: foldWorkWeeks },
  cohorts: { report: cohortsReport, fold: foldCohorts },
  wearDays: { report: wearDaysReport, fold: foldWearDays },
  rework: { report: reworkReport, fold: foldRework },
  reworkTotals: { report: reworkTotalsReport, fold: foldReworkTotals },
  askedChanges: { report: askedChangesReport, fold: foldAskedChanges },
  firstPlans: { report: firstPlansReport, fold: foldFirstPlans },
};

const sorted = (items: readonly unknown[]) =>
  items.map(item => JSON.stringify(item, Object.keys(item as object).sort())).sort();

const seeds = [3, 7, 12];
/** Moments of a walk. */
const MOMENTS = 7;
/** Splits of a report that are asked at a moment. */
const SPLITS = 2;

type Asked = readonly [params: ReportParams, by: SplitName | null];

/** Items of a list in turn, from a place that moves on with each turn. */
const inTurn = <T>(items: readonly T[], turn: number, count: number): T[] =>
  items.length <= count
    ? [...items]
    : Array.from({ length: count }, (_, n) => items[(turn * count + n) % items.length] as T);

/** What a report is asked at a moment: everything, by two of its splits in turn, and at every second one a narrower question. */
function questionsOf(
  { report }: Pair,
  { all, narrower, turn, nth }: { all: ReportParams; narrower: ReportParams[]; turn: number; nth: number },
): Asked[] {
  const splits = inTurn(
    report.by.filter(by => by !== null),
    turn,
    SPLITS,
  );
  const narrow = (turn + nth) % 2 === 0 ? inTurn(narrower, Math.floor(turn / 2), 1) : [];
  return [[all, null], ...splits.map((by): Asked => [all, by]), ...narrow.map((one): Asked => [one, null])];
}
const logs = new Map(
  await Promise.all(seeds.map(async seed => [seed, await logOfWalk(seed, 900, 30)] as const)),
);

describe.each(seeds)('the walk %i', seed => {
  const log = logs.get(seed) ?? [];
  const random = createRandom(seed);
  const moments = Array.from(
    { length: MOMENTS },
    (_, nth) => [1 + Math.floor(random.next() * log.length), seeds.indexOf(seed) * MOMENTS + nth] as const,
  );

  test.each(moments)('has the same answers by SQL and by folds after %i events', async (count, turn) => {
    const rows = foldAnalysedRows(log, count);
    const engine = await openEngineWithRows(rows);
    const first = Date.parse(log[0]?.at ?? '');
    const everything = { from: first, to: rows.now + 1, now: rows.now, zone: 'Asia/Shanghai', rules: '[]' };
    const all: ReportParams = { ...everything, method: null, productType: null, org: null, person: null };
    const span = rows.now - first;
    const narrower: ReportParams[] = [
      { ...all, from: first + Math.floor(span / 4), to: first + Math.floor(span / 2) + 1000 },
      { ...all, method: 1 },
      { ...all, org: 'main' },
      ...(rows.stays.some(({ assigneeId }) => assigneeId === 'p-technician')
        ? [{ ...all, person: pseudonymInTests('p-technician') }]
        : []),
    ];
    for (const [nth, [name, pair]] of Object.entries(pairs).entries())
      for (const [params, by] of questionsOf(pair, { all, narrower, turn, nth }))
        expect(sorted(await engine.answer(pair.report, params, by)), `${name} by ${by}`).toEqual(
          sorted(pair.fold(rows, params, by)),
        );
    engine.close();
  });

  test('is long enough to say something', () => {
    const rows = foldAnalysedRows(log, log.length);
    const params = { from: 0, to: rows.now + 1, now: rows.now, zone: 'UTC', rules: '[]' };
    const all = { ...params, method: null, productType: null, org: null, person: null };
    expect(foldProcessMap(rows, all).length).toBeGreaterThan(15);
    expect(foldAskedChanges(rows, all).length).toBeGreaterThan(0);
    const sent = foldRework(rows, all, null);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.some(({ met }) => met)).toBe(true);
    expect(sent.some(({ costS }) => costS !== null)).toBe(true);
    expect(foldWorkHours(rows, all).length).toBeGreaterThan(5);
    expect(foldWorkload(rows, all).length).toBeGreaterThan(0);
  });
});
