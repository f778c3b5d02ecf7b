/** The browser's start: takes over the page that the server rendered. */
import { screenStore } from '#web/lib/screen-store.ts';
import '#web/styles/index.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdLeaving, readRestart } from './features/session/restart.ts';
import { bar } from './features/shell/bar.ts';
import { theme } from './features/shell/theme.ts';
import { ApiError, bindApi, createApi } from './lib/api.ts';
import { eyeHidden, isBackground, lastCommandPosition, sessionToken, setPage } from './lib/browser.ts';
import { dictionaryBackend } from './lib/dictionary-backend.ts';
import { setTimeZone } from './lib/format.ts';
import { createI18n } from './lib/i18n.ts';
import { clearPending } from './lib/live-state.ts';
import { isNewer } from './lib/merge.ts';
import { endSession, validateSession } from './lib/session.ts';
import { parseStartData, startDataId } from './lib/start-data.ts';
import { createAppRouter, createCache, layInto } from './router.tsx';

function begin(): void {
  const start = parseStartData(document.getElementById(startDataId)?.textContent ?? '');
  const { boot } = start;
  const words = createI18n(boot.lang, start.words, dictionaryBackend);
  const client = createCache();

  screenStore.set(sessionToken, boot.token);
  screenStore.set(eyeHidden, boot.hidden);
  screenStore.set(theme, boot.theme);
  screenStore.set(bar, boot.bar);
  readRestart();
  setTimeZone(boot.timeZone);

  const api = createApi({
    fetch: (url, init) => fetch(url, { ...init, credentials: 'same-origin' }),
    token: () => screenStore.get(sessionToken),
    renewed: value => screenStore.set(sessionToken, value),
    lang: boot.lang,
    hidden: () => screenStore.get(eyeHidden),
    seen: (position, command) => {
      if (command && isNewer(position, screenStore.get(lastCommandPosition)))
        screenStore.set(lastCommandPosition, position);
    },
    reached: () => screenStore.get(lastCommandPosition),
    over: () => endSession('expired'),
    background: isBackground,
    offline: words.t('common:unreachable'),
  });
  bindApi(client, api);
  layInto(client, start.rows);

  client.getQueryCache().subscribe(({ type, query }) => {
    // A list that was read anew shows everything: the "n updates" pill goes.
    if (
      type === 'updated' &&
      query.queryKey[0] === 'cases' &&
      query.state.fetchStatus === 'idle' &&
      !query.state.isInvalidated
    )
      clearPending();
  });

  let validated = `${location.pathname}`;
  const router = createAppRouter({
    client,
    words,
    boot,
    guard: async () => {
      // What is on screen was validated by the server when it was rendered, and a filter is no other page.
      const wanted = router.latestLocation.pathname;
      if (wanted === validated) return;
      try {
        await validateSession();
        validated = wanted;
      } catch (error) {
        // Without the network nothing is read that is not here already, and the next answer says whether it is over.
        if (!(error instanceof ApiError) || error.http !== 0) throw error;
      }
    },
  });
  holdLeaving(router.history);
  setPage({ boot, client, api, words, go: href => router.history.push(href) });

  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />);
  });
}

// The script may come before the block of data at the page's end.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
else begin();
