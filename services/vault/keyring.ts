/**
 * One key for each person whose data is sealed. Deleting the key erases the data everywhere, including
 * backups of the log.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Vault, type VaultRecord, VersionMismatchError } from './port.ts';
import { deriveKey, KEY_BYTES } from './secret.ts';

/** Thrown if something is to be sealed for an erased person. */
export class SubjectErasedError extends Error {
  readonly subject: string;
  constructor(subject: string) {
    super(`the key of ${subject} is erased`);
    this.name = 'SubjectErasedError';
    this.subject = subject;
  }
}

/** Thrown if a key or sealed data cannot be opened: wrong secret, or a damaged or moved record. */
export class SealBrokenError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`${what} cannot be decrypted`, { cause });
    this.name = 'SealBrokenError';
  }
}

export interface Keyring {
  /** Returns the cached key; null if it is known to be erased; undefined if the vault must be asked. */
  cached(subject: string): KeyObject | null | undefined;
  /** Returns the key; null if it is erased or was never created. @throws SealBrokenError */
  find(subject: string): Promise<KeyObject | null>;
  /** Returns the key, and creates it if it is missing. @throws SubjectErasedError, SealBrokenError */
  obtain(subject: string): Promise<KeyObject>;
  /** Deletes the key permanently. No key is created for this subject again. Idempotent. */
  eraseSubject(subject: string): Promise<void>;
  /** Treats the key as erased from now on, even if the vault still has it, because the log says that it is erased. */
  bury(subject: string): void;
  /**
   * Checks the secret; call it at the start.
   * @throws Error with a sentence for the operator, if the vault was created with another secret
   */
  check(): Promise<void>;
}

export type KeyringOptions = {
  /** Maximum number of keys cached in memory. */
  size?: number;
  random?: (bytes: number) => Buffer;
};

/** Permanent value in place of an erased key. */
const TOMBSTONE = 'erased';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyPrefix = 'key/';
/** Returns the vault key under which a subject's key is stored. */
export const subjectKeyName = (subject: string) => keyPrefix + subject;

/** The subject of a tombstone; undefined for other records. */
export const subjectOfTombstone = ({ key, value }: Pick<VaultRecord, 'key' | 'value'>): string | undefined =>
  key.startsWith(keyPrefix) && value === TOMBSTONE ? key.slice(keyPrefix.length) : undefined;

/** Returns the tombstone record of an erased subject. */
export const tombstoneOf = (subject: string): Pick<VaultRecord, 'key' | 'value'> => ({
  key: subjectKeyName(subject),
  value: TOMBSTONE,
});

/** Creates a keyring. Its keys are in `vault`, encrypted with a key that derives from `secret` (32 bytes). */
export function createSubjectKeyring(vault: Vault, secret: Buffer, options: KeyringOptions = {}): Keyring {
  const { size = 50_000, random = randomBytes } = options;
  const wrapping = createSecretKey(deriveKey(secret, 'patient keys'));
  const cache = createCache(size);
  const buried = new Set<string>();
  const making = new Map<string, Promise<KeyObject>>();

  const finding = new Map<string, { found: Promise<KeyObject | null> }>();
  const look = async (subject: string) => {
    const record = await vault.get(subjectKeyName(subject));
    if (record === undefined) return undefined;
    return record.value === TOMBSTONE ? null : unwrap(wrapping, subject, String(record.value));
  };
  /**
   * Finds a key. All followers of the log request a new case's key at the same moment, but only one of them reads the
   * vault.
   */
  const find = async (subject: string): Promise<KeyObject | null> => {
    if (buried.has(subject)) return null;
    const pending = finding.get(subject);
    // A negative result may be outdated, because the key may have been created after that read began.
    const theirs = pending && (await pending.found);
    if (theirs) return theirs;
    const mine = { found: Promise.resolve<KeyObject | null>(null) };
    finding.set(subject, mine);
    mine.found = (async () => {
      try {
        const found = await look(subject);
        // Do not cache the key of a subject erased meanwhile.
        if (found !== undefined && finding.get(subject) === mine) cache.set(subject, found);
        return found ?? null;
      } finally {
        if (finding.get(subject) === mine) finding.delete(subject);
      }
    })();
    return mine.found;
  };
  const make = async (subject: string): Promise<KeyObject> => {
    const found = await find(subject);
    if (found !== null) return found;
    const key = createSecretKey(random(KEY_BYTES));
    try {
      await vault.put(subjectKeyName(subject), wrap(wrapping, subject, key, random(IV_BYTES)), 'absent');
    } catch (error) {
      if (!(error instanceof VersionMismatchError)) throw error;
      // Another node has created the key meanwhile, or erased it.
      const theirs = await find(subject);
      if (theirs === null) throw new SubjectErasedError(subject);
      return theirs;
    }
    if (buried.has(subject)) throw new SubjectErasedError(subject);
    cache.set(subject, key);
    return key;
  };
  const cached = (subject: string) => (buried.has(subject) ? null : cache.get(subject));
  const bury = (subject: string) => {
    buried.add(subject);
    finding.delete(subject);
    cache.delete(subject);
  };
  return {
    cached,
    find,
    obtain: async subject => {
      const known = cached(subject);
      if (known) return known;
      if (known === null) throw new SubjectErasedError(subject);
      const pending = making.get(subject) ?? make(subject).finally(() => making.delete(subject));
      making.set(subject, pending);
      return pending;
    },
    eraseSubject: async subject => {
      await erase(vault, subjectKeyName(subject));
      bury(subject);
    },
    bury,
    check: () => checkSecret(vault, wrapping, random),
  };
}

/**
 * Deletes the key before writing the tombstone, so that its bytes are overwritten. Also deletes a key that another
 * node creates in between.
 */
async function erase(vault: Vault, name: string): Promise<void> {
  for (;;) {
    const record = await vault.get(name);
    if (record?.value === TOMBSTONE) return;
    await vault.delete(name);
    try {
      await vault.put(name, TOMBSTONE, 'absent');
    } catch (error) {
      if (!(error instanceof VersionMismatchError)) throw error;
    }
  }
}

/** Vault key of the record that identifies the vault's own secret. */
export const secretCheckKey = 'secret/check';

async function checkSecret(
  vault: Vault,
  wrapping: KeyObject,
  random: (bytes: number) => Buffer,
): Promise<void> {
  const record = await vault.get(secretCheckKey);
  if (record === undefined) {
    await vault.put(
      secretCheckKey,
      wrap(wrapping, secretCheckKey, createSecretKey(random(KEY_BYTES)), random(IV_BYTES)),
    );
    return;
  }
  try {
    unwrap(wrapping, secretCheckKey, String(record.value));
  } catch {
    throw new Error(
      'The secret does not belong to this data folder, so patients cannot be decrypted. Restore the right secret, or set SECRET_FILE to it.',
    );
  }
}

function wrap(wrapping: KeyObject, subject: string, key: KeyObject, iv: Buffer): string {
  return seal(wrapping, subject, key.export(), iv).toString('base64');
}

function unwrap(wrapping: KeyObject, subject: string, wrapped: string): KeyObject {
  return createSecretKey(unseal(wrapping, subject, Buffer.from(wrapped, 'base64')));
}

/**
 * Encrypts with AES-256-GCM. Returns iv, tag and ciphertext in one buffer. `bound` is authenticated, and `unseal`
 * needs the same value. Trap: with the key as a Buffer, each call costs ten times as much (28 µs; a rebuild makes
 * millions of calls).
 */
export function seal(key: KeyObject, bound: string, clear: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(bound));
  const text = cipher.update(clear);
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Decrypts what `seal` returned. @throws SealBrokenError */
export function unseal(key: KeyObject, bound: string, sealed: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(bound));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const clear = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
    decipher.final();
    return clear;
  } catch (error) {
    throw new SealBrokenError(bound, error);
  }
}

/** Creates an LRU cache. It also caches null (erased), because that is as final as a key. */
function createCache(size: number) {
  const keys = new Map<string, KeyObject | null>();
  return {
    get: (subject: string) => {
      const key = keys.get(subject);
      if (key === undefined) return undefined;
      keys.delete(subject);
      keys.set(subject, key);
      return key;
    },
    set: (subject: string, key: KeyObject | null) => {
      keys.delete(subject);
      keys.set(subject, key);
      if (keys.size > size) keys.delete(keys.keys().next().value ?? subject);
    },
    delete: (subject: string) => void keys.delete(subject),
  };
}
