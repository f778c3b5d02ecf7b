/** One node's copy of the log: the shared table, as far as the node has replicated it. */
import type { Log, Table } from './table.ts';

export type Replica = ReturnType<typeof createReplica>;

export function createReplica(table: Table) {
  /** Position of the last event that the node holds; undefined while it replicates at once. */
  let end: number | undefined;
  const listeners = new Set<() => void>();
  const grown = () => {
    for (const listener of [...listeners]) listener();
  };
  table.onGrowth(() => {
    if (end === undefined) grown();
  });
  const held = table.upTo(() => end ?? Number.MAX_SAFE_INTEGER);
  const log: Log = {
    ...held,
    onGrowth: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    log,
    /** Position of the last event that it holds: EventStoreDB's writer checkpoint. */
    last: log.last,
    /** Replicates nothing more. */
    stop: () => {
      end ??= table.last();
    },
    /** Replicates everything that it missed, and what follows at once. */
    catchUp: () => {
      if (end === undefined) return;
      end = undefined;
      grown();
    },
  };
}
