/** Gathers news into one notification, on one of a person's pages. */
import type { NotificationChoice, NotificationConditions } from './decide-notification.ts';
import { decideNotifications } from './decide-notification.ts';
import type { NewsItem } from './news.ts';
import type { NotificationPort, OtherPages } from './notification-port.ts';
import type { NotificationText } from './notification-text.ts';

/** News within this time are reported together, ms. */
const gatherMs = 400;

type Settings = {
  choice: () => NotificationChoice;
  chosen: () => Promise<Pick<NotificationConditions, 'topics' | 'quiet'>>;
  now: () => number;
};

export type NotifierDeps = Settings & {
  port: NotificationPort;
  others: Pick<OtherPages, 'ask'>;
  words: (news: readonly NewsItem[], withText: boolean) => Promise<NotificationText | undefined>;
  open: (href: string) => void;
  after: (ms: number, run: () => void) => void;
};

export function createNotifier({ port, others, words, open, after, choice, chosen, now }: NotifierDeps) {
  let waiting: NewsItem[] = [];
  /** The news of the notification on screen. */
  let shown: NewsItem[] = [];

  async function tell(): Promise<void> {
    const news = waiting;
    waiting = [];
    const [settings, elsewhere] = await Promise.all([chosen(), others.ask()]);
    const own = port.inFront();
    const inFront = own === undefined ? elsewhere : [own, ...elsewhere];
    const state = { ...settings, choice: choice(), permission: port.permission(), now: now(), inFront };
    const { popup, ring } = decideNotifications(state, news);
    if (ring) port.ring();
    if (popup.length === 0) return;
    // Repeats the unread news of the notification on screen.
    const all = [...new Map([...shown, ...popup].map(one => [one.id, one])).values()];
    const notice = await words(all, state.choice.text);
    if (!notice) return;
    shown = all;
    port.show(notice, () => {
      shown = [];
      open(notice.href);
    });
  }
  return {
    add(news: readonly NewsItem[]): void {
      if (news.length === 0) return;
      if (waiting.length === 0) after(gatherMs, () => void tell());
      waiting.push(...news);
    },
    /** Handles news read here or elsewhere: drops them and updates the notification. */
    read(ids: readonly string[]): void {
      waiting = waiting.filter(({ id }) => !ids.includes(id));
      const left = shown.filter(({ id }) => !ids.includes(id));
      if (left.length === 0 && shown.length > 0) port.close();
      shown = left;
    },
  };
}
