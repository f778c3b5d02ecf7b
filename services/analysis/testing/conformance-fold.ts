/** The conformance report as a plain fold: each move of a case judged alone. */
import {
  isMoveWithinDraft,
  judgeMove,
  type RulesSincePosition,
  verdictsWithMoves,
} from '#events/analysis/conform.ts';
import type { ConformanceItem } from '../reports/conformance.ts';
import type { ReportParams } from '../reports/report.ts';
import type { AnalysedRows } from './analysed-walk.ts';
import { chooseCases, isInRange } from './folds.ts';

export function foldConformance(
  rows: AnalysedRows,
  params: ReportParams,
  history: readonly RulesSincePosition[],
): ConformanceItem[] {
  const chosen = chooseCases(rows, params);
  /** Status of each case before its current one. */
  const priors = new Map<string, number | null>();
  const items = new Map<string, ConformanceItem & { ids: Set<string> }>();
  for (const { caseId, position, clock, type, fromStatus: from, toStatus: to, actedAs } of rows.events) {
    if (to === null || from === null) continue;
    const prior = priors.get(caseId) ?? null;
    priors.set(caseId, from);
    const move = { position, type, from, to, prior, actedAs };
    if (!chosen.has(caseId) || !isInRange(clock, params) || isMoveWithinDraft(move)) continue;
    const verdict = judgeMove(move, history);
    const isNamed = verdictsWithMoves.some(one => one === verdict);
    const about = isNamed ? { type, from, to } : { type: null, from: null, to: null };
    const key = JSON.stringify([verdict, about]);
    const item = items.get(key) ?? { verdict, ...about, moves: 0, cases: 0, ids: new Set() };
    items.set(key, item);
    item.moves += 1;
    item.ids.add(caseId);
  }
  return [...items.values()].map(({ ids, ...item }) => ({ ...item, cases: ids.size }));
}
