/** A queue of future steps by time. Steps of the same time run in the order in which they were added. */

type Entry = { at: number; order: number; play: () => void };

export type Agenda = {
  /** @param at milliseconds since 1970 */
  add(at: number, play: () => void): void;
  /** Removes and returns the earliest step. */
  take(): { at: number; play: () => void } | undefined;
};

const precedes = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Creates an empty agenda: a binary heap. */
export function createAgenda(): Agenda {
  const heap: Entry[] = [];
  let order = 0;

  const rise = (entry: Entry) => {
    let i = heap.length;
    heap.push(entry);
    while (i > 0) {
      const above = (i - 1) >> 1;
      const parent = heap[above];
      if (!parent || !precedes(entry, parent)) break;
      heap[i] = parent;
      i = above;
    }
    heap[i] = entry;
  };

  const sink = (entry: Entry) => {
    let i = 0;
    for (;;) {
      const [left, right] = [heap[2 * i + 1], heap[2 * i + 2]];
      if (!left) break;
      const first = right && precedes(right, left) ? right : left;
      if (!precedes(first, entry)) break;
      heap[i] = first;
      i = 2 * i + (first === left ? 1 : 2);
    }
    heap[i] = entry;
  };

  return {
    add: (at, play) => rise({ at, order: order++, play }),
    take: () => {
      const [first] = heap;
      const last = heap.pop();
      if (first && last && first !== last) sink(last);
      return first;
    },
  };
}
