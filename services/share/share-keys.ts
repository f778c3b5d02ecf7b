/** The key in a share link's address: the link's id and a 128-bit MAC under the installation's secret. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKeys } from '../vault/signing.ts';

const idBytes = 16;
const macBytes = 16;
/** Format of a share key: base64url of id and MAC. */
const form = /^[\w-]{43}$/;

export type ShareKeys = {
  /**
   * Returns the key of a link. It is signed with the current key generation, so after a rotation the same link has a
   * second key.
   * @param id a uuid
   */
  keyOf(id: string): string;
  /** Returns the link's id; undefined for a key that this installation has not made. */
  idOf(key: string): string | undefined;
};

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export function createShareKeys(signing: SigningKeys): ShareKeys {
  const macOf = (key: Buffer, id: Buffer) =>
    createHmac('sha256', key).update(id).digest().subarray(0, macBytes);
  return {
    keyOf: id => {
      const bytes = bytesOf(id);
      if (bytes.length !== idBytes) throw new Error('invalid link id');
      return Buffer.concat([bytes, macOf(signing.current(), bytes)]).toString('base64url');
    },
    idOf: key => {
      // Compares the MAC of a malformed key as well, so that the time is the same.
      const fits = form.test(key);
      const bytes = Buffer.alloc(idBytes + macBytes);
      if (fits) Buffer.from(key, 'base64url').copy(bytes);
      const [id, mac] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)];
      // Compares with every valid signing key, so that timing does not reveal which one matched.
      const same = signing.valid().filter(one => timingSafeEqual(mac, macOf(one, id))).length > 0;
      // Two spare bits at the end allow four spellings of a key; only one is accepted.
      return same && fits && bytes.toString('base64url') === key ? uuidOf(id) : undefined;
    },
  };
}
