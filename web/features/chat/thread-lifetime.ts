/** The lifetime of a thread: no delayed call runs after its end. */
import type { ChatDeps } from './chat-ports.ts';

export type ThreadLifetime = ReturnType<typeof createThreadLifetime>;

/** Delay before a failed read or a missing message is retried, ms. */
export const threadRetryMs = 2000;

export function createThreadLifetime(after: ChatDeps['after']) {
  const cancels = new Set<() => void>();
  let ended = false;
  return {
    isEnded: () => ended,
    /** Returns a function that cancels the call. */
    later(milliseconds: number, run: () => void): () => void {
      const stop = after(milliseconds, () => {
        cancels.delete(cancel);
        if (!ended) run();
      });
      const cancel = () => {
        cancels.delete(cancel);
        stop();
      };
      cancels.add(cancel);
      return cancel;
    },
    end(): void {
      ended = true;
      for (const cancel of cancels) cancel();
    },
  };
}
