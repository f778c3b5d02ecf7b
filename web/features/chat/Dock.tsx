/** The chat dock on every page, loaded on first use; its unread count appears in the window title. */

import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { unreadShown } from '#web/features/notice/title.ts';
import { chatCounts } from '#web/lib/chat-queries.ts';
import { currentUser, unreadCount } from '#web/lib/queries.ts';
import { screenStore, useRendered } from '#web/lib/screen-store.ts';
import { DockWaiting } from './DockWaiting.tsx';
import { chatButtonId, dock } from './dock.ts';
import { loadDock } from './load-dock.ts';

const DockPanel = lazy(loadDock);

export function Dock() {
  const { pathname } = useLocation();
  const { data: who } = useQuery(currentUser());
  const talks = who !== undefined && who.position !== 'Analyst';
  const { data } = useQuery({ ...chatCounts(), enabled: talks });
  const at = useRendered(dock);
  useEffect(() => {
    // Sends messages that an earlier page left unsent, whatever page is open.
    const isLeft = talks && Object.keys(sessionStorage).some(name => name.includes(':said.'));
    if (isLeft) void import('./threads.ts').then(({ sendLeftOver }) => sendLeftOver());
  }, [talks]);
  const count = data?.unread ?? 0;
  const { data: inbox = 0 } = useQuery(unreadCount());
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
