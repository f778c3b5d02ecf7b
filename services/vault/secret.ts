/** The one secret of an installation: it wraps the patients' keys and signs sessions, and is never in a backup of them. */

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

/** Bytes of the secret and of every key made from it. */
export const KEY_BYTES = 32;

export type SecretPlace = {
  /** The data folder. */
  dir: string;
  /** SECRET_FILE, where it is set. */
  file?: string;
};

/** Where the secret lies, or is to lie. */
export const secretAt = ({ dir, file }: SecretPlace): string => file ?? join(dir, 'secret');

/**
 * The secret from `file` (SECRET_FILE; must be there), or from `<dir>/secret`, which is made, readable by its owner
 * only, where it is missing. A file holds 32 bytes, or 64 hexadecimal digits.
 * @throws Error with a sentence for the operator
 */
export function loadSecret(options: SecretPlace & { random?: (bytes: number) => Buffer }): Buffer {
  const { dir, random = randomBytes } = options;
  const file = secretAt(options);
  if (options.file === undefined && !existsSync(file)) makeSecret(dir, file, random(KEY_BYTES));
  if (!existsSync(file)) throw new Error(`SECRET_FILE names ${file}, which is not there.`);
  const bytes = readFileSync(file);
  const secret = bytes.length === KEY_BYTES ? bytes : fromHex(bytes.toString('latin1').trim());
  if (secret === undefined)
    throw new Error(`The secret in ${file} must be 32 bytes, or 64 hexadecimal digits.`);
  return secret;
}

/** A key for one purpose; knowing it tells nothing of the secret or of the other keys. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `archline ${purpose}`, KEY_BYTES));
}

const fromHex = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined);

/** Whole and durable before it has its name: half a secret, or one that a power cut takes back, loses every patient. */
function makeSecret(dir: string, file: string, secret: Buffer): void {
  mkdirSync(dir, { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  // One that was left when the power went: in a container the next process has the same number.
  rmSync(draft, { force: true });
  const fd = openSync(draft, 'wx', 0o600);
  writeSync(fd, secret);
  fsyncSync(fd);
  closeSync(fd);
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was first: its secret is the one.
    if (!existsSync(file)) throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dir);
}
