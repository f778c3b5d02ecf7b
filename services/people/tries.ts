/**
 * Wrong passwords, counted exactly: five freeze an account for 15 minutes. A try is counted before the password is
 * looked at, so that many at once are no way around. Names that nobody has are counted alike: a freeze tells nothing.
 */
import { createHmac } from 'node:crypto';
import { limits } from '#events/case/options.ts';
import type { Clock } from '../clock.ts';
import { type Kept, type Vault, VersionMismatch } from '../vault/port.ts';

export type Tries = {
  /** Counts one; false where the account is frozen, which counts nothing. `who`: a person's id, or a name typed in. */
  take(who: { personId?: string; account: string }): Promise<boolean>;
  /** The password was right: counting begins anew. */
  clear(who: { personId?: string; account: string }): Promise<void>;
  /** Forgets what is over. */
  sweep(): Promise<void>;
};

type Count = { count: number; since: number; until: number };

/** The boundary: only `take` writes these records. */
const countOf = (kept: Kept | undefined) => (kept?.value ?? { count: 0, since: 0, until: 0 }) as Count;

const PREFIX = 'tries/';

export function createTries({ vault, clock, key }: { vault: Vault; clock: Clock; key: Buffer }): Tries {
  const nameOf = (who: { personId?: string; account: string }) =>
    PREFIX +
    (who.personId ?? createHmac('sha256', key).update(who.account.toLowerCase()).digest('base64url'));
  const over = (c: Count, now: number) => now - c.since >= limits.freezeMs && now >= c.until;

  const once = async (name: string): Promise<boolean> => {
    const kept = await vault.get(name);
    const now = clock.now();
    const was = countOf(kept);
    if (now < was.until) return false;
    const fresh = over(was, now) || was.until > 0;
    const count = fresh ? 1 : was.count + 1;
    const until = count >= limits.freezeTries ? now + limits.freezeMs : 0;
    await vault.put(name, { count, since: fresh ? now : was.since, until }, kept?.version ?? 'absent');
    return true;
  };
  return {
    take: async who => {
      for (;;) {
        try {
          return await once(nameOf(who));
        } catch (error) {
          // Another try was counted at the same time: count this one on top of it.
          if (!(error instanceof VersionMismatch)) throw error;
        }
      }
    },
    clear: async who => {
      await vault.put(nameOf(who), { count: 0, since: 0, until: 0 });
    },
    sweep: async () => {
      for await (const kept of vault.list(PREFIX))
        if (over(countOf(kept), clock.now())) await vault.delete(kept.key, kept.version).catch(ifChanged);
    },
  };
}

const ifChanged = (error: unknown) => {
  if (!(error instanceof VersionMismatch)) throw error;
};
