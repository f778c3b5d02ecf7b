/**
 * Storage of snapshots: sealed read models of one node, for nodes that start without any. Only the newest snapshot of
 * each kind is kept.
 */
export interface SnapshotStore {
  /** Stores a file under a name. Replaces the previous one once it is complete. */
  keep(name: string, file: string): Promise<void>;
  /** Copies a snapshot into a file; false if there is none. */
  fetch(name: string, into: string): Promise<boolean>;
  /** Deletes snapshots stored before a time (ms). */
  drop(before: number): Promise<void>;
}
