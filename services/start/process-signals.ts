/** Ends the process at a signal. */
export type StopAtSignal = () => Promise<unknown> | unknown;

/**
 * Window for duplicates of a signal, in ms. npm and the terminal both send a Ctrl-C, and a process group may get a
 * SIGTERM.
 */
const ONE_WISH_MS = 500;

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Returns a function that calls `call`, and ignores calls that follow within the time. */
function firstWithin(milliseconds: number, call: () => void): () => void {
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now < until) return;
    until = now + milliseconds;
    call();
  };
}

/** Returns a function that stops the parts and then ends the process. A second call ends it at once. */
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
 * Handles signals from now on. Until the caller passes `stop` to the returned function, a signal ends the process at
 * once. Afterwards the first signal calls `stop`, and a second one ends the process; duplicates within 500 ms are
 * ignored.
 */
export function endOnSignals(): (stop: StopAtSignal) => void {
  // Trap: the first process of a container ignores signals without a handler, and Node drops signals that arrive while
  // no handler is attached. So one handler lives for the whole process.
  let end: () => void = () => process.exit(1);
  const ask = firstWithin(ONE_WISH_MS, () => end());
  for (const signal of signals) process.on(signal, ask);
  return stop => {
    end = once(stop);
  };
}
