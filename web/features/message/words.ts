/** A message in words: its line, who it is from, and where it leads. */
import type { TFunction } from 'i18next';
import { messagePath } from '#events/chat/path.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { actorName, eventLine } from '#web/features/case/event-line.ts';

export const senderOf = (item: MessageItem, t: TFunction): string =>
  item.by.id === 'system' ? t('message:kind.system') : actorName(item.by, t);

/** What happened, without the case. */
export function whatOf(item: MessageItem, t: TFunction): string {
  if (item.kind === 'system') return t(`message:account.${item.type}`);
  if (item.kind === 'talk') return t(`message:talk.${item.type}`, { who: senderOf(item, t) });
  return eventLine(item, t);
}

export const lineOf = (item: MessageItem, t: TFunction): string =>
  item.caseId === null ? whatOf(item, t) : t('message:of', { caseId: item.caseId, what: whatOf(item, t) });

/** Undefined where a message leads nowhere. */
export function hrefOf({ said, caseId }: MessageItem): string | undefined {
  if (said) return messagePath(said);
  return caseId === null ? undefined : `/caseDetail?id=${encodeURIComponent(caseId)}`;
}
