/** Refusals of plans by reason. Pure. */
import type { ReportItem } from '#services/api/answers.ts';

export type ReasonCount = {
  /** Key of the reason; null: not said. */
  reason: string | null;
  doctor: number;
  expert: number;
};

/** Who refuses with which event. Targets count like plans. */
const refusedBy: Readonly<Record<string, 'doctor' | 'expert'>> = {
  PlanDoctorReviewed: 'doctor',
  TargetDoctorReviewed: 'doctor',
  PlanExpertReviewed: 'expert',
  TargetExpertReviewed: 'expert',
};

/** The most frequent first. */
export function byReason(items: readonly ReportItem<'rework'>[]): ReasonCount[] {
  const counts = new Map<string | null, ReasonCount>();
  for (const { type, reason, times } of items) {
    const by = refusedBy[type];
    if (!by) continue;
    const before = counts.get(reason) ?? { reason, doctor: 0, expert: 0 };
    counts.set(reason, { ...before, [by]: before[by] + times });
  }
  return [...counts.values()].sort((a, b) => b.doctor + b.expert - a.doctor - a.expert);
}
