/** What a page needs to ask questions in SQL: tables with their columns, questions to begin from, and limits. */
import { analystPositions } from '#events/analysis/rights.ts';
import type { Viewer } from '#events/person/position.ts';
import type { QuestionParam, QuestionParams } from '#events/question/params.ts';
import { askLimits } from '../analysis/ask.ts';
import type { OpenedTables } from '../analysis/query.ts';
import { paramsIn, type ReportParams } from '../analysis/reports/report.ts';
import { type ReportName, reportNames, reports } from '../analysis/reports/reports.ts';
import { type StarterName, starterQuestions } from '../analysis/starters.ts';
import { columnMeaningsOf, tablesHash } from '../analysis/tables.ts';
import type { AskDescription, ProvidedQuestion } from './analysis-ask-answers.ts';
import { zoneOfViewer } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import { readRulesParam } from './report-query.ts';
import type { Route } from './route.ts';
import { openAnalysisTablesAsOf } from './tables-at.ts';
import { mayReadCaseFacts, readableTablesOf } from './viewer-tables.ts';

type Told = Pick<ReportParams, 'zone' | 'rules'>;

/** Returns the values with which the SQL of a report gives the figures that the report shows at first. */
function reportParams(
  name: ReportName,
  { first, last }: OpenedTables,
  { zone, rules }: Told,
): QuestionParams {
  const all: Record<keyof ReportParams, QuestionParam> = {
    from: { type: 'number', value: first?.clock ?? 0 },
    to: { type: 'number', value: (last?.clock ?? 0) + 1 },
    now: { type: 'number', value: last?.clock ?? 0 },
    zone: { type: 'text', value: zone },
    method: { type: 'number', value: null },
    productType: { type: 'number', value: null },
    org: { type: 'text', value: null },
    person: { type: 'text', value: null },
    rules: { type: 'text', value: rules },
  };
  const named = paramsIn(reportSql(name));
  return Object.fromEntries(Object.entries(all).filter(([param]) => named.includes(param)));
}

const reportSql = (name: ReportName): string => {
  const { by, sql } = reports[name];
  return sql(by[0] ?? null);
};

function questionsFor(viewer: Viewer, open: OpenedTables, told: Told): ProvidedQuestion[] {
  const own = Object.entries(starterQuestions).map(([id, { sql, params }]) => ({
    // Cast: Object.entries forgets the type of the keys.
    ...{ id: id as StarterName, sql, params },
  }));
  // Every report filters by the facts of cases, so it is offered only to viewers who may read these facts.
  const ofReports = mayReadCaseFacts(viewer) ? reportNames : [];
  return [...own, ...ofReports.map(id => ({ id, sql: reportSql(id), params: reportParams(id, open, told) }))];
}

export const askDescriptionRoute = (deps: Pick<ApiDeps, 'models' | 'analysisTables' | 'store'>): Route =>
  signedGet({
    path: '/api/analysis/ask',
    rule: analystPositions,
    tag: 'analysis',
    summary: 'The tables that questions in SQL may name, with their columns, and questions to begin from.',
    answer: async ({ viewer }): Promise<AskDescription> => {
      const open = await openAnalysisTablesAsOf(deps, viewer.orgId, undefined);
      return {
        tables: readableTablesOf(viewer).map(name => ({
          name,
          columns: columnMeaningsOf(name),
        })),
        questions: questionsFor(viewer, open, {
          zone: zoneOfViewer(deps.models, viewer),
          rules: await readRulesParam(deps.store, open),
        }),
        limits: askLimits,
        definition: tablesHash,
      };
    },
  });
