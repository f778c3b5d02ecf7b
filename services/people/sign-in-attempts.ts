/**
 * Counts wrong passwords exactly; five freeze an account for 15 minutes. Attempts at one account run one at a time.
 * Each is counted before the password is checked, and uncounted if it was right. So parallel wrong attempts cannot
 * bypass the limit (other nodes count in the same vault), and parallel right attempts freeze no account. Unknown names
 * are counted too, so a freeze reveals nothing. A known device has its own count; all other devices share one.
 */
import { createHmac } from 'node:crypto';
import { limits } from '#events/case/limits.ts';
import type { Clock } from '../clock/clock.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';

/**
 * A person's id, or the typed name; and the id of a device that the person has used before (people/known-devices.ts).
 */
type Who = { personId?: string; account: string; device?: string };

export type SignInAttempts = {
  /**
   * Checks an attempt. A right password resets the count. A frozen account is neither checked nor counted.
   */
  attempt(who: Who, isRight: () => Promise<boolean>): Promise<'right' | 'wrong' | 'frozen'>;
  /** Forgets a person's wrong passwords, of every device, which ends a freeze. Wrong second factors stay counted. */
  forget(personId: string): Promise<void>;
  /** Forgets expired counts. */
  sweep(): Promise<void>;
};

type Count = { count: number; since: number; until: number };

/** The stored count of an account. The cast is safe: only `attempt` writes these records. */
const countOf = (record: VaultRecord | undefined) =>
  (record?.value ?? { count: 0, since: 0, until: 0 }) as Count;

type TriesDeps = {
  vault: Vault;
  clock: Clock;
  key: Buffer;
  /** Called when a wrong password freezes the account. */
  onLocked?: (who: Who) => void;
};

const PREFIX = 'tries/';
/**
 * Stands in for a device in the count of wrong second factors. A new password does not reset this count, because that
 * would allow more guesses.
 */
export const SECOND_FACTOR_DEVICE = 'second factor';

export function createSignInAttempts({ vault, clock, key, onLocked }: TriesDeps): SignInAttempts {
  const nameOf = ({ personId, account, device }: Who) => {
    const who = personId ?? createHmac('sha256', key).update(account.toLowerCase()).digest('base64url');
    return PREFIX + (device === undefined ? who : `${who}/${device}`);
  };
  const over = (c: Count, now: number) => now - c.since >= limits.freezeMs && now >= c.until;

  const once = async (name: string): Promise<'counted' | 'last' | 'frozen'> => {
    const record = await vault.get(name);
    const now = clock.now();
    const was = countOf(record);
    // Ignores a freeze that ends later than possible, because a clock that was ahead wrote it.
    if (now < was.until && was.until - now <= limits.freezeMs) return 'frozen';
    const fresh = over(was, now) || was.until > 0;
    const count = fresh ? 1 : was.count + 1;
    const until = count >= limits.freezeTries ? now + limits.freezeMs : 0;
    await vault.put(name, { count, since: fresh ? now : was.since, until }, record?.version ?? 'absent');
    return until > 0 ? 'last' : 'counted';
  };
  const take = async (name: string): ReturnType<typeof once> => {
    for (;;) {
      try {
        return await once(name);
      } catch (error) {
        // Another node has counted at the same time. The next round adds to that node's count.
        if (!(error instanceof VersionMismatchError)) throw error;
      }
    }
  };
  const turns = createMutex();
  return {
    attempt: (who, isRight) => {
      const name = nameOf(who);
      return turns.hold(name, async () => {
        const taken = await take(name);
        if (taken === 'frozen') return 'frozen';
        if (!(await isRight())) {
          if (taken === 'last') onLocked?.(who);
          return 'wrong';
        }
        await vault.put(name, { count: 0, since: 0, until: 0 });
        return 'right';
      });
    },
    forget: async personId => {
      await vault.delete(PREFIX + personId);
      for await (const { key: name } of vault.list(`${PREFIX}${personId}/`))
        if (!name.endsWith(`/${SECOND_FACTOR_DEVICE}`)) await vault.delete(name);
    },
    sweep: async () => {
      for await (const record of vault.list(PREFIX))
        if (over(countOf(record), clock.now()))
          await vault.delete(record.key, record.version).catch(ifChanged);
    },
  };
}

const ifChanged = (error: unknown) => {
  if (!(error instanceof VersionMismatchError)) throw error;
};
