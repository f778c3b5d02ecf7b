/** Wakes readers at the log's end when the log grows. */
export type GrowthSignal = {
  announce(): void;
  /** Resolves at the next `announce`, on abort, or on `close`. Never rejects. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
  readonly closed: boolean;
};

export function createGrowthSignal(): GrowthSignal {
  const waiting = new Set<() => void>();
  let closed = false;
  const announce = () => {
    for (const wake of [...waiting]) wake();
  };
  return {
    announce,
    next: signal =>
      new Promise<void>(resolve => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        if (closed || signal.aborted) return resolve();
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
    close: () => {
      closed = true;
      announce();
    },
    get closed() {
      return closed;
    },
  };
}
