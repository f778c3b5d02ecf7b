/**
 * Storage of snapshots: read models of one node for nodes that start without any. Sealed, and only the newest
 * of each kind.
 */
export interface SnapshotStore {
  /** Stores a file under a name. Replaces the previous one once it is complete. */
  keep(name: string, file: string): Promise<void>;
  /** Copies a snapshot into a file; false if there is none. */
  fetch(name: string, into: string): Promise<boolean>;
  /** Deletes those stored before a time (ms). */
  drop(before: number): Promise<void>;
}
