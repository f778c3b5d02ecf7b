/** One key for each person whose words are sealed; deleting it erases them everywhere, backups of the log included. */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Kept, type Vault, VersionMismatch } from './port.ts';
import { deriveKey, KEY_BYTES } from './secret.ts';

/** Thrown where something is to be sealed for a person who has been erased. */
export class SubjectErased extends Error {
  readonly subject: string;
  constructor(subject: string) {
    super(`the key of ${subject} is erased`);
    this.name = 'SubjectErased';
    this.subject = subject;
  }
}

/** Thrown where a key or a sealed text is not what was sealed: wrong secret, or a damaged or moved record. */
export class SealBroken extends Error {
  constructor(what: string, cause?: unknown) {
    super(`${what} does not open`, { cause });
    this.name = 'SealBroken';
  }
}

export interface Keyring {
  /** The key if it is at hand; null where it is known to be erased; undefined where the vault has to be asked. */
  cached(subject: string): KeyObject | null | undefined;
  /** The key, or null where it is erased or was never made. @throws SealBroken */
  find(subject: string): Promise<KeyObject | null>;
  /** The key, made where there is none. @throws SubjectErased, SealBroken */
  obtain(subject: string): Promise<KeyObject>;
  /** Deletes the key for ever; no other is made for this subject. Again is no error. */
  eraseSubject(subject: string): Promise<void>;
  /** From here on the key is as good as gone, whatever the vault holds: the log says that it is to be erased. */
  bury(subject: string): void;
  /** To be called at start. @throws Error with a sentence, where the secret is not the one this vault was made with */
  check(): Promise<void>;
}

export type KeyringOptions = {
  /** Keys held in memory. */
  size?: number;
  random?: (bytes: number) => Buffer;
};

/** What lies in the vault in the key's place, for ever. */
const TOMBSTONE = 'erased';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyPrefix = 'key/';
/** Where the vault keeps a subject's key. */
export const keyName = (subject: string) => keyPrefix + subject;

/** Whose key was here and is erased; undefined of every other record. */
export const erasedIn = ({ key, value }: Pick<Kept, 'key' | 'value'>): string | undefined =>
  key.startsWith(keyPrefix) && value === TOMBSTONE ? key.slice(keyPrefix.length) : undefined;

/** What stands in the vault once a subject is erased. */
export const tombstoneOf = (subject: string): Pick<Kept, 'key' | 'value'> => ({
  key: keyName(subject),
  value: TOMBSTONE,
});

/** Keys in `vault`, wrapped by a key made from `secret` (32 bytes). */
export function createKeyring(vault: Vault, secret: Buffer, options: KeyringOptions = {}): Keyring {
  const { size = 50_000, random = randomBytes } = options;
  const wrapping = createSecretKey(deriveKey(secret, 'patient keys'));
  const cache = createCache(size);
  const buried = new Set<string>();
  const making = new Map<string, Promise<KeyObject>>();

  const finding = new Map<string, { found: Promise<KeyObject | null> }>();
  const look = async (subject: string) => {
    const record = await vault.get(keyName(subject));
    if (record === undefined) return undefined;
    return record.value === TOMBSTONE ? null : unwrap(wrapping, subject, String(record.value));
  };
  /** All that follow the log ask for a new case's key in the same moment: one looks for them. */
  const find = async (subject: string): Promise<KeyObject | null> => {
    if (buried.has(subject)) return null;
    const pending = finding.get(subject);
    // That there was none is true of the moment when they began to look: it may be there by now.
    const theirs = pending && (await pending.found);
    if (theirs) return theirs;
    const mine = { found: Promise.resolve<KeyObject | null>(null) };
    finding.set(subject, mine);
    mine.found = (async () => {
      try {
        const found = await look(subject);
        // Of one who was erased meanwhile nothing is kept.
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
      await vault.put(keyName(subject), wrap(wrapping, subject, key, random(IV_BYTES)), 'absent');
    } catch (error) {
      if (!(error instanceof VersionMismatch)) throw error;
      // Made by another node since, or erased.
      const theirs = await find(subject);
      if (theirs === null) throw new SubjectErased(subject);
      return theirs;
    }
    if (buried.has(subject)) throw new SubjectErased(subject);
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
      if (known === null) throw new SubjectErased(subject);
      const pending = making.get(subject) ?? make(subject).finally(() => making.delete(subject));
      making.set(subject, pending);
      return pending;
    },
    eraseSubject: async subject => {
      await erase(vault, keyName(subject));
      bury(subject);
    },
    bury,
    check: () => checkSecret(vault, wrapping, random),
  };
}

/** Deletes first, so that the bytes are overwritten; a key that another node makes in between is deleted as well. */
async function erase(vault: Vault, name: string): Promise<void> {
  for (;;) {
    const record = await vault.get(name);
    if (record?.value === TOMBSTONE) return;
    await vault.delete(name);
    try {
      await vault.put(name, TOMBSTONE, 'absent');
    } catch (error) {
      if (!(error instanceof VersionMismatch)) throw error;
    }
  }
}

/** Where the vault keeps what tells its own secret from another one. */
export const checkKey = 'secret/check';

async function checkSecret(
  vault: Vault,
  wrapping: KeyObject,
  random: (bytes: number) => Buffer,
): Promise<void> {
  const record = await vault.get(checkKey);
  if (record === undefined) {
    await vault.put(checkKey, wrap(wrapping, checkKey, createSecretKey(random(KEY_BYTES)), random(IV_BYTES)));
    return;
  }
  try {
    unwrap(wrapping, checkKey, String(record.value));
  } catch {
    throw new Error(
      'The secret is not the one that this data folder was made with: patients could not be read. Restore it, or set SECRET_FILE to it.',
    );
  }
}

function wrap(wrapping: KeyObject, subject: string, key: KeyObject, iv: Buffer): string {
  return seal(wrapping, subject, key.export(), iv).toString('base64');
}

function unwrap(wrapping: KeyObject, subject: string, wrapped: string): KeyObject {
  return createSecretKey(open(wrapping, subject, Buffer.from(wrapped, 'base64')));
}

/**
 * AES-256-GCM: iv, tag and ciphertext in one piece; `bound` is authenticated and has to be given again.
 * Trap: with the key as a Buffer each call costs ten times as much (28 µs; a rebuild makes millions).
 */
export function seal(key: KeyObject, bound: string, clear: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(bound));
  const text = cipher.update(clear);
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** @throws SealBroken */
export function open(key: KeyObject, bound: string, sealed: Buffer): Buffer {
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
    throw new SealBroken(bound, error);
  }
}

/** Least recently used out first; null (erased) is kept as well, it is as final as a key. */
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
