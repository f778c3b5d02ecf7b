/**
 * A mutex by key whose next holder aborts the current one. A dropped connection often hangs, and its successor must
 * not wait.
 */

export interface TakeoverMutex {
  /**
   * Aborts the running work under `id`, waits for its end, because it may be past the point of stopping, and then runs
   * `work`.
   */
  take<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export function createTakeoverMutex(): TakeoverMutex {
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
