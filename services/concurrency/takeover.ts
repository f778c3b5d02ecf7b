/** Takeover on one thing: who comes next stops who is at it. A dropped connection often hangs; its successor must not wait. */

export interface Takeover {
  /**
   * Runs once nobody else is at `id`. What runs there now is told to stop by its signal, and waited for: it may be past
   * the point where it can.
   */
  take<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export function createTakeover(): Takeover {
  const running = new Map<string, { stop: AbortController; done: Promise<unknown> }>();
  return {
    async take(id, work) {
      for (let other = running.get(id); other; other = running.get(id)) {
        other.stop.abort();
        await other.done.catch(() => undefined);
      }
      const stop = new AbortController();
      const done = work(stop.signal).finally(() => running.delete(id));
      running.set(id, { stop, done });
      return done;
    },
  };
}
