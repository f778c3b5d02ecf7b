/**
 * Text of a notification: person and case; the message's text only if the setting allows it, never a
 * patient's name. Pure.
 */

import type { TFunction } from 'i18next';
import { messagePath } from '#events/chat/path.ts';
import { actorName } from '#web/lib/actor-name.ts';
import type { NewsItem } from './news.ts';

export type NotificationText = { title: string; body: string; href: string };

const joinTexts = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

const whereOf = ({ kind, item }: NewsItem): string => {
  if (kind === 'said') return messagePath({ conversation: item.id, seq: item.count });
  if (item.said) return messagePath(item.said);
  return item.caseId === null ? '/userMessage' : `/caseDetail?id=${item.caseId}`;
};

/** @param t of the namespace `notice` */
export function notificationText(
  news: readonly NewsItem[],
  withText: boolean,
  t: TFunction,
): NotificationText | undefined {
  const [one, ...others] = news;
  if (!one) return undefined;
  if (others.length > 0) {
    const href = news.every(({ kind }) => kind === 'said') ? '/chat' : '/userMessage';
    const about = news.map(
      ({ kind, item }) => item.caseId ?? (kind === 'said' ? item.last && actorName(item.last.by, t) : null),
    );
    return {
      title: t('notice:several', { count: news.length }),
      body: [...new Set(about)].filter(Boolean).join(', '),
      href,
    };
  }
  const href = whereOf(one);
  if (one.kind === 'message') {
    const { topic, type, caseId } = one.item;
    const words = one.item.kind === 'talk' ? t(`notice:talk.${type}`) : t(`notice:topic.${topic}`);
    return { title: joinTexts(words, caseId), body: t('notice:see'), href };
  }
  const { last, unread, mentioned, caseId } = one.item;
  const count = mentioned === null ? t('notice:said', { count: unread }) : t('notice:named');
  return {
    title: joinTexts(last && actorName(last.by, t), caseId),
    body: (withText && last?.text) || count,
    href,
  };
}
