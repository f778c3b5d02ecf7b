/** A message as text: line, sender, and link. */
import type { TFunction } from 'i18next';
import { messagePath } from '#events/chat/path.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { eventLine } from '#web/case/event-line.ts';
import { actorName } from '#web/lib/actor-name.ts';

export const messageSender = (item: MessageItem, t: TFunction): string =>
  item.by.id === 'system' ? t('message:kind.system') : actorName(item.by, t);

/** Text of the event, without the case. */
export function messageEventText(item: MessageItem, t: TFunction): string {
  if (item.kind === 'system')
    return t(`message:account.${item.type}`, { ...item.facts, who: messageSender(item, t) });
  if (item.kind === 'talk') return t(`message:talk.${item.type}`, { who: messageSender(item, t) });
  return eventLine(item, t);
}

export const messageLine = (item: MessageItem, t: TFunction): string =>
  item.caseId === null
    ? messageEventText(item, t)
    : t('message:of', { caseId: item.caseId, what: messageEventText(item, t) });

/** Events of a patient's data requests, which are answered in the own account. */
const requestTypes: readonly string[] = [
  'DataRequested',
  'DataRequestConfirmed',
  'DataRequestWithdrawn',
  'PatientErasureDone',
  'PatientCopyMade',
];
/** Events that a doctor answers or ends on /userList. */
const onUserList = ['AssistantOffered', 'CoverArranged', 'CoverEnded'];

/** Address that a message leads to; undefined if there is none. */
export function messageHref({ type, said, caseId }: MessageItem): string | undefined {
  if (requestTypes.includes(type)) return '/updateUser?tab=requests';
  if (onUserList.includes(type)) return '/userList';
  if (said) return messagePath(said);
  return caseId === null ? undefined : `/caseDetail?id=${encodeURIComponent(caseId)}`;
}
