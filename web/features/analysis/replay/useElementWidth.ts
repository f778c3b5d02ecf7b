import { type RefObject, useEffect, useState } from 'react';

/** Width of an element in whole px; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const watch = new ResizeObserver(() => setWidth(Math.floor(watched.clientWidth)));
    watch.observe(watched);
    return () => watch.disconnect();
  }, [element]);
  return width;
}
