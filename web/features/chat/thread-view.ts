/** The view of a thread for components. Pure. */

import { hasEarlierMessages, windowEndsWithNewest } from './message-window.ts';
import type { ThreadState } from './thread-state.ts';

export const threadViewOf = ({ window, reading, ...state }: ThreadState) => ({
  ...state,
  messages: window.messages,
  /** Number of the newest message. */
  count: window.count,
  earlier: { has: hasEarlierMessages(window), loading: reading === 'earlier' },
  later: { has: !windowEndsWithNewest(window), loading: reading === 'later' },
});

export type ThreadView = ReturnType<typeof threadViewOf>;
