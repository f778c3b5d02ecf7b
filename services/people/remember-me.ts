/**
 * "Remember me for two weeks": a family of single-use tokens. The successor of token n is HMAC(secret, family, n + 1).
 * For 60 seconds, the last used token gives the same answer again, because two tabs may send it at once. Reuse after
 * that ends the family, because the token must have been copied.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '#events/case/limits.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';
import type { SigningKeys } from '../vault/signing.ts';

/** What a sign-in proved besides a password: a second factor, or the sign-in at an identity provider. */
export type SessionProof = 'factor' | 'provider';

type Redeemed = { personId: string; proof: SessionProof | undefined; successor: string } | undefined;

export type RememberMe = {
  /** Starts a family and returns its first token. @param proof what the sign-in proved besides a password */
  issue(personId: string, proof?: SessionProof): Promise<string>;
  /** Returns the person, the proof and the successor token; undefined if the token is unknown, expired or used. */
  redeem(token: string): Promise<Redeemed>;
  /** Notes that the family's person set up a second factor in this browser. */
  prove(family: string): Promise<void>;
  /** Returns false if the token's family has ended meanwhile. */
  lasts(token: string): Promise<boolean>;
  /** Id of the family of a genuine token. */
  familyOf(token: string): string | undefined;
  /** Returns true if a family can still be redeemed. */
  isKept(family: string): Promise<boolean>;
  end(token: string): Promise<void>;
  endFamily(family: string): Promise<void>;
  /** Ends all of a person's families, except one. */
  endAll(personId: string, except?: string | null): Promise<void>;
  /** Forgets expired families. */
  sweep(): Promise<void>;
};

type Family = {
  personId: string;
  n: number;
  turnedAt: number;
  expiresAt: number;
  /** Absent if only a password was given. */
  proof?: SessionProof;
};

/** Cast: only this file writes these records. */
const familyIn = (record: VaultRecord | undefined) => record?.value as Family | undefined;

const PREFIX = 'remember/';
const GRACE_MS = 60_000;

type RememberDeps = { vault: Vault; clock: Clock; ids: Ids; keys: SigningKeys };

const tokenOf = (key: Buffer, family: string, n: number) =>
  `${family}.${n}.${createHmac('sha256', key).update(`${family}.${n}`).digest('base64url')}`;

/** Family and number of a genuine token. */
function read(keys: SigningKeys, token: string): { family: string; n: number } | undefined {
  const [family = '', digits = ''] = token.split('.');
  const n = Number(digits);
  if (!/^\d{1,6}$/.test(digits) || !/^[\w-]{1,64}$/.test(family)) return undefined;
  const theirs = Buffer.from(token);
  const isOurs = keys.valid().some(key => {
    const ours = Buffer.from(tokenOf(key, family, n));
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  });
  return isOurs ? { family, n } : undefined;
}

const personIn = ({ personId, proof }: Family) => ({ personId, proof });

/** @throws VersionMismatchError if another request was first */
async function turn({ vault, clock, keys }: RememberDeps, family: string, n: number): Promise<Redeemed> {
  const record = await vault.get(PREFIX + family);
  const was = familyIn(record);
  const now = clock.now();
  if (!record || !was || now >= was.expiresAt) return undefined;
  if (n === was.n - 1 && now - was.turnedAt <= GRACE_MS)
    return { ...personIn(was), successor: tokenOf(keys.current(), family, was.n) };
  if (n !== was.n) {
    await vault.delete(PREFIX + family);
    return undefined;
  }
  await vault.put(PREFIX + family, { ...was, n: n + 1, turnedAt: now }, record.version);
  return { ...personIn(was), successor: tokenOf(keys.current(), family, n + 1) };
}

async function redeem(deps: RememberDeps, token: string): Promise<Redeemed> {
  const named = read(deps.keys, token);
  if (!named) return undefined;
  try {
    return await turn(deps, named.family, named.n);
  } catch (error) {
    // A parallel request has redeemed the token, so this one returns the same successor.
    if (error instanceof VersionMismatchError) return redeem(deps, token);
    throw error;
  }
}

async function prove({ vault }: RememberDeps, family: string): Promise<void> {
  for (;;) {
    const record = await vault.get(PREFIX + family);
    const was = familyIn(record);
    if (!record || !was) return;
    try {
      await vault.put(PREFIX + family, { ...was, proof: 'factor' }, record.version);
      return;
    } catch (error) {
      if (!(error instanceof VersionMismatchError)) throw error;
    }
  }
}

async function drop({ vault }: RememberDeps, which: (family: Family, id: string) => boolean): Promise<void> {
  for await (const record of vault.list(PREFIX)) {
    const family = familyIn(record);
    if (family && which(family, record.key.slice(PREFIX.length))) await vault.delete(record.key);
  }
}

export function createRememberMe(deps: RememberDeps): RememberMe {
  const { vault, clock, ids, keys } = deps;
  return {
    issue: async (personId, proof) => {
      const family = ids.bytes(18).toString('base64url');
      const now = clock.now();
      const first = { personId, n: 0, turnedAt: now, expiresAt: now + limits.rememberMs };
      await vault.put(PREFIX + family, proof ? { ...first, proof } : first);
      return tokenOf(keys.current(), family, 0);
    },
    redeem: token => redeem(deps, token),
    prove: family => prove(deps, family),
    lasts: async token => {
      const named = read(keys, token);
      return named !== undefined && (await vault.get(PREFIX + named.family)) !== undefined;
    },
    familyOf: token => read(keys, token)?.family,
    isKept: async family => {
      const kept = familyIn(await vault.get(PREFIX + family));
      return kept !== undefined && clock.now() < kept.expiresAt;
    },
    end: async token => {
      const named = read(keys, token);
      if (named) await vault.delete(PREFIX + named.family);
    },
    endFamily: async family => {
      await vault.delete(PREFIX + family);
    },
    endAll: (personId, except) => drop(deps, (f, id) => f.personId === personId && id !== except),
    sweep: () => drop(deps, f => clock.now() >= f.expiresAt),
  };
}
