/** Decides which news pop up and whether a tone plays, from visible pages, settings and quiet hours. Pure. */
import type { MailTopic } from '#events/mail/topics.ts';
import { type QuietHoursSetting, quietUntil } from '#events/notice/quiet.ts';
import type { NewsItem } from './news.ts';

/**
 * Settings of this browser. `text`: a notification may contain the message's text, visible to all people near
 * the screen.
 */
export type NotificationChoice = { desktop: boolean; sound: boolean; text: boolean };
export const defaultNotificationChoice: NotificationChoice = { desktop: false, sound: false, text: false };

/** `none`: this browser cannot show notifications. */
export type NotificationPermissionState = NotificationPermission | 'none';

export type NotificationConditions = {
  choice: NotificationChoice;
  permission: NotificationPermissionState;
  /** Topics that count as notices. */
  topics: readonly MailTopic[];
  quiet: QuietHoursSetting | null;
  /** Milliseconds since 1970. */
  now: number;
  /** For each page of this person in front: the conversation it shows, or null. */
  inFront: readonly (string | null)[];
};

export type NotificationDecision = { popup: NewsItem[]; ring: boolean };

const topicOf = (news: NewsItem): MailTopic => (news.kind === 'said' ? 'talk' : news.item.topic);

/**
 * True if the person sees the news without a notification: a message if its conversation is on screen, any other news if a
 * page with the bell is in the foreground.
 */
const isSeen = (news: NewsItem, { inFront }: NotificationConditions): boolean =>
  news.kind === 'said' ? inFront.includes(news.id) : inFront.length > 0;

/** Keeps the newest news per subject. */
const lastOfEach = (news: readonly NewsItem[]): NewsItem[] => [
  ...new Map(news.map(one => [one.id, one])).values(),
];

export function decideNotifications(
  state: NotificationConditions,
  news: readonly NewsItem[],
): NotificationDecision {
  const { choice, permission, topics, quiet, now } = state;
  if (quietUntil(quiet, now) !== null) return { popup: [], ring: false };
  const told = lastOfEach(news).filter(one => topics.includes(topicOf(one)) && !isSeen(one, state));
  const isShown = choice.desktop && permission === 'granted';
  return { popup: isShown ? told : [], ring: choice.sound && told.length > 0 };
}
