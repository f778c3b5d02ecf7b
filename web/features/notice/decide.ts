/** What becomes of news: given where it could be seen, what was chosen and the hour, what pops up and whether it rings. Pure. */
import type { MailTopic } from '#events/mail/topics.ts';
import { type Quiet, quietUntil } from '#events/notice/quiet.ts';
import type { News } from './news.ts';

/** Chosen for this browser. `text`: what was said may stand in a notification, over whatever is on the screen. */
export type Choice = { desktop: boolean; sound: boolean; text: boolean };
export const usualChoice: Choice = { desktop: false, sound: false, text: false };

/** `none`: this browser shows no notifications. */
export type Permission = NotificationPermission | 'none';

export type State = {
  choice: Choice;
  permission: Permission;
  /** What counts here. */
  topics: readonly MailTopic[];
  quiet: Quiet | null;
  /** Milliseconds since 1970. */
  now: number;
  /** Of each page of this person that is in front: the conversation that it shows; null where it shows none. */
  inFront: readonly (string | null)[];
};

export type Decided = { popup: News[]; ring: boolean };

const topicOf = (news: News): MailTopic => (news.kind === 'said' ? 'talk' : news.item.topic);

/** Whether it is seen as it comes: the conversation is on screen, or the bell of a page in front says it. */
const isSeen = (news: News, { inFront }: State): boolean =>
  news.kind === 'said' ? inFront.includes(news.id) : inFront.length > 0;

/** The newest of each thing. */
const lastOfEach = (news: readonly News[]): News[] => [...new Map(news.map(one => [one.id, one])).values()];

export function decide(state: State, news: readonly News[]): Decided {
  const { choice, permission, topics, quiet, now } = state;
  if (quietUntil(quiet, now) !== null) return { popup: [], ring: false };
  const told = lastOfEach(news).filter(one => topics.includes(topicOf(one)) && !isSeen(one, state));
  const isShown = choice.desktop && permission === 'granted';
  return { popup: isShown ? told : [], ring: choice.sound && told.length > 0 };
}
