/** Mutex: runs one piece of work at a time under each name. */
export type Mutex = {
  /** `lost` aborts when another node may hold the name; the remaining work must then not be done. */
  hold<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
};

const never = new AbortController().signal;

/** Runs work under one name in the order of the calls, within this process. */
export function createMutex(): Mutex {
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
