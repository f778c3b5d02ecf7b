/** Ends the process at a signal. */
export type StopAtSignal = () => Promise<unknown> | unknown;

/** Window for duplicates: npm and the terminal both send a Ctrl-C, and a process group may get a SIGTERM. */
const ONE_WISH_MS = 500;

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Passes a call on, and drops those that follow within the time. */
function firstWithin(milliseconds: number, call: () => void): () => void {
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now < until) return;
    until = now + milliseconds;
    call();
  };
}

/** Stops the parts, then ends the process; the second call ends it at once. */
function once(stop: StopAtSignal): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1);
    stopping = true;
    Promise.try(stop).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
}

/**
 * Handles signals from now on. Before the returned function names what to stop, a signal ends the process at once;
 * afterwards a second one does, not just a copy of the first.
 */
export function endOnSignals(): (stop: StopAtSignal) => void {
  // Trap: the first process of a container ignores signals without a handler, and Node drops signals that arrive while
  // no handler is attached, so one handler lives for the whole process.
  let end: () => void = () => process.exit(1);
  const ask = firstWithin(ONE_WISH_MS, () => end());
  for (const signal of signals) process.on(signal, ask);
  return stop => {
    end = once(stop);
  };
}
