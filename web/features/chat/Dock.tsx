/** The chat beside every page, loaded when it is opened; and what waits to be read, for the window's title. */

import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { unreadShown } from '#web/features/notice/title.ts';
import { screenStore, useRendered } from '#web/lib/screen-store.ts';
import { talkCounts } from '#web/lib/talk-view.ts';
import { me, unread } from '#web/lib/view.ts';
import { DockWaiting } from './DockWaiting.tsx';
import { chatButtonId, dock } from './dock.ts';
import { loadDock } from './load-dock.ts';

const DockPanel = lazy(loadDock);

export function Dock() {
  const { pathname } = useLocation();
  const { data: who } = useQuery(me());
  const talks = who !== undefined && who.position !== 'Analyst';
  const { data } = useQuery({ ...talkCounts(), enabled: talks });
  const at = useRendered(dock);
  useEffect(() => {
    // What an earlier page could not send goes out by itself, wherever its writer is by now.
    const isLeft = talks && Object.keys(sessionStorage).some(name => name.includes(':said.'));
    if (isLeft) void import('./threads.ts').then(({ sendLeftOver }) => sendLeftOver());
  }, [talks]);
  const count = data?.unread ?? 0;
  const { data: inbox = 0 } = useQuery(unread());
  useEffect(() => screenStore.set(unreadShown, count + inbox), [count, inbox]);
  if (!talks || pathname === '/chat' || at === null) return null;
  const onClose = () => {
    screenStore.set(dock, null);
    requestAnimationFrame(() => document.getElementById(chatButtonId)?.focus());
  };
  return (
    <Suspense fallback={<DockWaiting onClose={onClose} />}>
      <DockPanel at={at} me={who} onClose={onClose} />
    </Suspense>
  );
}
