/** Browser entry: hydrates the page that the server rendered. */
import { screenStore } from '#web/lib/screen-store.ts';
import '#web/styles/index.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { blockLeavingRestartedCase, restoreRestartingCase } from './features/session/restart-flag.ts';
import { navigationBarChoiceAtom } from './features/shell/navigation-bar.ts';
import { pageThemeAtom } from './features/shell/theme.ts';
import { ApiError, bindApi, createApi } from './lib/api.ts';
import {
  areNamesMaskedAtom,
  isBackgroundRead,
  lastCommandPositionAtom,
  sessionTokenAtom,
  setCurrentPage,
} from './lib/browser.ts';
import { dictionaryBackend } from './lib/dictionary-backend.ts';
import { setTimeZone } from './lib/format.ts';
import { createI18n } from './lib/i18n.ts';
import { clearPendingCases } from './lib/live-state.ts';
import { isNewerPosition } from './lib/merge.ts';
import { endSession, validateSession } from './lib/session.ts';
import { parseStartData, startDataId } from './lib/start-data.ts';
import { createAppRouter, createQueryCache, hydrateCache } from './router.tsx';

function begin(): void {
  const start = parseStartData(document.getElementById(startDataId)?.textContent ?? '');
  const { boot } = start;
  const words = createI18n(boot.lang, start.words, dictionaryBackend);
  const client = createQueryCache();

  screenStore.set(sessionTokenAtom, boot.token);
  screenStore.set(areNamesMaskedAtom, boot.hidden);
  screenStore.set(pageThemeAtom, boot.theme);
  screenStore.set(navigationBarChoiceAtom, boot.bar);
  restoreRestartingCase();
  setTimeZone(boot.timeZone);

  const api = createApi({
    fetch: (url, init) => fetch(url, { ...init, credentials: 'same-origin' }),
    token: () => screenStore.get(sessionTokenAtom),
    renewed: value => screenStore.set(sessionTokenAtom, value),
    lang: boot.lang,
    hidden: () => screenStore.get(areNamesMaskedAtom),
    seen: (position, command) => {
      if (command && isNewerPosition(position, screenStore.get(lastCommandPositionAtom)))
        screenStore.set(lastCommandPositionAtom, position);
    },
    reached: () => screenStore.get(lastCommandPositionAtom),
    over: () => endSession('expired'),
    background: isBackgroundRead,
    offline: words.t('common:unreachable'),
  });
  bindApi(client, api);
  hydrateCache(client, start.rows);

  client.getQueryCache().subscribe(({ type, query }) => {
    // A reload of the list shows all changes, so it hides the "n updates" pill.
    if (
      type === 'updated' &&
      query.queryKey[0] === 'cases' &&
      query.state.fetchStatus === 'idle' &&
      !query.state.isInvalidated
    )
      clearPendingCases();
  });

  let validated = `${location.pathname}`;
  const router = createAppRouter({
    client,
    words,
    boot,
    guard: async () => {
      // The server validated this address when it rendered the page, and a filter change is no new page.
      const wanted = router.latestLocation.pathname;
      if (wanted === validated) return;
      try {
        await validateSession();
        validated = wanted;
      } catch (error) {
        // Offline, only cached data are shown; the next answer tells whether the session is over.
        if (!(error instanceof ApiError) || error.http !== 0) throw error;
      }
    },
  });
  blockLeavingRestartedCase(router.history);
  setCurrentPage({ boot, client, api, words, go: href => router.history.push(href) });

  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />);
  });
}

// The script may run before the data block at the end of the page.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
else begin();
