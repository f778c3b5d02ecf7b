/** The events of a version, newest first, for the record on the page and on paper. */
import type { Reason } from '#events/case/reasons.ts';
import type { PlanItem, ReviewItem } from '#projections/case/view.ts';
import type { Tone } from '#web/ui/theme.ts';

export type ReviewRecordLine = {
  id: 'submitted' | 'expert' | 'doctor' | 'void';
  /** Dictionary key under `review:record`. */
  word: string;
  tone: Tone;
  who: ReviewItem['by'];
  at: string;
  note: string | null;
  reasons: readonly Reason[];
  checked: readonly string[];
  acknowledged: readonly string[];
};

/** Dictionary key under `plan:reviewState`: the decision in force, or the open one. */
export function reviewStateKey({ expert, doctor, void: gone }: PlanItem): string {
  if (gone) return 'void';
  if (expert?.result === 'refused') return 'refusedExpert';
  if (doctor?.result === 'refused') return 'refusedDoctor';
  if (doctor?.result === 'approved') return expert ? 'approved' : 'approvedDoctor';
  return expert ? 'waitsDoctor' : 'open';
}

const nothing = { checked: [], acknowledged: [] };

function reviewed(id: 'expert' | 'doctor', review: ReviewItem | null): ReviewRecordLine[] {
  if (!review) return [];
  const { by: who, result, acknowledged: taken, ...rest } = review;
  const approved = result === 'approved';
  const word = `${id}${approved ? 'Approved' : 'Refused'}`;
  // A refusal contains no acknowledged points.
  const acknowledged = approved ? taken : [];
  return [{ id, word, tone: approved ? 'ok' : 'danger', who, ...rest, acknowledged }];
}

/** The record names the reviewer of each decision. "Expert" is the spec's professor. */
export function reviewRecordLines(plan: PlanItem): ReviewRecordLine[] {
  const submitted = { id: 'submitted' as const, word: 'submitted', tone: 'info' as const, who: plan.by };
  const { void: gone } = plan;
  const taken = { id: 'void' as const, word: 'voided', tone: 'warn' as const };
  return [
    ...(gone
      ? [{ ...taken, who: gone.by, at: gone.at, note: gone.note, reasons: gone.reasons, ...nothing }]
      : []),
    ...reviewed('doctor', plan.doctor),
    ...reviewed('expert', plan.expert),
    { ...submitted, at: plan.at, note: null, reasons: [], ...nothing },
  ];
}
