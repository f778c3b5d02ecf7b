/** So many at once, the others in the order of asking: a deadline begins when a call does, not when it is asked for. */
export function createGate(most: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else inside++;
    try {
      return await work();
    } finally {
      // Whoever waits longest takes this one's place.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
