/** Follows what the server pushes, and tells what is new: fetched once the page is idle. */

import { thisPage } from '#web/lib/browser.ts';
import { connection } from '#web/lib/live-state.ts';
import { type Me, noticeSettings } from '#web/lib/queries.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { socketChannel } from '#web/lib/socket.ts';
import { browserPort, otherPages } from './browser.ts';
import { choice, readChoice } from './choice.ts';
import { newsOf, nothingKnown } from './news.ts';
import { noticeOf } from './notice.ts';
import type { Others } from './port.ts';
import { createTeller } from './teller.ts';

/** Only a page with a line hears anything: of those, one tells. The answers say whether this one does, and end it. */
function takeTurns(others: Pick<Others, 'alone'>): { isMine: () => boolean; end: () => void } {
  let mine = false;
  let turn: AbortController | undefined;
  const follow = () => {
    const isLive = screenStore.get(connection) === 'live';
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
  const stop = screenStore.sub(connection, follow);
  follow();
  return {
    isMine: () => mine,
    end: () => {
      stop();
      turn?.abort();
    },
  };
}

/** @param me who is signed in. The answer ends it. */
export function startNotices({ id, position }: Me): () => void {
  const { boot, client, words, go } = thisPage();
  const who = { id, position, since: new Date(boot.now).toISOString() };
  const port = browserPort();
  const others = otherPages(id);
  const turns = takeTurns(others);
  const teller = createTeller({
    port,
    others,
    choice: () => screenStore.get(choice),
    chosen: () => client.fetchQuery(noticeSettings()),
    now: Date.now,
    words: async (news, withText) => {
      await words.loadNamespaces('notice');
      return noticeOf(news, withText, words.t);
    },
    open: go,
    after: (ms, run) => setTimeout(run, ms),
  });
  let known = nothingKnown;
  const ends = [
    readChoice(),
    turns.end,
    others.close,
    port.close,
    socketChannel.on('rows', ({ rows }) => {
      const found = newsOf(known, rows, who);
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
