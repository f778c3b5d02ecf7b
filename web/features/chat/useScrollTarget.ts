/** Jumps to a message: waits until it is rendered, centres it, focuses it, and highlights it for a moment. */
import { useEffect, useState } from 'react';

const litMs = 1600;

export function useScrollTarget(rows: unknown, show: (seq: number) => HTMLElement | null) {
  const [target, setTarget] = useState<number | null>(null);
  const [lit, setLit] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again after each render of the rows
  useEffect(() => {
    if (target === null) return;
    const found = show(target);
    if (!found) return;
    found.focus({ preventScroll: true });
    setTarget(null);
    setLit(target);
  }, [target, rows, show]);
  useEffect(() => {
    if (lit === null) return;
    const timer = setTimeout(() => setLit(null), litMs);
    return () => clearTimeout(timer);
  }, [lit]);
  return { lit, goTo: setTarget };
}
