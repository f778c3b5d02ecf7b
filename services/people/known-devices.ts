/**
 * Known devices: browsers that have signed in before. Each has its own count of wrong passwords
 * (people/sign-in-attempts.ts), so that strangers who freeze an account do not lock its owner out. The cookie is not a
 * session and grants nothing. Its format: id, MAC of the id, and one tag per account, newest first. A tag is bound to
 * the password, so after a password change the device is unknown until its next sign-in.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { findByAccount } from '#events/person/account-identity.ts';
import type { Ids } from '../clock/clock.ts';
import type { SigningKeys } from '../vault/signing.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';

export type KnownDevices = {
  /** The id in a genuine device cookie. */
  idOf(cookie: string | undefined): string | undefined;
  /** The device's id, if it has signed in to this account with the current password. */
  known(cookie: string | undefined, account: string): Promise<string | undefined>;
  /** The cookie for a device that has just signed in. */
  signedIn(cookie: string | undefined, personId: string): Promise<string>;
};

type DevicesDeps = {
  people: Pick<PeopleDirectory, 'current'>;
  passwords: Pick<Passwords, 'versionOf'>;
  ids: Pick<Ids, 'bytes'>;
  keys: SigningKeys;
};

const MAC_BYTES = 16;
/** Maximum number of accounts per browser, for colleagues who share a computer. The oldest is forgotten first. */
const mostAccounts = 12;

export function createKnownDevices({ people, passwords, ids, keys }: DevicesDeps): KnownDevices {
  const mac = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES).toString('base64url');
  const same = (a: string, b: string) => {
    // Compares bytes, because a forged cookie may contain multi-byte characters.
    const [left, right] = [Buffer.from(a), Buffer.from(b)];
    return left.length === right.length && timingSafeEqual(left, right);
  };
  const read = (cookie = '') => {
    const [id = '', sealed = '', ...tags] = cookie.split('.');
    const ours = /^[\w-]{22}$/.test(id) && keys.valid().some(key => same(sealed, mac(key, `device ${id}`)));
    return ours ? { id, tags: tags.slice(0, mostAccounts) } : undefined;
  };
  // Does the same work for an unknown name, so that timing reveals no account.
  const tagsOf = async (id: string, personId = '') => {
    const text = `account ${id} ${personId} ${(await passwords.versionOf(personId)) ?? ''}`;
    return { tag: mac(keys.current(), text), valid: keys.valid().map(key => mac(key, text)) };
  };
  return {
    idOf: cookie => read(cookie)?.id,
    known: async (cookie, account) => {
      const device = read(cookie);
      if (!device) return undefined;
      const person = findByAccount(await people.current(), account);
      const { valid } = await tagsOf(device.id, person?.id);
      return device.tags.some(tag => valid.some(validTag => same(tag, validTag))) ? device.id : undefined;
    },
    signedIn: async (cookie, personId) => {
      const { id, tags } = read(cookie) ?? { id: ids.bytes(16).toString('base64url'), tags: [] };
      const { tag, valid } = await tagsOf(id, personId);
      const kept = [tag, ...tags.filter(other => other !== tag && !valid.includes(other))].slice(
        0,
        mostAccounts,
      );
      return [id, mac(keys.current(), `device ${id}`), ...kept].join('.');
    },
  };
}
