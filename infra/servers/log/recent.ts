/** Recently used event ids with their first use, in memory only, as many as EventStoreDB keeps. */

export type Use = { stream: string; revision: number };

/** Of all of them together (its `CommitedEventsMemCacheLimit`). */
const MOST_BYTES = 8 * 1024 * 1024;
/** An id, a number and a pointer; a stream's name comes on top, two bytes a character. */
const BYTES_EACH = 28;

export function createRecent() {
  const uses = new Map<string, Use>();
  let bytes = 0;
  const sizeOf = ({ stream }: Use) => BYTES_EACH + 2 * stream.length;
  return {
    find: (id: string) => uses.get(id),
    note: (id: string, use: Use) => {
      if (uses.has(id)) return;
      uses.set(id, use);
      bytes += sizeOf(use);
      for (const [oldest, of] of uses) {
        if (bytes <= MOST_BYTES) return;
        uses.delete(oldest);
        bytes -= sizeOf(of);
      }
    },
  };
}
