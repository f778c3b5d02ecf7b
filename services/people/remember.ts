/**
 * "Remember me for two weeks": a family of tokens, each good once. The successor of the nth is HMAC(secret, family,
 * n + 1); the last one answers the same for 60 seconds (two tabs at once); later reuse ends the family, since then two
 * have it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '#events/case/options.ts';
import type { Clock, Ids } from '../clock.ts';
import { type Kept, type Vault, VersionMismatch } from '../vault/port.ts';

export type Remember = {
  issue(personId: string): Promise<string>;
  /** Who it is, and the token that is good next; undefined where it is unknown, over or used before. */
  redeem(token: string): Promise<{ personId: string; successor: string } | undefined>;
  end(token: string): Promise<void>;
  endAll(personId: string): Promise<void>;
  /** Forgets families that are over. */
  sweep(): Promise<void>;
};

type Family = { personId: string; n: number; turnedAt: number; expiresAt: number };

/** The boundary: only this file writes these records. */
const familyOf = (kept: Kept | undefined) => kept?.value as Family | undefined;

const PREFIX = 'remember/';
const GRACE_MS = 60_000;

export function createRemember(deps: { vault: Vault; clock: Clock; ids: Ids; key: Buffer }): Remember {
  const { vault, clock, ids, key } = deps;
  const tokenOf = (family: string, n: number) =>
    `${family}.${n}.${createHmac('sha256', key).update(`${family}.${n}`).digest('base64url')}`;

  /** The family and the number of a token that is ours. */
  const read = (token: string) => {
    const [family = '', digits = ''] = token.split('.');
    const n = Number(digits);
    if (!/^\d{1,6}$/.test(digits) || !/^[\w-]{1,64}$/.test(family)) return undefined;
    const ours = Buffer.from(tokenOf(family, n));
    const theirs = Buffer.from(token);
    return ours.length === theirs.length && timingSafeEqual(ours, theirs) ? { family, n } : undefined;
  };

  const turn = async (family: string, n: number, kept: Kept, now: number) => {
    const was = familyOf(kept);
    if (!was) return undefined;
    if (n === was.n - 1 && now - was.turnedAt <= GRACE_MS)
      return { personId: was.personId, successor: tokenOf(family, was.n) };
    if (n !== was.n) {
      await vault.delete(PREFIX + family);
      return undefined;
    }
    await vault.put(PREFIX + family, { ...was, n: n + 1, turnedAt: now }, kept.version);
    return { personId: was.personId, successor: tokenOf(family, n + 1) };
  };

  const redeem: Remember['redeem'] = async token => {
    const named = read(token);
    const kept = named && (await vault.get(PREFIX + named.family));
    if (!named || !kept) return undefined;
    const now = clock.now();
    if (now >= (familyOf(kept)?.expiresAt ?? 0)) return undefined;
    try {
      return await turn(named.family, named.n, kept, now);
    } catch (error) {
      // Turned by another request in between: that one's successor is this one's as well.
      if (error instanceof VersionMismatch) return redeem(token);
      throw error;
    }
  };

  const drop = async (which: (family: Family) => boolean) => {
    for await (const kept of vault.list(PREFIX)) {
      const family = familyOf(kept);
      if (family && which(family)) await vault.delete(kept.key);
    }
  };

  return {
    issue: async personId => {
      const family = ids.bytes(18).toString('base64url');
      const now = clock.now();
      await vault.put(PREFIX + family, { personId, n: 0, turnedAt: now, expiresAt: now + limits.rememberMs });
      return tokenOf(family, 0);
    },
    redeem,
    end: async token => {
      const named = read(token);
      if (named) await vault.delete(PREFIX + named.family);
    },
    endAll: personId => drop(f => f.personId === personId),
    sweep: () => drop(f => clock.now() >= f.expiresAt),
  };
}
