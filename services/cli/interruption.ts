/** Ends a long command at Ctrl-C, after it has cleaned up. */

/**
 * Listens for Ctrl-C.
 * @param sentence printed for the operator when it is pressed
 * @returns `signal`, which is aborted then, and `release`, which stops listening
 */
export function listenForInterruption(sentence: string): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error(sentence));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
