/** The state of one conversation on a page. */
import type { ChatReadMark } from '#projections/chat/item.ts';
import type { ChatPushPayloads } from './chat-ports.ts';
import { emptyMessageWindow, type MessageWindow } from './message-window.ts';
import type { UnsentMessage } from './outbox.ts';
import type { TypingPerson } from './typing-people.ts';

export type ThreadState = {
  standing: 'loading' | 'ready' | 'gone' | 'failed';
  window: MessageWindow;
  pending: readonly UnsentMessage[];
  here: ChatPushPayloads['chat:here']['people'];
  marks: readonly ChatReadMark[];
  typing: readonly TypingPerson[];
  /** Direction in which history is being read; null if none is. */
  reading: 'earlier' | 'later' | null;
};

export const initialThreadState: ThreadState = {
  standing: 'loading',
  window: emptyMessageWindow,
  pending: [],
  here: [],
  marks: [],
  typing: [],
  reading: null,
};

/** The state of a thread, shared by its parts. */
export type ThreadStore = {
  get: () => ThreadState;
  set: (change: Partial<ThreadState>) => void;
};
