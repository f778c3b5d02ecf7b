import { useEffect, useRef, useState } from 'react';
import { newerThanShown, updateShownItems } from './held-messages.ts';

/** Scroll position in px beyond which the top of the list is out of sight. */
const scrolledPx = 120;

/** @param name identifies the list: another list is shown without holding */
export function useHeldMessages<T extends { id: string }>(name: string, latest: readonly T[]) {
  const [held, setHeld] = useState<readonly T[] | null>(null);
  const last = useRef({ name, items: latest });
  const { current } = last;
  useEffect(() => {
    const before = last.current;
    last.current = { name, items: latest };
    if (before.name !== name) setHeld(null);
    else if (window.scrollY > scrolledPx && newerThanShown(before.items, latest).length > 0)
      setHeld(shown => shown ?? before.items);
  }, [name, latest]);
  const isScrolled = typeof window !== 'undefined' && window.scrollY > scrolledPx;
  // Decided during render: an effect would run a frame too late.
  const comes = current.name === name && isScrolled && newerThanShown(current.items, latest).length > 0;
  const shown = held ?? (comes ? current.items : null);
  return {
    items: shown ? updateShownItems(shown, latest) : latest,
    waiting: shown ? newerThanShown(shown, latest).length : 0,
    show: () => {
      setHeld(null);
      window.scrollTo({ top: 0 });
    },
  };
}
