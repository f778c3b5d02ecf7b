/** Collects small batches into large ones: items that arrive within some milliseconds go together. */

export type BatchLimits<T> = {
  /** Maximum number of items in a batch. */
  size: number;
  /** Maximum bytes of a batch. A larger item forms a batch alone. */
  bytes: number;
  bytesOf: (item: T) => number;
  /** Resolves when a batch must not wait longer. */
  linger: () => Promise<void>;
};

/** Takes as many items from the front as the limits allow. */
function taken<T>(items: T[], { size, bytes, bytesOf }: BatchLimits<T>): number {
  let total = 0;
  const over = items.findIndex((item, i) => {
    total += bytesOf(item);
    return i > 0 && (i >= size || total > bytes);
  });
  return over < 0 ? items.length : over;
}

/**
 * Yields non-empty batches within the limits, in order. Items that arrive while a batch is processed are kept for the
 * next one. Trap: ending the iteration early does not end the source. End the source by its own signal.
 */
export async function* collectBatches<T>(
  source: AsyncIterable<T[]>,
  limits: BatchLimits<T>,
): AsyncGenerator<T[]> {
  const from = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = from.next();
    // Marks the promise as handled, because it may reject when it is no longer awaited.
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
    // Starts no timer for full batches of a backlog.
    let late: Promise<undefined> | undefined;
    while (taken(held, limits) === held.length && held.length < limits.size) {
      late ??= limits.linger().then(() => undefined);
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
