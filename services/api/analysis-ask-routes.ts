/** Questions of analysts in SQL, on the tables as of any position. */
import * as z from 'zod/mini';
import { analystPositions } from '#events/analysis/rights.ts';
import { isDay } from '#events/case/fields.ts';
import { statusCodes } from '#events/case/status.ts';
import type { Viewer } from '#events/person/position.ts';
import { wirePosition } from '#events/wire.ts';
import { type Answered, askLimits } from '../analysis/ask.ts';
import type { AskedParams } from '../analysis/asked-question.ts';
import type { OpenTables } from '../analysis/query.ts';
import type { AnswerCell } from '../analysis/question.ts';
import { type ReportName, reportNames, reports } from '../analysis/reports/reports.ts';
import { type StarterName, starters } from '../analysis/starters.ts';
import { definition, type TableName, tableNames, tables } from '../analysis/tables.ts';
import { stopwatch } from '../clock/clock.ts';
import { acceptBody } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { answerOk } from '../http/envelope.ts';
import type { AskAnswer, AskDescription, ProvidedQuestion } from './analysis-ask-answers.ts';
import { isMoment } from './analysis-query.ts';
import { zoneOfViewer } from './audit-query.ts';
import { csvOf } from './csv.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import { type Route, signedRoute } from './route.ts';
import { type LackedRange, lackedRanges, openTablesAt } from './tables-at.ts';

type AskDeps = Pick<ApiDeps, 'models' | 'words' | 'analysisTables' | 'ask' | 'auditTrail'>;

const PARAM_CHARACTERS = 1000;
const MS = 1000;
const described = { rule: analystPositions, tag: 'analysis' } as const;

const textWhere = (test: (text: string) => boolean) =>
  z.string().check(z.maxLength(PARAM_CHARACTERS), z.refine(test, { error: 'date-format' }));
const paramOf = <T extends string, V extends z.ZodMiniType>(type: T, value: V) =>
  z.strictObject({ type: z.literal(type), value: z.nullable(value) });
const param = z.discriminatedUnion('type', [
  paramOf('number', z.number()),
  paramOf('text', z.string().check(z.maxLength(PARAM_CHARACTERS))),
  paramOf('day', textWhere(isDay)),
  paramOf('moment', textWhere(isMoment)),
  paramOf('status', z.literal(statusCodes)),
]);

const asked = z.strictObject({
  sql: z.string().check(z.regex(/\S/, { error: 'required' }), z.maxLength(askLimits.characters)),
  /** By name, without `$`. */
  params: z.optional(
    z
      .record(z.string().check(z.regex(/^\w{1,64}$/, { error: 'invalid' })), param)
      .check(z.refine(params => Object.keys(params).length <= askLimits.params, { error: 'too-many' })),
  ),
  /** A position of this log, a day or an ISO time. Default: now. */
  asOf: z.optional(z.string().check(z.maxLength(40))),
  /** Most rows. Default: 10,000; in a file 100,000. */
  rows: z.optional(z.int().check(z.gte(1), z.lte(askLimits.mostRows))),
  format: z.optional(z.enum(['json', 'csv'])),
});
const example = {
  sql: 'SELECT assignee, count(*) AS cases FROM stays WHERE status = $status AND left_at IS NULL GROUP BY assignee',
  params: { status: { type: 'status' as const, value: statusCodes[0] ?? null } },
};

/** `case_facts` does not exist where the organisation has withheld the right to it. */
const tablesOf = ({ withheld }: Viewer): readonly TableName[] =>
  tableNames.filter(name => name !== 'case_facts' || !withheld?.includes('analysisFacts'));

/** Values with which a report's own question gives its first figures. */
function reportParams(name: ReportName, { first, last }: OpenTables, zone: string): AskedParams {
  const all: AskedParams = {
    from: { type: 'number', value: first?.clock ?? 0 },
    to: { type: 'number', value: (last?.clock ?? 0) + 1 },
    now: { type: 'number', value: last?.clock ?? 0 },
    zone: { type: 'text', value: zone },
    method: { type: 'number', value: null },
    productType: { type: 'number', value: null },
    org: { type: 'text', value: null },
    person: { type: 'text', value: null },
  };
  const sql = reportSql(name);
  return Object.fromEntries(Object.entries(all).filter(([param]) => sql.includes(`$${param}`)));
}

const reportSql = (name: ReportName): string => {
  const { by, sql } = reports[name];
  return sql(by[0] ?? null);
};

function questionsFor(viewer: Viewer, open: OpenTables, zone: string): ProvidedQuestion[] {
  const own = Object.entries(starters).map(([id, { sql, params }]) => ({
    // Boundary: Object.entries forgets the type of the keys.
    ...{ id: id as StarterName, sql, params },
  }));
  const isWhole = tablesOf(viewer).length === tableNames.length;
  // Every report chooses cases by their facts.
  const ofReports = isWhole ? reportNames : [];
  return [...own, ...ofReports.map(id => ({ id, sql: reportSql(id), params: reportParams(id, open, zone) }))];
}

const descriptionRoute = (deps: AskDeps): Route =>
  signedGet({
    path: '/api/analysis/ask',
    ...described,
    summary: 'The tables that questions in SQL may name, with their columns, and questions to begin from.',
    answer: async ({ viewer }): Promise<AskDescription> => {
      const open = await openTablesAt(deps, viewer.orgId, undefined);
      return {
        tables: tablesOf(viewer).map(name => ({
          name,
          columns: tables[name].map(({ name: column, type, en, zh }) => ({ name: column, type, en, zh })),
        })),
        questions: questionsFor(viewer, open, zoneOfViewer(deps.models, viewer)),
        limits: askLimits,
        definition,
      };
    },
  });

/** Lists and structures are JSON in a file. */
const fileCell = (cell: AnswerCell) =>
  typeof cell === 'object' && cell !== null
    ? JSON.stringify(cell)
    : typeof cell === 'boolean'
      ? String(cell)
      : cell;

function answerFile(c: ApiContext, { columns, rows, position }: AskAnswer): Response {
  const lines = [columns.map(({ name }) => name), ...rows.map(row => row.map(fileCell))];
  return c.body(csvOf(lines), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="archline-${position}.csv"`,
    'Cache-Control': 'private, no-store',
  });
}

export function analysisAskRoutes(deps: AskDeps): Route[] {
  const { models, auditTrail } = deps;
  const at = (last: OpenTables['last']) => wirePosition(models.logId, last?.position ?? 0n);
  return [
    descriptionRoute(deps),
    signedRoute({
      method: 'post',
      path: '/api/analysis/ask',
      ...described,
      summary:
        'Asks the tables in SQL: one SELECT, as of any moment, in a process of its own that ends with the request. CSV on request.',
      body: acceptBody(asked, example),
      handle: async ({ c, viewer, body }) => {
        const { sql, params = {}, asOf, format, rows } = await body();
        const most = rows ?? (format === 'csv' ? askLimits.mostRows : askLimits.rows);
        const seconds = stopwatch();
        let lacks = (): LackedRange[] => [];
        const record = (answered: Answered | null) =>
          auditTrail.asked(viewer, {
            type: 'QuestionAsked',
            data: {
              parameters: Object.keys(params),
              rows: answered?.rows.length ?? null,
              position: answered ? at(answered.last) : null,
            },
            personal: { sql },
          });
        const answered = await deps
          .ask({
            ...{ by: viewer.id, tables: tablesOf(viewer), sql, params, rows: most },
            open: async () => {
              const open = await openTablesAt(deps, viewer.orgId, asOf, c.get('position'));
              lacks = () => lackedRanges(models.logId, open);
              return open;
            },
            signal: c.req.raw.signal,
          })
          .catch(async error => {
            await record(null);
            throw error;
          });
        // Recorded before the first byte is sent: without a record, no rows.
        await record(answered);
        const { last, ...table } = answered;
        const answer: AskAnswer = {
          ...table,
          position: at(last),
          clock: last && new Date(last.clock).toISOString(),
          factsOf: 'now',
          lacks: lacks(),
          tookMs: Math.round(seconds() * MS),
        };
        if (format === 'csv') return answerFile(c, answer);
        return answerOk(c, deps, answer, { position: last?.position ?? 0n });
      },
    }),
  ];
}
