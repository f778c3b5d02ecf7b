import { describe, expect, test } from 'vitest';
import type { RulesSincePosition } from '#events/analysis/conform.ts';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { listTransitionRules } from '#events/release/served-rules.ts';
import { createRandom } from '#events/script/random.ts';
import { foldAnalysedRows, logOfWalk, openEngineWithRows } from '../testing/analysed-walk.ts';
import { foldConformance } from '../testing/conformance-fold.ts';
import { conformanceReport, toRulesParam } from './conformance.ts';
import type { ReportParams } from './report.ts';

const today = listTransitionRules();
const without = (...types: string[]) => today.filter(({ type }) => !types.includes(type));

/** Rules that change during the walk, so that every verdict occurs. */
const changing = (positionAt: (share: number) => LogPosition): RulesSincePosition[] => [
  { since: positionAt(0.25), rules: without('TargetSubmitted', 'InfoAnswered') },
  {
    since: positionAt(0.5),
    rules: today.map(rule => (rule.from.length < 3 ? { ...rule, by: ['VendorAdmin', 'system'] } : rule)),
  },
  { since: positionAt(0.75), rules: without('PlanExpertReviewed', 'CaseContinued') },
];

const seeds = [3, 7, 12];
const logs = new Map(
  await Promise.all(seeds.map(async seed => [seed, await logOfWalk(seed, 900, 30)] as const)),
);

const sorted = (items: readonly object[]) => items.map(item => JSON.stringify(item)).sort();

describe.each(seeds)('the walk %i', seed => {
  const log = logs.get(seed) ?? [];
  const random = createRandom(seed);
  const moments = [
    ...Array.from({ length: 7 }, () => 1 + Math.floor(random.next() * log.length)),
    log.length,
  ];
  const history = changing(share => toLogPosition(log[Math.floor(log.length * share)]?.position ?? 0n));
  const all = { from: 0, zone: 'UTC', method: null, productType: null, org: null, person: null };
  const paramsOf = (now: number, rules: readonly RulesSincePosition[]): ReportParams => ({
    ...{ ...all, to: now + 1, now },
    rules: toRulesParam(rules),
  });

  test.each(moments)('has the same verdicts by SQL and one by one after %i events', async count => {
    const rows = foldAnalysedRows(log, count);
    const engine = await openEngineWithRows(rows);
    const first = Date.parse(log[0]?.at ?? '');
    const params = paramsOf(rows.now, history);
    const middle = first + Math.floor((rows.now - first) / 2);
    for (const question of [
      params,
      { ...params, from: middle },
      { ...params, to: middle, org: 'main' },
      { ...params, method: 1 },
    ])
      expect(sorted(await engine.answer(conformanceReport, question))).toEqual(
        sorted(foldConformance(rows, question, history)),
      );
    const none = paramsOf(rows.now, []);
    expect(sorted(await engine.answer(conformanceReport, none))).toEqual(
      sorted(foldConformance(rows, none, [])),
    );
    engine.close();
  });

  test('meets every verdict', () => {
    const rows = foldAnalysedRows(log, log.length);
    const items = foldConformance(rows, paramsOf(rows.now, history), history);
    expect([...new Set(items.map(({ verdict }) => verdict))].sort()).toEqual([
      ...['byOther', 'kept', 'lacking', 'noLonger', 'unrecorded'],
    ]);
  });

  test('keeps the rules by which its moves were decided', () => {
    const rows = foldAnalysedRows(log, log.length);
    const own = [{ since: toLogPosition(0), rules: today }];
    const items = foldConformance(rows, paramsOf(rows.now, own), own);
    expect(items.map(({ verdict, type, from, to }) => [verdict, type, from, to])).toEqual([
      ['kept', null, null, null],
    ]);
    expect(items[0]?.moves).toBeGreaterThan(50);
  });
});
