/**
 * So much at once, the others in the order of asking: a deadline begins when a call does, not when it is asked for.
 * @param most sum of the weights of what is under way
 */
export function createGate(most: number) {
  let inside = 0;
  const waiting: { weight: number; go: () => void }[] = [];
  const admit = () => {
    // Whoever waits longest comes first, so that what is heavy comes in at all.
    for (let next = waiting[0]; next && inside + next.weight <= most; next = waiting[0]) {
      waiting.shift();
      inside += next.weight;
      next.go();
    }
  };
  return async <T>(weight: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>(go => {
      waiting.push({ weight, go });
      admit();
    });
    try {
      return await work();
    } finally {
      inside -= weight;
      admit();
    }
  };
}
