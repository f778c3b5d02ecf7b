/** Ends a long command at Ctrl-C, after it has cleaned up. */

/** @param sentence what the command says then @returns the signal that aborts, and what ends the listening */
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
