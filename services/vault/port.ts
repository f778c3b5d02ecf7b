/**
 * Small records that change and can be deleted permanently: wrapped keys, password hashes, codes, failure counts,
 * leases, checkpoints of effects. Data that must not be lost is in the event log. Data that must be erasable is here.
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
   * Stores a record and resolves with its new version when it is durable. With `ifVersion`, stores it only if the
   * record has that version or is `absent`.
   * @throws VersionMismatchError
   */
  put(key: string, value: Json, ifVersion?: RecordVersion | 'absent'): Promise<RecordVersion>;
  /**
   * Deletes a record. Overwrites its bytes if the storage allows. Resolves with whether it existed.
   * @throws VersionMismatchError
   */
  delete(key: string, ifVersion?: RecordVersion): Promise<boolean>;
  /** Records whose key begins with `prefix`, in key order by code point. */
  list(prefix: string): AsyncIterable<VaultRecord>;
  close(): Promise<void>;
}
