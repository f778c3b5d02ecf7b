/** Recently used event ids and their first use, in memory only. Holds as many as EventStoreDB. */

export type EventIdUse = { stream: string; revision: number };

/** Maximum size of all entries (EventStoreDB's `CommitedEventsMemCacheLimit`). */
const MOST_BYTES = 8 * 1024 * 1024;
/** Bytes of an entry: id, number and pointer. The stream's name adds two bytes per character. */
const BYTES_EACH = 28;

export function createRecentIds() {
  const uses = new Map<string, EventIdUse>();
  let bytes = 0;
  const sizeOf = ({ stream }: EventIdUse) => BYTES_EACH + 2 * stream.length;
  return {
    find: (id: string) => uses.get(id),
    note: (id: string, use: EventIdUse) => {
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
