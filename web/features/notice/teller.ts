/** News as it comes becomes one notice for what comes together, in one of a person's pages. */
import type { Choice, State } from './decide.ts';
import { decide } from './decide.ts';
import type { News } from './news.ts';
import type { Notice } from './notice.ts';
import type { NoticePort, Others } from './port.ts';

/** What comes within this time is told together, ms. */
const gatherMs = 400;

type Settings = {
  choice: () => Choice;
  chosen: () => Promise<Pick<State, 'topics' | 'quiet'>>;
  now: () => number;
};

export type TellerDeps = Settings & {
  port: NoticePort;
  others: Pick<Others, 'ask'>;
  words: (news: readonly News[], withText: boolean) => Promise<Notice | undefined>;
  open: (href: string) => void;
  after: (ms: number, run: () => void) => void;
};

export function createTeller({ port, others, words, open, after, choice, chosen, now }: TellerDeps) {
  let waiting: News[] = [];
  /** What the notification on screen is about. */
  let shown: News[] = [];

  async function tell(): Promise<void> {
    const news = waiting;
    waiting = [];
    const [settings, elsewhere] = await Promise.all([chosen(), others.ask()]);
    const own = port.inFront();
    const inFront = own === undefined ? elsewhere : [own, ...elsewhere];
    const state = { ...settings, choice: choice(), permission: port.permission(), now: now(), inFront };
    const { popup, ring } = decide(state, news);
    if (ring) port.ring();
    if (popup.length === 0) return;
    // What is on screen and not read yet is told with it.
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
    add(news: readonly News[]): void {
      if (news.length === 0) return;
      if (waiting.length === 0) after(gatherMs, () => void tell());
      waiting.push(...news);
    },
    /** Read here or elsewhere: it is told no more, and what is on screen of it goes. */
    read(ids: readonly string[]): void {
      waiting = waiting.filter(({ id }) => !ids.includes(id));
      const left = shown.filter(({ id }) => !ids.includes(id));
      if (left.length === 0 && shown.length > 0) port.close();
      shown = left;
    },
  };
}
