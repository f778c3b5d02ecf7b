/** Where nodes leave their rows for nodes that have none: kept sealed, the newest of each kind only. */
export interface SnapshotStore {
  /** Keeps the file under a name; what was there is replaced once it is whole. */
  keep(name: string, file: string): Promise<void>;
  /** Writes what is kept into a file; false where there is nothing. */
  fetch(name: string, into: string): Promise<boolean>;
  /** Removes those that were kept before a time (ms). */
  drop(before: number): Promise<void>;
}
