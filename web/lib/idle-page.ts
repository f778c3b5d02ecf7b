/** Runs once the page has nothing better to do, and within two seconds. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 300));
  idle(run, { timeout: 2000 });
}
