/** A conversation for a component: what is held of it, what comes, and all that can be done in it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { command } from '#web/lib/act.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { conversation as conversationQuery } from '#web/lib/talk-view.ts';
import type { Draft } from './outbox.ts';
import { firstState } from './thread.ts';
import { type Open, openThread } from './threads.ts';
import { endsWithNewest, hasEarlier } from './window.ts';

const none = createStore(firstState);

/** @param id `case.<case id>` or `service.<doctor's id>` */
export function useConversation(id: string) {
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    const opened = openThread(id);
    setOpen(opened);
    return () => {
      setOpen(null);
      opened.close();
    };
  }, [id]);
  const state = useStore(open?.state ?? none, firstState);
  const { data: conversation, error } = useQuery(conversationQuery(id));
  const thread = open?.thread;
  useEffect(() => {
    if (conversation) thread?.layMarks(conversation.marks);
  }, [conversation, thread]);
  const firstUnread = useFirstUnread(id, conversation);
  const path = `/chats/${encodeURIComponent(id)}/messages`;
  const acts = useMemo(
    () => ({
      send: (draft: Draft) => open?.files.send(draft),
      pause: (client: string, paused: boolean) => open?.files.pause(client, paused),
      retry: (client: string) => open?.files.retry(client),
      discard: (client: string) => open?.files.discard(client),
      edit: (message: string, text: string) => command('PUT', `${path}/${message}`, { text }),
      remove: (message: string) => command('DELETE', `${path}/${message}`),
      loadEarlier: () => void thread?.load('earlier'),
      loadLater: () => void thread?.load('later'),
      jumpTo: (seq: number) => void thread?.jumpTo(seq),
      toNewest: () => void thread?.toNewest(),
      sayTyping: () => thread?.sayTyping(),
      sayRead: (seq: number) => thread?.sayRead(seq),
    }),
    [open, thread, path],
  );
  const { window, pending, here, marks, typing, reading, standing } = state;
  return {
    ...acts,
    conversation,
    state: error && standing === 'loading' ? ('failed' as const) : standing,
    messages: window.messages,
    /** Number of the newest message. */
    count: window.count,
    pending,
    here,
    marks,
    typing,
    earlier: { has: hasEarlier(window), loading: reading === 'earlier' },
    later: { has: !endsWithNewest(window), loading: reading === 'later' },
    firstUnread,
  };
}

/** Number of the first message that was unread when the conversation was opened; it stays while it is open. */
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
