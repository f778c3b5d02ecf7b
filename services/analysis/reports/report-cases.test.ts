import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellText, parseCellText, type ReportWithFigures, reportFigures } from '#events/analysis/figures.ts';
import { toLogPosition } from '#events/log-position.ts';
import { listTransitionRules } from '#events/release/served-rules.ts';
import { foldAnalysedRows, logOfWalk, openEngineWithRows } from '../testing/analysed-walk.ts';
import { answerReport } from './answer-report.ts';
import { toRulesParam } from './conformance.ts';
import type { ReportDefinition, ReportParams, SplitName } from './report.ts';
import { listCasesOfFigure, listFactsOfFigure } from './report-cases.ts';
import { reportNames, reports } from './reports.ts';

const k = 5;
const page = { page: 1, size: 1000 };
const everything = {
  zone: 'Asia/Shanghai',
  ...{ method: null, productType: null, org: null, person: null },
  rules: toRulesParam([
    {
      since: toLogPosition(0),
      rules: listTransitionRules().filter(({ type }) => type !== 'PlanExpertReviewed'),
    },
  ]),
};
const seeds = [3, 12];
/** Most figures of a report that are opened. */
const MOST = 8;

/** Cells from the first to the last, each with one of the report's figures in turn. */
function someFigures(items: readonly Record<string, number>[], figures: readonly string[]) {
  const count = Math.min(MOST, Math.max(items.length, figures.length));
  return Array.from({ length: count }, (_, i) => ({
    item: items[Math.floor((i * items.length) / count)] ?? {},
    figure: figures[i % figures.length] ?? '',
  }));
}

const cellOf = (name: ReportWithFigures, item: object) => parseCellText(name, cellText(name, item)) ?? {};

describe.each(seeds)('in the walk %i', seed => {
  let engine: Awaited<ReturnType<typeof openEngineWithRows>>;
  let params: ReportParams;
  beforeAll(async () => {
    const log = await logOfWalk(seed, 900, 30);
    const rows = foldAnalysedRows(log, log.length);
    engine = await openEngineWithRows(rows);
    params = { ...everything, from: Date.parse(log[0]?.at ?? ''), to: rows.now + 1, now: rows.now };
  });
  afterAll(() => engine.close());

  // A walk has no two changes of an aligner in a row: wear-days.test.ts opens the figures of a log with them.
  const walked = reportNames.filter(name => name !== 'wearDays');
  // Each report and split is asked in one of the walks.
  const named = walked
    .flatMap(name => (reports[name].by as readonly (SplitName | null)[]).map(by => [name, by] as const))
    .filter((_, i) => i % seeds.length === seeds.indexOf(seed));
  test.each(named)('a figure of %s by %s has as many cases behind it says', async (name, by) => {
    // Cast: any report of the table.
    const report = reports[name] as unknown as ReportDefinition<Record<string, number>>;
    const items = await engine.answer(report, params, by);
    expect(items.length).toBeGreaterThan(0);
    for (const { item, figure } of someFigures(items, reportFigures[name].figures)) {
      const text = cellText(name, item);
      const question = { params, by, k, cell: cellOf(name, item), figure, ...page };
      const behind = await listFactsOfFigure(report, question, engine.run);
      expect([text, figure, behind.total]).toEqual([text, figure, item[figure]]);
      expect(behind.items).toHaveLength(behind.total);
      expect(new Set(behind.items.map(({ caseId }) => caseId)).size).toBe(behind.cases);
    }
  });

  test('lists a figure page by page', async () => {
    const cell = { status: '21', to: null };
    const asked = { params, by: null, k, cell, figure: 'stays', size: 3 };
    const all = await listFactsOfFigure(reports.map, { ...asked, ...page }, engine.run);
    expect(all.total).toBeGreaterThan(3);
    const pages = [1, 2].map(nth => listFactsOfFigure(reports.map, { ...asked, page: nth }, engine.run));
    const listed = (await Promise.all(pages)).flatMap(({ items }) => items);
    expect(listed).toEqual(all.items.slice(0, 6));
    expect((await listFactsOfFigure(reports.map, { ...asked, page: 999 }, engine.run)).total).toBe(all.total);
  });

  test('a hidden cell opens nothing', async () => {
    const by = 'method';
    const { hidden } = await answerReport(reports.cycleTimes, { params, by, k }, engine.run);
    expect(hidden.length).toBeGreaterThan(0);
    for (const about of hidden) {
      const question = {
        params,
        by,
        k,
        cell: cellOf('cycleTimes', about),
        figure: 'stays',
        ...page,
      } as const;
      expect((await listFactsOfFigure(reports.cycleTimes, question, engine.run)).total).toBeGreaterThan(0);
      expect(await listCasesOfFigure(reports.cycleTimes, question, engine.run)).toMatchObject({
        ...{ items: [], total: 0, cases: 0, isHidden: true },
      });
    }
  });

  test('a shown item has no small part, and its hidden part opens nothing', async () => {
    const asked = { params, by: 'method', k } as const;
    const { items } = await answerReport(reports.cycleTimes, asked, engine.run);
    const untold = items.filter(({ open }) => open === null);
    expect(untold.length).toBeGreaterThan(0);
    for (const { open, cases } of items)
      for (const part of open === null ? [] : [open, cases - open])
        expect(part === 0 || part >= k).toBe(true);
    for (const item of untold) {
      const question = { ...asked, cell: cellOf('cycleTimes', item), figure: 'open', ...page };
      expect((await listCasesOfFigure(reports.cycleTimes, question, engine.run)).isHidden).toBe(true);
    }
  });

  test('nobody with a few cases has figures of their own', async () => {
    for (const [report, by] of [
      [reports.workload, null],
      [reports.cycleTimes, 'technician'],
      [reports.rework, 'doctor'],
    ] as const) {
      // Cast: any report of the table.
      const any = report as unknown as ReportDefinition<unknown>;
      const { items, fewCases } = await answerReport(any, { params, by, k }, engine.run);
      const ofPeople = items.filter(item =>
        Object.values(any.cell(item).about).some(value => String(value).startsWith('u-')),
      );
      expect([ofPeople, fewCases > 0]).toEqual([[], true]);
    }
  });
});
