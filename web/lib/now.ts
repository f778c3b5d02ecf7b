/**
 * The current time for components: the server's render time first, then the browser's clock, once a minute.
 */
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { useBoot } from './boot.tsx';
import { screenStore, useAtomValueAfterHydration } from './screen-store.ts';

const now = atom(0);

/** Current time, ms since 1970, updated once a minute. */
export function useNow(): number {
  const { now: rendered } = useBoot();
  useEffect(() => {
    screenStore.set(now, Date.now());
    const timer = setInterval(() => screenStore.set(now, Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(useAtomValueAfterHydration(now), rendered);
}
