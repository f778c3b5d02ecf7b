/** The reports on an organisation's cases: each is one question in SQL, as of any moment. */

import * as z from 'zod/mini';
import { parseCellText, type ReportWithFigures, reportFigures } from '#events/analysis/figures.ts';
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import type { FigureFilter } from '#events/audit/events.ts';
import { badField, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { toWirePosition } from '#events/wire.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import type { OpenedTables } from '../analysis/query.ts';
import { answerReport } from '../analysis/reports/answer-report.ts';
import type { ReportDefinition, SplitName } from '../analysis/reports/report.ts';
import { listCasesOfFigure } from '../analysis/reports/report-cases.ts';
import { type ReportName, reportNames, reports } from '../analysis/reports/reports.ts';
import { ChildCrashError } from '../childProcess/child.ts';
import { createFairSemaphore, type FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { signedGet } from './get-route.ts';
import type { ReportCasesData, ReportData } from './report-answers.ts';
import { readReportChoices } from './report-choices.ts';
import {
  createSqlRunner,
  openReportTables,
  type ReportDeps,
  type ReportQuery,
  reportQueryFields,
  reportQuerySchema,
} from './report-query.ts';
import type { Route } from './route.ts';
import { toWireRanges, waitForTables } from './tables-at.ts';

/** Seconds after which a client may try again. */
const RETRY_S = 10;
/** Each running report has its own process with up to one and a half gigabytes. */
const limits = { atOnce: 4, perPersonAtOnce: 2, perPerson: 16, waitMost: 64 };
const PAGE = 20;

const summaries: Readonly<Record<ReportName, string>> = {
  funnel: 'How many of the submitted cases reached each step, and after how long.',
  cycleTimes: 'How long cases stay at each status, with those that still stay.',
  queues: 'How many cases stood at each status at the end of each day, came and left.',
  rework: 'What was sent back, by whom it was refused and for which reasons.',
  reworkTotals: 'Reviews, refusals and everything that was sent back, for each person or group.',
  askedChanges: 'Changes of plans that reviewers asked for, and whether the next version made them.',
  firstPlans:
    'Cases whose first plan was judged, by month: approved at once, with the second plan, or later.',
  workload: 'The work of each technician: cases with them, that came and that left.',
  workHours: 'At which hours of the week cases come to technicians and leave them.',
  workWeeks: 'Cases that came to technicians and left them in each week, and were with them at its end.',
  cohorts: 'Cases by the month of their submission, and how many got how far within weeks.',
  wearDays: 'Days for which aligners were worn against the agreed ones, by the month of the submission.',
  variants: 'The ways that cases took, the most frequent first.',
  map: 'Which status follows which, and how long cases stay before.',
  conformance: 'Moves against the rules of their day: not in them, not for that person, no longer allowed.',
};

type ReportCall = { viewer: Viewer; asked: ReportQuery; by: SplitName | null };

const atOf = ({ models }: ReportDeps, { last, lacks }: OpenedTables) => ({
  position: toWirePosition(models.logId, last?.position ?? 0n),
  clock: last ? new Date(last.clock).toISOString() : null,
  factsOf: 'now' as const,
  lacks: toWireRanges(models.logId, lacks()),
});

async function answerCall<Item>(
  deps: ReportDeps,
  report: ReportDefinition<Item>,
  { viewer, asked, by }: ReportCall,
) {
  const k = deps.smallestCell;
  const { open, params } = await openReportTables(deps, viewer, asked);
  const answer = await answerReport(report, { params, by, k }, createSqlRunner(open));
  return { ...answer, ...atOf(deps, open), by, smallest: k };
}

const casesFields = {
  ...reportQueryFields,
  /** The item, named by its values, separated by `~`. An empty text stands for null. */
  cell: z.string().check(z.maxLength(2000)),
  ...pagingParamSchemas,
};

type CasesCall = ReportCall & { cell: string; figure: string; page: number; size: number };

async function answerCases<Item>(
  deps: ReportDeps,
  { name, report }: { name: ReportName; report: ReportDefinition<Item> },
  { viewer, asked, by, cell, figure, page, size }: CasesCall,
): Promise<ReportCasesData> {
  const values = parseCellText(name, cell);
  if (!values) throw badField('cell', 'invalid');
  const { open, params } = await openReportTables(deps, viewer, asked);
  const k = deps.smallestCell;
  const question = { params, by, k, cell: values, figure, page, size };
  const found = await listCasesOfFigure(report, question, createSqlRunner(open));
  const at = atOf(deps, open);
  const { logId } = deps.models;
  const items = found.items.map(({ position, ...item }) => ({
    ...item,
    position: position === null ? null : toWirePosition(logId, BigInt(position)),
  }));
  // Cast: the query's parser has removed absent filters, and each filter is a column of the tables.
  const filter: FigureFilter = asked;
  // Recorded before the first byte is sent: without a record, no cases.
  await deps.auditTrail.figureOpened(viewer, {
    report: name,
    figure,
    // Only the name of an item may be recorded. Any other text could be a person's name.
    cell: found.total > 0 ? cell : '',
    cases: found.cases,
    position: at.position,
    ...(Object.keys(filter).length > 0 && { asked: filter }),
  });
  return { ...found, items, page, size, ...at };
}

type ReportRoutes<N extends ReportName> = { deps: ReportDeps; running: FairSemaphore; name: N };

/** Checks the question's split, and waits for the report's turn. */
const runnerFor =
  <Item>(running: FairSemaphore, report: ReportDefinition<Item>) =>
  async <T>(viewer: Viewer, asked: ReportQuery, run: (call: ReportCall) => Promise<T>): Promise<T> => {
    const by = asked.by ?? null;
    if (!report.by.includes(by)) throw badField('by', 'not-a-choice');
    for (const name of ['method', 'productType'] as const)
      if (report.openOnly && asked[name] !== undefined) throw badField(name, 'not-a-choice');
    try {
      return await running.run(viewer.id, () => run({ viewer, asked, by }));
    } catch (error) {
      // The question took too long. A client may retry, because the question may succeed when fewer others run.
      throw error instanceof ChildCrashError ? new Refusal('busy', { retryAfter: RETRY_S }) : error;
    }
  };

function reportRoutes<N extends ReportName>({ deps, running, name }: ReportRoutes<N>): Route[] {
  // Cast: a report of the table answers the items of its name.
  const report = reports[name] as unknown as ReportDefinition<ReportData<N>['items'][number]>;
  const described = { rule: report.positions, rights: ['analysisFacts'], tag: 'analysis' } as const;
  const runFor = runnerFor(running, report);
  const figures = reportFigures[name satisfies ReportWithFigures].figures as readonly string[];
  const casesQuery = z.strictObject({ ...casesFields, figure: z.enum(figures) });
  return [
    signedGet({
      ...described,
      path: `/api/reports/${name}` as '/api/reports/funnel',
      summary: summaries[name],
      query: reportQuerySchema,
      answer: async ({ c, viewer, query }) => {
        await waitForTables(deps, c.get('position'));
        const answer = await runFor(viewer, query(), call => answerCall(deps, report, call));
        // Cast: one route's type stands in for those of all reports.
        return answer as unknown as ReportData<'funnel'>;
      },
    }),
    signedGet({
      ...described,
      path: `/api/reports/${name}/cases` as '/api/reports/funnel/cases',
      summary:
        'The cases behind one figure of this report, with the fact that counts. Recorded in the audit.',
      query: casesQuery,
      answer: async ({ c, viewer, query }) => {
        const { cell, figure, page = 1, size = PAGE, ...asked } = query();
        await waitForTables(deps, c.get('position'));
        return runFor(viewer, asked, call =>
          answerCases(deps, { name, report }, { ...call, cell, figure, page, size }),
        );
      },
    }),
  ];
}

const choicesRoute = (deps: ReportDeps, running: FairSemaphore): Route =>
  signedGet({
    path: '/api/analysis/choices',
    rule: positionsSeeingReplay,
    tag: 'analysis',
    summary: 'Organisations and people that the reports may be narrowed to; people by pseudonym and number.',
    answer: ({ viewer }) => running.run(viewer.id, () => readReportChoices(deps, viewer.orgId)),
  });

export function analysisReportRoutes(deps: ReportDeps): Route[] {
  const running = createFairSemaphore(limits);
  return [choicesRoute(deps, running), ...reportNames.flatMap(name => reportRoutes({ deps, running, name }))];
}
