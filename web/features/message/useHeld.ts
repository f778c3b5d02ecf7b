import { useEffect, useRef, useState } from 'react';
import { heldItems, waitingOf } from './held.ts';

/** Below this the list's beginning is out of sight, px. */
const scrolledPx = 120;

/** @param name of the list: another one is shown as it comes */
export function useHeld<T extends { id: string }>(name: string, latest: readonly T[]) {
  const [held, setHeld] = useState<readonly T[] | null>(null);
  const last = useRef({ name, items: latest });
  const { current } = last;
  useEffect(() => {
    const before = last.current;
    last.current = { name, items: latest };
    if (before.name !== name) setHeld(null);
    else if (window.scrollY > scrolledPx && waitingOf(before.items, latest).length > 0)
      setHeld(shown => shown ?? before.items);
  }, [name, latest]);
  const isScrolled = typeof window !== 'undefined' && window.scrollY > scrolledPx;
  // On the very render that brings them: an effect would be a frame too late.
  const comes = current.name === name && isScrolled && waitingOf(current.items, latest).length > 0;
  const shown = held ?? (comes ? current.items : null);
  return {
    items: shown ? heldItems(shown, latest) : latest,
    waiting: shown ? waitingOf(shown, latest).length : 0,
    show: () => {
      setHeld(null);
      window.scrollTo({ top: 0 });
    },
  };
}
