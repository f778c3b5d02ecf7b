/**
 * Spreads synchronous work over the event loop: each piece gets a macrotask of its own, in the order of the calls. A
 * request that arrives meanwhile waits for one piece instead of all of them.
 */

/** Resolves in a macrotask that no other piece shares. */
export type YieldMacrotask = () => Promise<void>;

export function createMacrotaskQueue(): YieldMacrotask {
  const waiting: (() => void)[] = [];
  const begin = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(begin);
  };
  return () =>
    new Promise<void>(resolve => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(begin);
    });
}
