/** Few large batches out of many small ones: what comes within some milliseconds goes together. */

export type Limits<T> = {
  /** Most items of a batch. */
  size: number;
  /** Most bytes of a batch; one item that is larger goes alone. */
  bytes: number;
  bytesOf: (item: T) => number;
  /** Resolves when a batch that has begun waits no longer. */
  linger: () => Promise<void>;
};

/** The items that go together: as many from the front as the limits allow. */
function taken<T>(items: T[], { size, bytes, bytesOf }: Limits<T>): number {
  let total = 0;
  const over = items.findIndex((item, i) => {
    total += bytesOf(item);
    return i > 0 && (i >= size || total > bytes);
  });
  return over < 0 ? items.length : over;
}

/**
 * Batches within the limits, in order, none empty. While one of them is with whoever asked, what comes is kept for the
 * next. Its source is left waiting where it is ended early: end the source by its own signal.
 */
export async function* gathered<T>(source: AsyncIterable<T[]>, limits: Limits<T>): AsyncGenerator<T[]> {
  const from = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = from.next();
    // It may fail when nobody waits for it any more.
    asked.catch(() => undefined);
    return asked;
  };
  let held: T[] = [];
  let next = ask();
  for (;;) {
    if (held.length === 0) {
      const first = await next;
      if (first.done) return;
      held = first.value;
      next = ask();
    }
    const late = limits.linger().then(() => undefined);
    while (taken(held, limits) === held.length && held.length < limits.size) {
      const more = await Promise.race([next, late]);
      if (more === undefined || more.done) break;
      held = held.concat(more.value);
      next = ask();
    }
    const count = taken(held, limits);
    yield held.slice(0, count);
    held = held.slice(count);
  }
}
