/** The time that components show: the server's when the page was rendered, then this browser's, once a minute. */
import { useEffect } from 'react';
import { useBoot } from './boot.tsx';
import { createStore, useStore } from './store.ts';

const now = createStore(0);

/** Milliseconds since 1970; moves once a minute. */
export function useNow(): number {
  const { now: rendered } = useBoot();
  useEffect(() => {
    now.set(Date.now());
    const timer = setInterval(() => now.set(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(useStore(now, 0), rendered);
}
