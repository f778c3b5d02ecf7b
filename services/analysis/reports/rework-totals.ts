/**
 * Reviews, refusals and everything else that was sent back, in one line for each person or group. An event with two reasons
 * counts once here, and twice in the report by reason.
 */
import { analystPositions } from '#events/analysis/rights.ts';
import {
  chosenCasesSql,
  momentSql,
  numberOrZero,
  type ReportDefinition,
  type SplitName,
  sameTextSql,
  textOrNull,
} from './report.ts';
import {
  quotedTypesSql,
  reviewEventTypes,
  sendBackEventTypes,
  splitColumnSql,
  stayDuringEventSql,
} from './rework.ts';

export type ReworkTotal = {
  /** Value of the split; null without a split, or if no person is responsible. */
  group: string | null;
  /** Cases that had a review or were sent back. */
  cases: number;
  /** Reviews of plans and targets, and those that refused. */
  reviewed: number;
  refused: number;
  /** Refusals, and all other ways back. */
  sentBack: number;
};

const acts = (by: SplitName | null) => `acts AS (
  SELECT e.type, e.case_id, e.position, e.clock, e.actor, e.version, e.type IN (${quotedTypesSql(reviewEventTypes)}) AS is_review,
    e.type IN (${quotedTypesSql(sendBackEventTypes)}) OR coalesce(e.result = 'refused', false) AS is_sent
  FROM events e WHERE e.type IN (${quotedTypesSql([...reviewEventTypes, ...sendBackEventTypes])})
    AND e.clock >= ${momentSql('from')} AND e.clock < ${momentSql('to')}
),
assigned AS (SELECT acts.*, s.assignee FROM acts ${stayDuringEventSql('acts')}),
split AS (SELECT a.*, ${splitColumnSql(by)} AS split FROM assigned a JOIN chosen c USING (case_id))`;

const isRefused = 'is_review AND is_sent';

/** Reviews, refusals and cases sent back. Trap: in a clinic "rework" means refinements and remakes, which are not counted. */
export const reworkTotalsReport: ReportDefinition<ReworkTotal> = {
  positions: analystPositions,
  by: [null, 'technician', 'expert', 'doctor', 'org', 'version'],
  openOnly: true,
  sql: by => `WITH ${chosenCasesSql},
${acts(by)}
SELECT split, count(DISTINCT case_id)::INTEGER AS cases, count(*) FILTER (is_review)::INTEGER AS reviewed,
  count(*) FILTER (${isRefused})::INTEGER AS refused, count(*) FILTER (is_sent)::INTEGER AS sent_back
FROM split GROUP BY split ORDER BY sent_back DESC, split NULLS LAST`,
  item: row => ({
    group: textOrNull(row.split),
    cases: numberOrZero(row.cases),
    reviewed: numberOrZero(row.reviewed),
    refused: numberOrZero(row.refused),
    sentBack: numberOrZero(row.sent_back),
  }),
  cell: ({ group, cases }) => ({ about: { group }, group, count: cases }),
  basis: {
    sql: by => `WITH ${chosenCasesSql}, ${acts(by)}
SELECT case_id, position, clock AS since, NULL::TIMESTAMP AS until, split, is_review, is_sent FROM split`,
    about: { group: sameTextSql('split', 'group') },
    figures: {
      cases: { counts: 'cases' },
      reviewed: { counts: 'facts', where: 'is_review' },
      refused: { counts: 'facts', where: isRefused },
      sentBack: { counts: 'facts', where: 'is_sent' },
    },
  },
};
