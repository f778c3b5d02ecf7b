/** Runs a callback when the browser is idle, within two seconds at the latest. */
export function runWhenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 300));
  idle(run, { timeout: 2000 });
}
