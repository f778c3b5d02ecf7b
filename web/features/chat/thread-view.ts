/** The view of a thread for components. Pure. */

import { hasEarlierMessages, isWindowAtNewest } from './message-window.ts';
import type { ThreadState } from './thread-state.ts';

export const threadViewOf = ({ window, reading, ...state }: ThreadState) => ({
  ...state,
  messages: window.messages,
  /** Number of the newest message. */
  count: window.count,
  earlier: { has: hasEarlierMessages(window), loading: reading === 'earlier' },
  later: { has: !isWindowAtNewest(window), loading: reading === 'later' },
});

export type ThreadView = ReturnType<typeof threadViewOf>;
