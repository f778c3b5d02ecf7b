/** Refusals of plans and targets by reason. Pure. */
import type { ReportItem } from '#services/api/answers.ts';

type ReworkItem = ReportItem<'rework'>;

/** The events with which a plan or target is refused. */
const refusals = [
  'PlanDoctorReviewed',
  'PlanExpertReviewed',
  'TargetDoctorReviewed',
  'TargetExpertReviewed',
] as const;
export type RefusalType = (typeof refusals)[number];

export type ReasonCount = {
  /** Key of the reason; null if none was given. */
  reason: string | null;
  total: number;
  /** The report's items, each of which opens its cases. */
  items: ReadonlyMap<RefusalType, ReworkItem>;
};

/** The reasons, the most frequent first, and the types of refusals that occur. */
export function countRefusalsByReason(items: readonly ReworkItem[]): {
  reasons: ReasonCount[];
  types: RefusalType[];
} {
  const counts = new Map<string | null, { total: number; items: Map<RefusalType, ReworkItem> }>();
  for (const item of items) {
    const type = refusals.find(one => one === item.type);
    if (!type) continue;
    const count = counts.get(item.reason) ?? { total: 0, items: new Map() };
    count.items.set(type, item);
    counts.set(item.reason, { ...count, total: count.total + item.times });
  }
  const reasons = [...counts].map(([reason, count]) => ({ reason, ...count }));
  return {
    reasons: reasons.sort((a, b) => b.total - a.total),
    types: refusals.filter(type => reasons.some(one => one.items.has(type))),
  };
}
