/** The view of a thread for components. Pure. */
import type { ThreadState } from './thread.ts';
import { endsWithNewest, hasEarlier } from './window.ts';

export const shownThread = ({ window, reading, ...state }: ThreadState) => ({
  ...state,
  messages: window.messages,
  /** Number of the newest message. */
  count: window.count,
  earlier: { has: hasEarlier(window), loading: reading === 'earlier' },
  later: { has: !endsWithNewest(window), loading: reading === 'later' },
});

export type ShownThread = ReturnType<typeof shownThread>;
