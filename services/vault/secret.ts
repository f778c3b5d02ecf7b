/**
 * The secret of an installation. It wraps the patients' keys and signs sessions. A backup of those keys never contains
 * it.
 */

import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '#services/eventstore/schema.ts';

/** Bytes of the secret and of every derived key. */
export const KEY_BYTES = 32;

export type SecretPlace = {
  /** Path of the data folder. */
  dir: string;
  /** Path of the secret from SECRET_FILE, if set. */
  file?: string;
};

/** Returns the secret's path, whether the file exists or not. */
export const secretPath = ({ dir, file }: SecretPlace): string => file ?? join(dir, 'secret');

/**
 * Returns the secret from `file` (SECRET_FILE), which must exist, or else from `<dir>/secret`, which is created if it
 * is missing and is readable only by its owner. A file contains 32 bytes, or 64 hexadecimal digits.
 * @throws Error with a sentence for the operator
 */
export function loadSecret(options: SecretPlace & { random?: (bytes: number) => Buffer }): Buffer {
  const { dir, random = randomBytes } = options;
  const file = secretPath(options);
  if (options.file === undefined && !existsSync(file)) makeSecret(dir, file, random(KEY_BYTES));
  if (!existsSync(file)) throw new Error(`SECRET_FILE names ${file}, which does not exist.`);
  const bytes = readFileSync(file);
  const secret = bytes.length === KEY_BYTES ? bytes : fromHex(bytes.toString('latin1').trim());
  if (secret === undefined)
    throw new Error(`The secret in ${file} must be 32 bytes, or 64 hexadecimal digits.`);
  return secret;
}

/** Derives a key for one purpose. It reveals nothing of the secret or of the other keys. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `archline ${purpose}`, KEY_BYTES));
}

const fromHex = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined);

/**
 * Writes the secret completely and durably before it gets its name. Losing the secret, or a part of it, in a power cut
 * would lose the data of every patient.
 */
function makeSecret(dir: string, file: string, secret: Buffer): void {
  mkdirSync(dir, { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  // A power cut may have left this file. In a container the next process has the same id.
  rmSync(draft, { force: true });
  const fd = openSync(draft, 'wx', 0o600);
  writeSync(fd, secret);
  fsyncSync(fd);
  closeSync(fd);
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was first, so its secret counts.
    if (!existsSync(file)) throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dir);
}
