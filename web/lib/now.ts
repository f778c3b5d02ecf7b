/** The time that components show: the server's when the page was rendered, then this browser's, once a minute. */
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { useBoot } from './boot.tsx';
import { screenStore, useRendered } from './screen-store.ts';

const now = atom(0);

/** Milliseconds since 1970; moves once a minute. */
export function useNow(): number {
  const { now: rendered } = useBoot();
  useEffect(() => {
    screenStore.set(now, Date.now());
    const timer = setInterval(() => screenStore.set(now, Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(useRendered(now), rendered);
}
