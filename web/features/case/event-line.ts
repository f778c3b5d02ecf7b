/** One event of a case in words, wherever it is told: history, feed and messages; and the tone of its dot. */
import type { TFunction } from 'i18next';
import { isStatus, statuses } from '#events/case/status.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { stageText } from '#web/lib/stage-text.ts';
import type { Tone } from '#web/ui/theme.ts';

type Range = { from: number; to: number } | null | undefined;
const rangeText = (range: Range) => (range ? `${range.from}–${range.to}` : '');

/** A run of stages in words: upper 1–10, lower 1–8. */
export function stagesText(upper: Range, lower: Range, t: TFunction): string {
  const key = upper ? (lower ? 'both' : 'upper') : lower ? 'lower' : 'none';
  return t(`case:stages.${key}`, { upper: rangeText(upper), lower: rangeText(lower) });
}

type Told = Pick<HistoryItem | MessageItem, 'type' | 'caseId' | 'facts' | 'to'>;

/** Which of an event's wordings fits: by section, by result, by how it ended, or by the status reached. */
function contextOf({ type, facts, to }: Told): string | undefined {
  if (type === 'CaseCreated') return facts.parentId ? 'refinement' : undefined;
  const own = facts.section ?? facts.result ?? facts.how;
  return typeof own === 'string' ? own : to === null ? undefined : String(to);
}

/** What an event says, in the person's language. */
export function eventLine(item: Told, t: TFunction): string {
  const { facts, type } = item;
  const named =
    typeof facts.slot === 'string' ? t(`rx:slot.${facts.slot}`) : t(`rx:fileKind.${facts.kind ?? 'other'}`);
  return t(`case:event.${type}`, {
    ...facts,
    context: contextOf(item),
    file: named,
    ...(typeof facts.stage === 'number' && {
      at: stageText(t, facts.stage, facts.how === 'targets' ? 'targets' : 'plans'),
    }),
    stages: stagesText(facts.upper as Range, facts.lower as Range, t),
    caseId: item.caseId,
  });
}

const refusals = new Set(['CaseDenied', 'ModelsRefused', 'BatchFailed', 'ShipmentLost', 'DraftDeleted']);

export function eventTone(item: HistoryItem): Tone {
  if (refusals.has(item.type) || item.facts.result === 'refused') return 'danger';
  return item.to !== null && isStatus(item.to) ? statuses[item.to].tone : 'neutral';
}
