/** One node's copy of the log: the shared table, up to the node's last replicated event. */
import type { EventTable, ReadableLog } from './event-table.ts';

export type Replica = ReturnType<typeof createReplica>;

export function createReplica(table: EventTable) {
  /** Position of the last replicated event; undefined while replication is instant. */
  let end: number | undefined;
  const listeners = new Set<() => void>();
  const grown = () => {
    for (const listener of [...listeners]) listener();
  };
  table.onGrowth(() => {
    if (end === undefined) grown();
  });
  const held = table.upTo(() => end ?? Number.MAX_SAFE_INTEGER);
  const log: ReadableLog = {
    ...held,
    onGrowth: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    log,
    /** Position of the last event that the node has: EventStoreDB's writer checkpoint. */
    last: log.last,
    /** Stops replication. */
    stop: () => {
      end ??= table.last();
    },
    /** Replicates all missed events and resumes instant replication. */
    catchUp: () => {
      if (end === undefined) return;
      end = undefined;
      grown();
    },
  };
}
