/**
 * Queues of cases, each in the order of waiting. A case is in at most one queue, so all queues share one pair of links
 * for each case. A queue keeps its middle case, so that the median needs no search.
 */

const NONE = -1;

/**
 * Number of cases in a queue, and the case indexes of the oldest, the newest and the median case; -1 in an empty queue.
 */
export type CaseQueueEnds = { count: number; oldest: number; newest: number; middle: number };

export type QueueLists = ReturnType<typeof createQueueLists>;

/** Creates empty queues. @param cases number of all cases, in any queue or none */
export function createQueueLists(cases: number) {
  const before = new Int32Array(cases).fill(NONE);
  const after = new Int32Array(cases).fill(NONE);
  const since = new Float64Array(cases);
  const queues = new Map<number, CaseQueueEnds>();
  const queueOf = (key: number): CaseQueueEnds => {
    const known = queues.get(key);
    if (known) return known;
    const made = { count: 0, oldest: NONE, newest: NONE, middle: NONE };
    queues.set(key, made);
    return made;
  };
  const link = (queue: CaseQueueEnds, left: number, right: number) => {
    if (left === NONE) queue.oldest = right;
    else after[left] = right;
    if (right === NONE) queue.newest = left;
    else before[right] = left;
  };
  const previous = (of: number) => before[of] ?? NONE;
  const following = (of: number) => after[of] ?? NONE;
  /**
   * True if a case is before its queue's middle. Cases that have waited equally long are compared by their place in the
   * list.
   */
  const isBeforeMiddle = ({ middle }: CaseQueueEnds, one: number): boolean => {
    const [a, b] = [since[one] ?? 0, since[middle] ?? 0];
    if (a !== b) return a < b;
    for (let at = previous(middle); at !== NONE && since[at] === b; at = previous(at))
      if (at === one) return true;
    return false;
  };
  return {
    queues: queues as ReadonlyMap<number, CaseQueueEnds>,
    since: (of: number): number => since[of] ?? 0,
    /** Adds a case behind all cases that have waited at least as long. */
    enter(key: number, one: number, at: number): void {
      const queue = queueOf(key);
      let left = queue.newest;
      while (left !== NONE && (since[left] ?? 0) > at) left = previous(left);
      const right = left === NONE ? queue.oldest : following(left);
      since[one] = at;
      link(queue, left, one);
      link(queue, one, right);
      queue.count += 1;
      if (queue.count === 1) queue.middle = one;
      // Keeps as middle the case at index (count - 1) / 2, rounded down.
      else if (isBeforeMiddle(queue, one)) {
        if (queue.count % 2 === 0) queue.middle = previous(queue.middle);
      } else if (queue.count % 2 === 1) queue.middle = following(queue.middle);
    },
    leave(key: number, one: number): void {
      const queue = queueOf(key);
      const isOdd = queue.count % 2 === 1;
      if (queue.middle === one) queue.middle = isOdd ? previous(one) : following(one);
      else if (isBeforeMiddle(queue, one)) {
        if (!isOdd) queue.middle = following(queue.middle);
      } else if (isOdd) queue.middle = previous(queue.middle);
      link(queue, previous(one), following(one));
      queue.count -= 1;
    },
  };
}
