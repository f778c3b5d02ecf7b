/** The frame around every page that a session opens. */

import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dock } from '#web/features/chat/Dock.tsx';
import { isDocked } from '#web/features/chat/dock.ts';
import { useCourierNames } from '#web/features/desk/couriers.ts';
import { followTelling, telling } from '#web/features/notice/telling.ts';
import { IdleWarning } from '#web/features/session/IdleWarning.tsx';
import { Leaving } from '#web/features/session/Leaving.tsx';
import { useBoot } from '#web/lib/boot.tsx';
import { currentUser } from '#web/lib/queries.ts';
import { runWhenIdle } from '#web/lib/run-when-idle.ts';
import { screenStore, useRendered } from '#web/lib/screen-store.ts';
import { watchSession } from '#web/lib/session.ts';
import { startSocket } from '#web/lib/socket.ts';
import { BackToTop } from '#web/ui/back-to-top.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { overlay } from './overlay.ts';
import styles from './shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useGone } from './useGone.ts';
import { useKeys } from './useKeys.ts';

const Overlays = lazy(() => import('./Overlays.tsx'));

export function Shell() {
  const { t } = useTranslation('shell');
  const bare = useMatches().some(match => match.staticData.bare);
  const docked = useRendered(isDocked, false);
  const main = useRef<HTMLElement>(null);
  useSession();
  useNotices();
  useCourierNames();
  useKeys();
  useGone();
  useFocusOnPage(main);
  return (
    <>
      <SkipLink href="#main">{t('skip')}</SkipLink>
      {!bare && <TopBar />}
      <OfflineBar />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Dock />
      {/* The open dock has its Send button in that corner. */}
      {!docked && <BackToTop label={t('top')} />}
      <Leaving />
      <IdleWarning />
      <OpenOverlay />
    </>
  );
}

function OpenOverlay() {
  const open = useRendered(overlay);
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      <Overlays open={open} onClose={() => screenStore.set(overlay, null)} />
    </Suspense>
  );
}

/** Watches for acts and opens the socket, once for as long as the tab shows the app. */
function useSession(): void {
  const { position } = useBoot();
  useEffect(() => {
    const unwatch = watchSession();
    const close = startSocket(position);
    return () => {
      unwatch();
      close();
    };
  }, [position]);
}

/** Tells what is new, where this browser was told to, once the page has nothing better to do. */
function useNotices(): void {
  const { data: person } = useQuery(currentUser());
  const isTelling = useRendered(telling);
  useEffect(followTelling, []);
  useEffect(() => {
    if (!person || !isTelling) return;
    let end: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const { startNotices } = await import('#web/features/notice/start.ts');
      if (!isOver) end = startNotices(person);
    };
    runWhenIdle(() => void start());
    return () => {
      isOver = true;
      end?.();
    };
  }, [person, isTelling]);
}

/** A page that was navigated to is read from its start: the focus goes there, as it would on a loaded page. */
function useFocusOnPage(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A field that a click on the way here was meant for keeps the focus.
    if (!document.activeElement?.matches('input, textarea')) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
