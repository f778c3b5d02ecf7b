/** The frame around every page of a session. */

import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatDock } from '#web/features/chat/ChatDock.tsx';
import { useCourierNameSync } from '#web/features/desk/couriers.ts';
import { followNotificationsOn, notificationsOnAtom } from '#web/features/notice/notifications-on.ts';
import { IdleWarning } from '#web/features/session/IdleWarning.tsx';
import { LeaveRestartedCaseDialog } from '#web/features/session/LeaveRestartedCaseDialog.tsx';
import { useBoot } from '#web/lib/boot.tsx';
import { isChatDockOpenAtom } from '#web/lib/chat-dock.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { runWhenIdle } from '#web/lib/run-when-idle.ts';
import { screenStore, useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { watchSession } from '#web/lib/session.ts';
import { startSocket } from '#web/lib/socket.ts';
import { BackToTop } from '#web/ui/back-to-top.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { currentOverlayAtom } from './overlay.ts';
import styles from './shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useGlobalShortcuts } from './useGlobalShortcuts.ts';
import { useLeaveDeletedCase } from './useLeaveDeletedCase.ts';

const Overlays = lazy(() => import('./Overlays.tsx'));

export function AppShell() {
  const { t } = useTranslation('shell');
  const bare = useMatches().some(match => match.staticData.bare);
  const docked = useAtomValueAfterHydration(isChatDockOpenAtom, false);
  const main = useRef<HTMLElement>(null);
  useSession();
  useNotices();
  useCourierNameSync();
  useGlobalShortcuts();
  useLeaveDeletedCase();
  useFocusOnPage(main);
  return (
    <>
      <SkipLink href="#main">{t('skip')}</SkipLink>
      {!bare && <TopBar />}
      <OfflineBar />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <ChatDock />
      {/* The open chat dock has its Send button in this corner. */}
      {!docked && <BackToTop label={t('top')} />}
      <LeaveRestartedCaseDialog />
      <IdleWarning />
      <OpenOverlay />
    </>
  );
}

function OpenOverlay() {
  const open = useAtomValueAfterHydration(currentOverlayAtom);
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      <Overlays open={open} onClose={() => screenStore.set(currentOverlayAtom, null)} />
    </Suspense>
  );
}

/** Watches for activity and opens the socket, once per tab. */
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

/** Starts notifications when the page is idle, if this browser has them on. */
function useNotices(): void {
  const { data: person } = useQuery(currentUserQuery());
  const isTelling = useAtomValueAfterHydration(notificationsOnAtom);
  useEffect(followNotificationsOn, []);
  useEffect(() => {
    if (!person || !isTelling) return;
    let end: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const { startNotifications } = await import('#web/features/notice/start-notifications.ts');
      if (!isOver) end = startNotifications(person);
    };
    runWhenIdle(() => void start());
    return () => {
      isOver = true;
      end?.();
    };
  }, [person, isTelling]);
}

/** Focuses a newly opened page at its start, as a page load would. */
function useFocusOnPage(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A text field that already has the focus keeps it.
    if (!document.activeElement?.matches('input, textarea')) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
