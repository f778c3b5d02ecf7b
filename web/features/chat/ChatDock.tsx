/** The chat dock on every page, loaded on first use; its unread count appears in the window title. */

import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { mayTalk } from '#events/chat/kinds.ts';
import { chatButtonId, chatDockAtom } from '#web/lib/chat-dock.ts';
import { chatCountsQuery } from '#web/lib/chat-queries.ts';
import { currentUserQuery, unreadCountQuery } from '#web/lib/queries.ts';
import { screenStore, useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { unreadTotalAtom } from '#web/lib/window-title.ts';
import { ChatDockLoading } from './ChatDockLoading.tsx';
import { loadChatDock } from './load-chat-dock.ts';

const ChatDockPanel = lazy(loadChatDock);

export function ChatDock() {
  const { pathname } = useLocation();
  const { data: who } = useQuery(currentUserQuery());
  const talks = who !== undefined && mayTalk(who.position);
  const { data } = useQuery({ ...chatCountsQuery(), enabled: talks });
  const at = useAtomValueAfterHydration(chatDockAtom);
  useEffect(() => {
    // Sends messages that an earlier page left unsent, on every page.
    const isLeft = talks && Object.keys(sessionStorage).some(name => name.includes(':said.'));
    if (isLeft) void import('./open-threads.ts').then(({ sendStoredMessages }) => sendStoredMessages());
  }, [talks]);
  const count = data?.unread ?? 0;
  const { data: inbox = 0 } = useQuery(unreadCountQuery());
  useEffect(() => screenStore.set(unreadTotalAtom, count + inbox), [count, inbox]);
  if (!talks || pathname === '/chat' || at === null) return null;
  const onClose = () => {
    screenStore.set(chatDockAtom, null);
    requestAnimationFrame(() => document.getElementById(chatButtonId)?.focus());
  };
  return (
    <Suspense fallback={<ChatDockLoading onClose={onClose} />}>
      <ChatDockPanel at={at} me={who} onClose={onClose} />
    </Suspense>
  );
}
