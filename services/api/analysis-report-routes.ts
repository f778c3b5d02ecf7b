/** The reports on an organisation's cases: each is one question in SQL, as of any moment. */
import * as z from 'zod/mini';
import { options } from '#events/case/options.ts';
import { badField, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { wirePosition } from '#events/wire.ts';
import type { OpenTables } from '../analysis/query.ts';
import { answerReport, type RunSql } from '../analysis/reports/answer-report.ts';
import {
  namesIn,
  type Report,
  type ReportParams,
  type ReportRow,
  type SplitName,
  splits,
} from '../analysis/reports/report.ts';
import { type ReportName, reportNames, reports } from '../analysis/reports/reports.ts';
import { ChildCrash } from '../childProcess/child.ts';
import { createFairSemaphore, type FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { checkRange, moment } from './analysis-query.ts';
import { zoneOfViewer } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { ReportData } from './report-answers.ts';
import type { Route } from './route.ts';
import { lackedRanges, openTablesAt } from './tables-at.ts';

type ReportDeps = Pick<ApiDeps, 'models' | 'analysisTables' | 'smallestCell'>;

/** In seconds. */
const RETRY_S = 10;
/** Each running report has a process of its own with up to half a gigabyte. */
const limits = { atOnce: 4, perPersonAtOnce: 2, perPerson: 16, waitMost: 64 };

// Boundary: Object.keys forgets the type of the keys.
const splitNames = Object.keys(splits) as SplitName[];

const optionParam = (choices: readonly number[]) =>
  z.pipe(
    z.enum(choices.map(String) as [string, ...string[]]),
    z.transform(text => Number(text)),
  );

const query = z.strictObject({
  /** Days or ISO times; `to` is not part of the range. Default: everything up to the moment. */
  from: z.optional(moment),
  to: z.optional(moment),
  /** A position of this log, a day or an ISO time. Default: now. */
  asOf: z.optional(z.string().check(z.maxLength(40))),
  method: z.optional(optionParam(options.method)),
  productType: z.optional(optionParam(options.productType)),
  org: z.optional(z.string().check(z.maxLength(64))),
  person: z.optional(z.string().check(z.maxLength(16))),
  by: z.optional(z.enum(splitNames as [SplitName, ...SplitName[]])),
});
type Asked = z.infer<typeof query>;

const runnerOf =
  (open: OpenTables): RunSql =>
  async (sql, params) => {
    const used = Object.fromEntries(namesIn(sql).map(name => [name, params[name]] as const));
    const { columns, rows } = await open.run(sql, used);
    return rows.map(row =>
      Object.fromEntries(columns.map(({ name }, i) => [name, row[i] as ReportRow[string]])),
    );
  };

/** @throws Refusal badInput for a range that ends before it begins, or of more than ten years */
function paramsOf(asked: Asked, { first, last }: OpenTables, zone: string): ReportParams {
  const now = last?.clock ?? 0;
  const from = asked.from ?? first?.clock ?? 0;
  // The last event is part of everything.
  const to = asked.to ?? now + 1;
  if (asked.from !== undefined && asked.to !== undefined) checkRange(from, to);
  // A range with one end ends with the log, which may have no part of it.
  else if (asked.from !== undefined || asked.to !== undefined) checkRange(from, Math.max(from, to));
  return {
    from,
    to,
    now,
    zone,
    method: asked.method ?? null,
    productType: asked.productType ?? null,
    org: asked.org ?? null,
    person: asked.person ?? null,
  };
}

const summaries: Readonly<Record<ReportName, string>> = {
  funnel: 'How many of the submitted cases reached each step, and after how long.',
  cycleTimes: 'How long cases stay at each status, with those that still stay.',
  queues: 'How many cases stood at each status at the end of each day, came and left.',
  rework: 'What was sent back, by whom it was refused and for which reasons.',
  workload: 'The work of each technician: cases with them, that came and that left.',
  cohorts: 'Cases by the month of their submission, and how many got how far within weeks.',
  variants: 'The ways that cases took, the most frequent first.',
  map: 'Which status follows which, and how long cases stay before.',
};

type ReportCall = { viewer: Viewer; asked: Asked; by: SplitName | null; wanted: bigint | undefined };

async function answerCall<Item>(
  deps: ReportDeps,
  report: Report<Item>,
  { viewer, asked, by, wanted }: ReportCall,
) {
  const { models, smallestCell: k } = deps;
  const open = await openTablesAt(deps, viewer.orgId, asked.asOf, wanted);
  const params = paramsOf(asked, open, zoneOfViewer(models, viewer));
  const answer = await answerReport(report, { params, by, k }, runnerOf(open));
  const { last } = open;
  const at = {
    position: wirePosition(models.logId, last?.position ?? 0n),
    clock: last ? new Date(last.clock).toISOString() : null,
    factsOf: 'now' as const,
    by,
    lacks: lackedRanges(models.logId, open),
  };
  return { ...answer, ...at };
}

function reportRoute<N extends ReportName>(deps: ReportDeps, running: FairSemaphore, name: N): Route {
  // Boundary: a report of the table answers the items of its name.
  const report = reports[name] as unknown as Report<ReportData<N>['items'][number]>;
  return signedGet({
    path: `/api/reports/${name}` as '/api/reports/funnel',
    rule: report.positions,
    rights: ['analysisFacts'],
    tag: 'analysis',
    summary: summaries[name],
    query,
    answer: async ({ c, viewer, query: parsed }) => {
      const asked = parsed();
      const by = asked.by ?? null;
      const wanted = c.get('position');
      if (!report.by.includes(by)) throw badField('by', 'not-a-choice');
      try {
        const answer = await running.run(viewer.id, () =>
          answerCall(deps, report, { viewer, asked, by, wanted }),
        );
        // Boundary: the path stands for that of any report.
        return answer as unknown as ReportData<'funnel'>;
      } catch (error) {
        // A question that took too long. The same one may be answered when less runs beside it.
        throw error instanceof ChildCrash ? new Refusal('busy', { retryAfter: RETRY_S }) : error;
      }
    },
  });
}

export function analysisReportRoutes(deps: ReportDeps): Route[] {
  const running = createFairSemaphore(limits);
  return reportNames.map(name => reportRoute(deps, running, name));
}
