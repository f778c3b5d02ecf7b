/** Follows pushed rows and notifies about news; loaded when the page is idle. */

import { currentPage } from '#web/lib/browser.ts';
import { socketStatusAtom } from '#web/lib/live-state.ts';
import { type CurrentUser, noticeSettingsQuery } from '#web/lib/queries.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { pageSocket } from '#web/lib/socket.ts';
import { connectOtherPages, createNotificationPort } from './browser-notifications.ts';
import { findNews, noReportedNews } from './news.ts';
import { followNotificationChoice, notificationChoiceAtom } from './notification-choice.ts';
import type { OtherPages } from './notification-port.ts';
import { notificationText } from './notification-text.ts';
import { createNotifier } from './notifier.ts';

/**
 * Elects one connected page for notifications. Returns whether this page is elected, and a function that ends
 * its turn.
 */
function electPage(others: Pick<OtherPages, 'alone'>): { isMine: () => boolean; end: () => void } {
  let mine = false;
  let turn: AbortController | undefined;
  const follow = () => {
    const isLive = screenStore.get(socketStatusAtom) === 'live';
    if (isLive === (turn !== undefined)) return;
    if (!isLive) {
      turn?.abort();
      turn = undefined;
      mine = false;
      return;
    }
    const ours = new AbortController();
    turn = ours;
    void others.alone(ours.signal).then(alone => {
      if (turn === ours) mine = alone;
    });
  };
  const stop = screenStore.sub(socketStatusAtom, follow);
  follow();
  return {
    isMine: () => mine,
    end: () => {
      stop();
      turn?.abort();
    },
  };
}

/** @param me the signed-in person. Returns a function that stops */
export function startNotifications({ id, position }: CurrentUser): () => void {
  const { boot, client, words, go } = currentPage();
  const who = { id, position, since: new Date(boot.now).toISOString() };
  const port = createNotificationPort();
  const others = connectOtherPages(id);
  const turns = electPage(others);
  const teller = createNotifier({
    port,
    others,
    choice: () => screenStore.get(notificationChoiceAtom),
    chosen: () => client.fetchQuery(noticeSettingsQuery()),
    now: Date.now,
    words: async (news, withText) => {
      await words.loadNamespaces('notice');
      return notificationText(news, withText, words.t);
    },
    open: go,
    after: (ms, run) => setTimeout(run, ms),
  });
  let known = noReportedNews;
  const ends = [
    followNotificationChoice(),
    turns.end,
    others.close,
    port.close,
    pageSocket.on('rows', ({ rows }) => {
      const found = findNews(known, rows, who);
      known = found.known;
      teller.read(found.read);
      if (turns.isMine()) teller.add(found.news);
    }),
  ];
  addEventListener('pagehide', port.close);
  return () => {
    removeEventListener('pagehide', port.close);
    for (const end of ends) end();
  };
}
