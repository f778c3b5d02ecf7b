/**
 * Small records that change and can be deleted for good: wrapped keys, password hashes, codes, failure
 * counts, leases, checkpoints of effects. Data that must not be lost is in the event log; data that must be
 * forgettable is here.
 */
import type { Json } from '#events/envelope.ts';

/** Opaque; changes with every put. (In a cluster's vault it is an object's ETag.) */
export type RecordVersion = string;

export type VaultRecord = { key: string; value: Json; version: RecordVersion };

/** Thrown by `put` and `delete` if the record has another version. Nothing is changed. */
export class VersionMismatchError extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`vault record ${key} is not of the expected version`);
    this.name = 'VersionMismatchError';
    this.key = key;
  }
}

export interface Vault {
  get(key: string): Promise<VaultRecord | undefined>;
  /**
   * Stores a record and resolves with its new version once it is durable. With `ifVersion`, only if the
   * record has that version or is `absent`; without, in any case.
   * @throws VersionMismatchError
   */
  put(key: string, value: Json, ifVersion?: RecordVersion | 'absent'): Promise<RecordVersion>;
  /**
   * Deletes a record, overwritten if the medium allows. Resolves with whether it existed.
   * @throws VersionMismatchError
   */
  delete(key: string, ifVersion?: RecordVersion): Promise<boolean>;
  /** Records whose key begins with `prefix`, in key order by code point. */
  list(prefix: string): AsyncIterable<VaultRecord>;
  close(): Promise<void>;
}
