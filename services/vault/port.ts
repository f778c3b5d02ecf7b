/**
 * Small records that change and can be deleted for good: wrapped keys, password hashes, codes, failure counts,
 * leases, checkpoints of effects. What must not be lost is in the event log; what must be forgettable is here.
 */
import type { Json } from '#events/envelope.ts';

/** Opaque: changes with every put. (A cluster's vault gives the ETag of an object.) */
export type Version = string;

export type Kept = { key: string; value: Json; version: Version };

/** Thrown by `put` and `delete` where the record is not of the version that was given; nothing is changed. */
export class VersionMismatch extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`vault record ${key} is not of the expected version`);
    this.name = 'VersionMismatch';
    this.key = key;
  }
}

export interface Vault {
  get(key: string): Promise<Kept | undefined>;
  /**
   * Stores a record and resolves with its new version once it is durable. With `ifVersion` only where the record has
   * that version, or is `absent`; without, whatever is there.
   * @throws VersionMismatch
   */
  put(key: string, value: Json, ifVersion?: Version | 'absent'): Promise<Version>;
  /**
   * Deletes a record, overwritten where the medium allows; resolves with whether it was there.
   * @throws VersionMismatch
   */
  delete(key: string, ifVersion?: Version): Promise<boolean>;
  /** Records whose key begins with `prefix`, in the order of their keys (by code point). */
  list(prefix: string): AsyncIterable<Kept>;
  close(): Promise<void>;
}
