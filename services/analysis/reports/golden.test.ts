/**
 * Every report over the golden log (testing/golden-log.ts), counted on paper: the tables below are the paper. The SQL and the
 * plain folds have to agree with it, not only with each other. Days are June; now is the 29th; the desk is open a third of the
 * time. Chosen are A to F and H to K: G was deleted, and L was taken back.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { toLogPosition } from '#events/log-position.ts';
import { type AnalysedRows, foldAnalysedRows, openEngineWithRows } from '../testing/analysed-walk.ts';
import { foldConformance } from '../testing/conformance-fold.ts';
import {
  foldCohorts,
  foldCycleTimes,
  foldFirstPlans,
  foldFunnel,
  foldProcessMap,
  foldQueues,
  foldVariants,
} from '../testing/folds.ts';
import { createGoldenLog, msOfJuneDay } from '../testing/golden-log.ts';
import { foldAskedChanges, foldRework, foldReworkTotals } from '../testing/rework-folds.ts';
import { foldWearDays } from '../testing/wear-fold.ts';
import { foldWorkHours, foldWorkload, foldWorkWeeks } from '../testing/work-folds.ts';
import { askedChangesReport } from './asked-changes.ts';
import { cohortsReport } from './cohorts.ts';
import { conformanceReport, toRulesParam } from './conformance.ts';
import { cycleTimesReport } from './cycle-times.ts';
import { firstPlansReport } from './first-plans.ts';
import { funnelReport } from './funnel.ts';
import { processMapReport } from './process-map.ts';
import { queuesReport } from './queues.ts';
import type { ReportDefinition, ReportParams } from './report.ts';
import { reworkReport } from './rework.ts';
import { reworkTotalsReport } from './rework-totals.ts';
import { variantsReport } from './variants.ts';
import { wearDaysReport } from './wear-days.ts';
import { workHoursReport } from './work-hours.ts';
import { workWeeksReport } from './work-weeks.ts';
import { workloadReport } from './workload.ts';

const DAY_S = 86_400;
const log = createGoldenLog();
const rows = foldAnalysedRows(log, log.length);
const params: ReportParams = {
  ...{ from: msOfJuneDay(1), to: msOfJuneDay(31), now: msOfJuneDay(29), zone: 'UTC', rules: '[]' },
  ...{ method: null, productType: null, org: null, person: null },
};

let engine: Awaited<ReturnType<typeof openEngineWithRows>>;
beforeAll(async () => {
  engine = await openEngineWithRows(rows);
});
afterAll(() => engine.close());

type Fold<Item> = (of: AnalysedRows, with_: ReportParams, by: null) => Item[];

/** The items of a report as lines of the paper, by SQL and by the fold. */
async function both<Item>(
  report: ReportDefinition<Item>,
  fold: Fold<Item>,
  line: (item: Item) => unknown[],
  asked: ReportParams = params,
) {
  const lines = (items: readonly Item[]) => items.map(item => line(item).map(String).join(' ')).sort();
  return { sql: lines(await engine.answer(report, asked)), fold: lines(fold(rows, asked, null)) };
}

/** Lines of the paper without their head. */
const paper = (text: string): { sql: string[]; fold: string[] } => {
  const lines = text
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.trim().split(/\s+/).join(' '))
    .sort();
  return { sql: lines, fold: lines };
};

const days = (seconds: number | null) => (seconds === null ? '-' : seconds / DAY_S);

describe('the golden log', () => {
  test('has twelve cases, and a clock that never runs back', () => {
    expect(rows.trails.size).toBe(12);
    expect(rows.now).toBe(msOfJuneDay(29));
    const came = (caseId: string, status: number) =>
      rows.stays.find(stay => stay.caseId === caseId && stay.status === status)?.enteredAt;
    expect([came('I', 12), came('J', 10)]).toEqual([msOfJuneDay(5.5), msOfJuneDay(8)]);
  });

  test('cycle times: quantiles of days while eight stays bear them', async () => {
    // At 10, of eleven stays one ended at once and eight after a day: 2 of 11 go on, so that half is a day, and 85 % is not known.
    // At 12, of nine stays one ended after half a day, six after one and one after two days: 1 of 9 goes on.
    // Of 11 stays the half is known to 50 +- 25 %, of which both ends fall on the first day: 9 % ended before, 82 % with it.
    // Of 9 the 85 % are known to 85 +- 20 %: 65 % had ended after a day, and no share over 100 % ever does.
    const line = (one: Awaited<ReturnType<typeof foldCycleTimes>>[number]) => [
      ...[one.status, one.cases, one.stays, one.open],
      ...[days(one.p50S), days(one.p85S), days(one.p95S)],
      ...[one.p50RangeS, one.p85RangeS].map(range => range.map(days).join('~')),
    ];
    expect(await both(cycleTimesReport, foldCycleTimes, line)).toEqual(
      paper(`
        status cases stays open half 85% 95% half-within 85%-within
        10      10    11    2    1    -   -   1~1  -~-
        12       8     9    1    1    2   -   1~1  1~-
        13       5     5    1    -    -   -   -~-  -~-
        14       4     5    0    -    -   -   -~-  -~-
        15       4     5    0    -    -   -   -~-  -~-
        16       4     5    1    -    -   -   -~-  -~-
        17       3     4    0    -    -   -   -~-  -~-
        18       1     1    0    -    -   -   -~-  -~-
        20       1     1    0    -    -   -   -~-  -~-
        21       7     7    2    -    -   -   -~-  -~-
        23       3     4    0    -    -   -   -~-  -~-
        24       1     1    1    -    -   -   -~-  -~-
        25       1     1    0    -    -   -   -~-  -~-
        26       1     1    1    -    -   -   -~-  -~-
        30       2     2    1    -    -   -   -~-  -~-
        33       1     1    0    -    -   -   -~-  -~-
      `),
    );
  });

  test('map: moves with their days; the desk had a third of them; an erasure is no move', async () => {
    const line = (one: ReturnType<typeof foldProcessMap>[number]) => [
      ...[one.status, one.to ?? 'all', one.cases, one.stays],
      ...[days(one.medianS), days(one.p85S), (one.deskS ?? 0) / 3600],
    ];
    expect(await both(processMapReport, foldProcessMap, line)).toEqual(
      paper(`
        from to  cases stays median 85% desk-hours
        10   all  8     9     1      1   8
        10   12   8     8     1      1   8
        10   20   1     1     1      1   8
        12   all  7     8     1      1   8
        12   21   7     7     1      1   8
        12   33   1     1     2      2  16
        13   all  4     4     2      2  16
        13   14   4     4     2      2  16
        14   all  4     5     1      2   8
        14   15   4     5     1      2   8
        15   all  4     5     1      3   8
        15   16   4     4     1      3   8
        15   18   1     1     2      2  16
        16   all  3     4     1      1   8
        16   17   3     4     1      1   8
        17   all  3     4     1      2   8
        17   23   3     4     1      2   8
        18   all  1     1     3      3  24
        18   14   1     1     3      3  24
        20   all  1     1     2      2  16
        20   10   1     1     2      2  16
        21   all  5     5     1      1   8
        21   13   5     5     1      1   8
        23   all  3     4     2      3  16
        23   16   1     1     3      3  24
        23   25   1     1     1      1   8
        23   30   2     2     2      2  16
        25   all  1     1    10     10  80
        25   26   1     1    10     10  80
        30   all  1     1    14     14 112
        30   24   1     1    14     14 112
        33   all  1     1     3      3  24
        33   12   1     1     3      3  24
      `),
    );
  });

  test('variants: the way of each chosen case', async () => {
    const line = (one: ReturnType<typeof foldVariants>[number]) => [
      ...[one.way, one.cases, one.completed, days(one.medianS)],
    ];
    expect(await both(variantsReport, foldVariants, line)).toEqual(
      paper(`
        way                                     cases completed days
        10>12>21>13>14>15>16>17>23>30>24        1     1         28
        10>12>21>13>14>15>18>14>15>16           1     0         -
        10>12>33>12>21                          1     0         -
        10>12>21>13>14>15>16>17>23>25>26        1     0         -
        10                                      2     0         -
        10>12>21>13>14>15>16>17>23>16>17>23>30  1     0         -
        10>12>21>13                             1     0         -
        10>12>21                                1     0         -
        10>20>10>12                             1     0         -
      `),
    );
  });

  test('funnel: how many came so far, after how many days', async () => {
    const line = (one: ReturnType<typeof foldFunnel>[number]) => [one.step, one.cases, days(one.medianS)];
    expect(await both(funnelReport, foldFunnel, line)).toEqual(
      paper(`
        step      cases median
        submitted 10     0
        accepted   8     1
        designed   4     5
        presented  4     6
        approved   4     8
        shipped    3    10
        received   3    14
        completed  1    28
      `),
    );
  });

  test('queues: the end of the 5th, the 10th and the 20th', async () => {
    const wanted = ['2026-06-05', '2026-06-10', '2026-06-20'];
    const line = (one: ReturnType<typeof foldQueues>[number]) =>
      wanted.includes(one.day) && [one.standing, one.came, one.left].some(count => count !== 0)
        ? [one.day.slice(-2), one.status, one.standing, one.came, one.left]
        : [];
    const all = await both(queuesReport, foldQueues, line);
    const told = (lines: readonly string[]) => lines.filter(text => text !== '');
    expect({ sql: told(all.sql), fold: told(all.fold) }).toEqual(
      paper(`
        day status standing came left
        05  10      0        1    1
        05  12      1        1    1
        05  13      4        1    1
        05  14      1        1    0
        05  20      1        0    0
        05  21      0        0    1
        05  33      1        1    0
        10  10      1        0    0
        10  12      1        0    0
        10  15      0        0    1
        10  16      1        1    1
        10  17      1        1    0
        10  18      1        0    0
        10  21      2        0    0
        10  23      0        0    1
        10  25      1        1    0
        20  10      1        0    0
        20  12      1        0    0
        20  16      1        0    0
        20  21      2        0    0
        20  25      0        0    1
        20  26      1        1    0
        20  30      2        0    0
      `),
    );
  });

  test('workload: 28 days; tech1 had A, B twice and H, tech2 D and F', async () => {
    const line = (one: ReturnType<typeof foldWorkload>[number]) => [
      ...[one.person ?? 'all', one.cases, one.came, one.left, one.takenOver, one.open],
      ...[one.meanOpen, one.perDay, one.meanDays],
    ];
    expect(await both(workloadReport, foldWorkload, line)).toEqual(
      paper(`
        person  cases came left over open L=11/28,8/28,3/28 lambda=6/28,4/28,2/28 W=11/6,8/4,3/2
        all     5     6    6    0    0    0.393             0.214                 1.833
        u-tech1 3     4    4    0    0    0.286             0.143                 2
        u-tech2 2     2    2    0    0    0.107             0.071                 1.5
      `),
    );
  });

  test('hours and weeks of work: the 1st is a Monday, and all of it turns at midnight', async () => {
    const hour = (one: ReturnType<typeof foldWorkHours>[number]) => [
      ...[one.weekday, one.hour, one.cases, one.came, one.left],
    ];
    // Tuesday B's refusal; Thursday A, B, D, F; Friday H came, D and B left; Saturday A, B, F, H left.
    expect(await both(workHoursReport, foldWorkHours, hour)).toEqual(
      paper(`
        weekday hour cases came left
        2       0    1     1    0
        4       0    4     4    0
        5       0    3     1    2
        6       0    4     0    4
      `),
    );
    const week = (one: ReturnType<typeof foldWorkWeeks>[number]) => [
      ...[one.week, one.cases, one.came, one.left, one.open],
    ];
    expect(await both(workWeeksReport, foldWorkWeeks, week)).toEqual(
      paper(`
        week       cases came left open
        2026-06-01 5     5    5    0
        2026-06-08 1     1    1    0
      `),
    );
  });

  test('cohorts: of those that are so many weeks old, how many got there', async () => {
    const line = (one: ReturnType<typeof foldCohorts>[number]) => [
      ...[one.month, one.step, one.week, one.cases, one.reached],
    ];
    expect(await both(cohortsReport, foldCohorts, line)).toEqual(
      paper(`
        month   step      week cases reached
        2026-06 approved  1    10    1
        2026-06 approved  2     9    4
        2026-06 approved  3     9    4
        2026-06 approved  4     4    4
        2026-06 shipped   1    10    0
        2026-06 shipped   2     9    3
        2026-06 shipped   3     9    3
        2026-06 shipped   4     4    3
        2026-06 completed 1    10    0
        2026-06 completed 2     9    0
        2026-06 completed 3     9    0
        2026-06 completed 4     4    1
        2026-06 refined   1    10    0
        2026-06 refined   2     9    0
        2026-06 refined   3     9    1
        2026-06 refined   4     4    1
      `),
    );
  });

  test('rework: B, D and K were sent back, each for one reason', async () => {
    const line = (one: ReturnType<typeof foldRework>[number]) => [
      ...[one.type, one.reason, one.times, one.cases, one.judged, one.met, days(one.costS)],
    ];
    // B was before the doctor again on the 13th, and K before the supervisor on the 6th; D's refinement goes on.
    expect(await both(reworkReport, foldRework, line)).toEqual(
      paper(`
        type               reason   times cases judged met cost
        PlanDoctorReviewed staging  1     1     1      1   4
        CaseDenied         records  1     1     0      0   2
        RefinementOpened   movement 1     1     0      0   -
      `),
    );
  });

  test('totals of rework: ten reviews, and three ways back in five cases', async () => {
    const line = (one: ReturnType<typeof foldReworkTotals>[number]) => [
      ...[one.cases, one.reviewed, one.refused, one.sentBack],
    ];
    expect(await both(reworkTotalsReport, foldReworkTotals, line)).toEqual(
      paper(`
        cases reviewed refused sent-back
        5     10       1       3
      `),
    );
  });

  test('asked changes: 13 was to turn twice, once taken back and once done', async () => {
    const line = (one: ReturnType<typeof foldAskedChanges>[number]) => [
      ...[one.what, one.axis ?? '-', one.place, one.times, one.cases],
      ...[one.withdrawn, one.measured, one.met],
    ];
    expect(await both(askedChangesReport, foldAskedChanges, line)).toEqual(
      paper(`
        what     axis     place times cases withdrawn measured met
        movement rotation 13    2     2     1         1        1
        ipr      -        12-11 1     1     0         1        0
      `),
    );
  });

  test('first plans: of four that were judged, the doctor took three, and B’s second', async () => {
    const line = (one: ReturnType<typeof foldFirstPlans>[number]) => [
      ...[one.month, one.cases, one.accepted, one.second, one.later],
    ];
    expect(await both(firstPlansReport, foldFirstPlans, line)).toEqual(
      paper(`
        month   cases accepted second later
        2026-06 4     3        1      0
      `),
    );
  });

  test('worn days: A wore 4, 4 and 3 of 4 days, without its hold, and F 6 of 3 and 4 of the longer 5', async () => {
    const line = (one: ReturnType<typeof foldWearDays>[number]) => [
      ...[one.month, one.cases, one.changes, one.planned, one.worn, one.late],
    ];
    expect(await both(wearDaysReport, foldWearDays, line)).toEqual(
      paper(`
        month   cases changes planned worn late
        2026-06 2     5       20      21   1
      `),
    );
  });

  test('conformance: the 3rd and the 4th, of which the first rules came between', async () => {
    const since = log.filter(({ at }) => Date.parse(at) < msOfJuneDay(4)).at(-1)?.position;
    if (since === undefined) throw new Error('the golden log has no 3rd');
    const allocation = {
      type: 'CaseAllocated',
      from: [Status.ToDistribute],
      to: [Status.PlanUnderDesign],
      by: ['system'],
    };
    const preparation = {
      type: 'ModelsPrepared',
      from: [Status.CaseProcessing],
      to: [Status.ToDistribute],
      by: ['system'],
    };
    // Rules without a preparation came with the last event.
    const history = [
      { since, rules: [allocation, preparation] },
      { since: toLogPosition(log.length), rules: [allocation] },
    ];
    const line = (one: ReturnType<typeof foldConformance>[number]) => [
      ...[one.verdict, one.type ?? '-', one.from ?? '-', one.to ?? '-', one.moves, one.cases],
    ];
    // On the 3rd A, B, D and F were prepared, C and H accepted, and K submitted. On the 4th the system allocated F and somebody
    // else A, B and D; the system prepared H; and K was denied, for which there was no rule.
    const asked = { ...params, from: msOfJuneDay(3), to: msOfJuneDay(5), rules: toRulesParam(history) };
    const fold = (of: AnalysedRows, with_: ReportParams) => foldConformance(of, with_, history);
    expect(await both(conformanceReport, fold, line, asked)).toEqual(
      paper(`
        verdict    type           from to moves cases
        unrecorded -              -    -  7     7
        kept       -              -    -  1     1
        byOther    CaseAllocated  21   13 3     3
        noLonger   ModelsPrepared 12   21 1     1
        lacking    CaseDenied     10   20 1     1
      `),
    );
  });
});
