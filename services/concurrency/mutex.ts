export type Locks = {
  /** `lost`: aborted where it is no longer this one's turn, as may happen over nodes; what is not done yet must not be. */
  hold<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
};

const never = new AbortController().signal;

/** One at a time, by name, in the order of asking. */
export function createLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    async hold<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
      const before = last.get(name) ?? Promise.resolve();
      const begin = () => work(never);
      const mine = before.then(begin, begin);
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
