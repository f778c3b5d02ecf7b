/** Queries of the reports: their filters, the moment at which they are computed, and which filters can be combined. */
import * as z from 'zod/mini';
import { figureSplits } from '#events/analysis/figures.ts';
import { dayInZone } from '#events/case/calendar.ts';
import { options } from '#events/case/options.ts';
import { badField } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import type { OpenedTables } from '../analysis/query.ts';
import { dependsOnSealedFacts, type RunSql } from '../analysis/reports/answer-report.ts';
import { toRulesParam } from '../analysis/reports/conformance.ts';
import { type ReportParams, type ReportRow, valuesMentionedIn } from '../analysis/reports/report.ts';
import { readServedRulesUpTo } from '../release/rules-history.ts';
import { checkAnalysisRange } from './analysis-query.ts';
import { zoneOfViewer } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import { refuseErasedFacts } from './erased-cases.ts';
import { momentSchema, parseInstant, pointInTimeSchema } from './point-in-time.ts';
import { readReportChoices } from './report-choices.ts';
import { openAnalysisTablesAsOf } from './tables-at.ts';

export type ReportDeps = Pick<
  ApiDeps,
  'models' | 'analysisTables' | 'smallestCell' | 'auditTrail' | 'store' | 'sealedLog'
>;

const optionParam = (choices: readonly number[]) =>
  z.pipe(
    z.enum(choices.map(String) as [string, ...string[]]),
    z.transform(text => Number(text)),
  );

export const reportQueryFields = {
  /** Days or ISO times; `to` is not part of the range. Default: everything up to the moment. */
  from: z.optional(momentSchema),
  to: z.optional(momentSchema),
  /** A position of this log, a day or an ISO time. Default: now. */
  asOf: z.optional(pointInTimeSchema),
  method: z.optional(optionParam(options.method)),
  productType: z.optional(optionParam(options.productType)),
  /** An organisation whose cases are served. */
  org: z.optional(z.string().check(z.maxLength(64))),
  /** Pseudonym of a technician. */
  person: z.optional(z.string().check(z.maxLength(16))),
  by: z.optional(z.enum(figureSplits)),
};
export const reportQuerySchema = z.strictObject(reportQueryFields);
export type ReportQuery = z.infer<typeof reportQuerySchema>;

/** Reads the value of the parameter `rules`, for tables as of a position. */
export const readRulesParam = async (store: ReportDeps['store'], { last }: OpenedTables): Promise<string> =>
  toRulesParam(await readServedRulesUpTo(store, last?.position ?? 0n));

/** @throws Refusal badInput for a range that ends before it begins, or of more than ten years */
function paramsOf(
  asked: ReportQuery,
  { first, last }: OpenedTables,
  told: Pick<ReportParams, 'zone' | 'rules'>,
): ReportParams {
  const now = last?.clock ?? 0;
  const from = asked.from === undefined ? (first?.clock ?? 0) : parseInstant(told.zone, asked.from);
  // A question without an end includes the last event.
  const to = asked.to === undefined ? now + 1 : parseInstant(told.zone, asked.to);
  if (asked.from !== undefined && asked.to !== undefined) checkAnalysisRange(from, to);
  // A range with one bound extends to the log's end, which may be before the range.
  else if (asked.from !== undefined || asked.to !== undefined) checkAnalysisRange(from, Math.max(from, to));
  const { method = null, productType = null, org = null, person = null } = asked;
  return { from, to, now, ...told, method, productType, org, person };
}

const monthStartText = /^\d{4}-\d{2}-01$/;

/**
 * Two answers by method or product type whose ranges or moments differ a little could reveal one patient. So these
 * reports count whole months only, as of the end of a month or of the last day.
 * @throws Refusal badInput
 */
function checkWholeMonths({ from, to, asOf }: ReportQuery): void {
  for (const [name, text] of Object.entries({ from, to, asOf }))
    if (text !== undefined && !monthStartText.test(text)) throw badField(name, 'whole-months');
}

/** Opens the tables as of the last midnight in a time zone; on the day of the log's first event, as of now. */
async function openLastDay(deps: ReportDeps, orgId: string, zone: string): Promise<OpenedTables> {
  const now = await openAnalysisTablesAsOf(deps, orgId, undefined);
  if (!now.first || !now.last) return now;
  const midnight = parseInstant(zone, dayInZone(zone, now.last.clock));
  return midnight <= now.first.clock ? now : deps.analysisTables.open(orgId, { clock: midnight });
}

/** @throws Refusal badInput for an organisation or a person without cases */
async function checkChoices(deps: ReportDeps, orgId: string, { org, person }: ReportQuery): Promise<void> {
  if (org === undefined && person === undefined) return;
  const { organisations, people } = await readReportChoices(deps, orgId);
  if (org !== undefined && !organisations.some(({ id }) => id === org)) throw badField('org', 'not-a-choice');
  const isTheirs = people.some(one => one.isAssigned && one.person === person);
  if (person !== undefined && !isTheirs) throw badField('person', 'not-a-choice');
}

export const createSqlRunner =
  (open: OpenedTables): RunSql =>
  async (sql, params) => {
    const { columns, rows } = await open.run(sql, valuesMentionedIn(sql, params));
    return rows.map(row =>
      Object.fromEntries(columns.map(({ name }, i) => [name, row[i] as ReportRow[string]])),
    );
  };

/** Opens the tables at the moment of a question. @throws Refusal badInput, positionForeign, analysisAbsent, notCaughtUp */
export async function openReportTables(
  deps: ReportDeps,
  viewer: Viewer,
  asked: ReportQuery,
): Promise<{ open: OpenedTables; params: ReportParams }> {
  const { method = null, productType = null, by = null } = asked;
  const isSealed = dependsOnSealedFacts({ method, productType, by });
  if (isSealed) checkWholeMonths(asked);
  await checkChoices(deps, viewer.orgId, asked);
  const zone = zoneOfViewer(deps.models, viewer);
  const open =
    isSealed && asked.asOf === undefined
      ? await openLastDay(deps, viewer.orgId, zone)
      : await openAnalysisTablesAsOf(deps, viewer.orgId, asked.asOf);
  if (isSealed) await refuseErasedFacts(deps, viewer.orgId, open);
  const told = { zone, rules: await readRulesParam(deps.store, open) };
  return { open, params: paramsOf(asked, open, told) };
}
