/** One event of a case as text, for history, feed and messages; and the tone of its dot. */
import type { TFunction } from 'i18next';
import { isStatus, statuses } from '#events/case/status.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { stageText } from '#web/lib/stage-text.ts';
import type { Tone } from '#web/ui/theme.ts';

type Range = { from: number; to: number } | null | undefined;
const rangeText = (range: Range) => (range ? `${range.from}–${range.to}` : '');

/** Ranges of stages as text: upper 1–10, lower 1–8. */
export function stagesText(upper: Range, lower: Range, t: TFunction): string {
  const key = upper ? (lower ? 'both' : 'upper') : lower ? 'lower' : 'none';
  return t(`case:stages.${key}`, { upper: rangeText(upper), lower: rangeText(lower) });
}

type EventFacts = Pick<HistoryItem | MessageItem, 'type' | 'caseId' | 'facts' | 'to'>;

/** Selects the wording of an event: by section, result, outcome, or the status reached. */
function contextOf({ type, facts, to }: EventFacts): string | undefined {
  if (type === 'CaseCreated') return facts.parentId ? 'refinement' : undefined;
  const own = facts.section ?? facts.result ?? facts.how ?? facts.reporter ?? missedReason(type, facts);
  return typeof own === 'string' ? own : to === null ? undefined : String(to);
}

/**
 * Reason why a patient cannot wear an aligner. The reason for a replacement tray has no wording of its own.
 */
const missedReason = (type: string, facts: EventFacts['facts']) =>
  type === 'AlignerMissed' || type === 'MissedTakenBack' ? facts.reason : undefined;

/**
 * Lines of a history, newest first. Consecutive files of one person share a line, represented by the newest.
 */
export function groupConsecutiveFiles(items: readonly HistoryItem[]): { item: HistoryItem; files: number }[] {
  const lines: { item: HistoryItem; files: number }[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const files = item.type === 'FileAttached' ? 1 : 0;
    if (last && files > 0 && last.files > 0 && last.item.by.id === item.by.id) last.files += 1;
    else lines.push({ item, files });
  }
  return lines;
}

/** The text of an event in the person's language. */
export function eventLine(item: EventFacts, t: TFunction): string {
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
    ...(typeof facts.courier === 'number' && { courier: t(`rx:option.courier.${facts.courier}`) }),
    ...(typeof facts.fromCourier === 'number' && {
      fromCourier: t(`rx:option.courier.${facts.fromCourier}`),
    }),
    ...(typeof facts.arch === 'string' && { arch: t(`case:side.${facts.arch}`) }),
  });
}

const refusals = new Set(['CaseDenied', 'ModelsRefused', 'BatchFailed', 'ShipmentLost', 'DraftDeleted']);

export function eventTone(item: HistoryItem): Tone {
  if (refusals.has(item.type) || item.facts.result === 'refused') return 'danger';
  return item.to !== null && isStatus(item.to) ? statuses[item.to].tone : 'neutral';
}
