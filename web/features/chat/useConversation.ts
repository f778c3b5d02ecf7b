/** A conversation for a component: its messages, pushes and actions. */

import { useQuery } from '@tanstack/react-query';
import { atom } from 'jotai/vanilla';
import { useEffect, useMemo, useRef, useState } from 'react';
import { sendCommand } from '#web/lib/act.ts';
import { conversationQuery } from '#web/lib/chat-queries.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { type OpenThread, openSharedThread } from './open-threads.ts';
import type { WrittenMessage } from './outbox.ts';
import { initialThreadState } from './thread-state.ts';
import { threadViewOf } from './thread-view.ts';

const none = atom(threadViewOf(initialThreadState));

/** @param id `case.<case id>` or `service.<doctor's id>` */
export function useConversation(id: string) {
  const [open, setOpen] = useState<OpenThread | null>(null);
  useEffect(() => {
    const opened = openSharedThread(id);
    setOpen(opened);
    return () => {
      setOpen(null);
      opened.close();
    };
  }, [id]);
  const { data: conversation, error } = useQuery(conversationQuery(id));
  const thread = open?.thread;
  useEffect(() => {
    if (conversation) thread?.layMarks(conversation.marks);
  }, [conversation, thread]);
  const firstUnread = useFirstUnread(id, conversation);
  const path = `/chats/${encodeURIComponent(id)}/messages`;
  const acts = useMemo(
    () => ({
      send: (draft: WrittenMessage) => open?.files.send(draft),
      pause: (client: string, paused: boolean) => open?.files.pause(client, paused),
      retry: (client: string) => open?.files.retry(client),
      discard: (client: string) => open?.files.discard(client),
      edit: (message: string, text: string) => sendCommand('PUT', `${path}/${message}`, { text }),
      remove: (message: string) => sendCommand('DELETE', `${path}/${message}`),
      loadEarlier: () => void thread?.load('earlier'),
      loadLater: () => void thread?.load('later'),
      jumpTo: (seq: number) => void thread?.jumpTo(seq),
      toNewest: () => void thread?.toNewest(),
      sayTyping: () => thread?.sayTyping(),
      sayRead: (seq: number) => thread?.sayRead(seq),
    }),
    [open, thread, path],
  );
  const { standing, ...shown } = useAtomValueAfterHydration(open?.shown ?? none, none.init);
  return {
    ...acts,
    ...shown,
    conversation,
    state: error && standing === 'loading' ? ('failed' as const) : standing,
    firstUnread,
  };
}

/** Number of the first unread message at opening time; fixed while the conversation is open. */
function useFirstUnread(
  id: string,
  conversation: { unread: number; count: number } | undefined,
): number | null {
  const at = useRef<{ id: string; seq: number | null } | null>(null);
  if (conversation && at.current?.id !== id) {
    const { unread, count } = conversation;
    at.current = { id, seq: unread > 0 ? count - unread + 1 : null };
  }
  return at.current?.id === id ? at.current.seq : null;
}
