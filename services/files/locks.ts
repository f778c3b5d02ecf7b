export type Locks = { hold<T>(name: string, work: () => Promise<T>): Promise<T> };

/** One at a time, by name, in the order of asking. */
export function createLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    async hold<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      const settled = mine.catch(() => undefined);
      last.set(name, settled);
      try {
        return await mine;
      } finally {
        if (last.get(name) === settled) last.delete(name);
      }
    },
  };
}
