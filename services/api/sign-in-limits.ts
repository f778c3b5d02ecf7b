/**
 * Rate limits of sign-ins per address and of changes per account. Per node, in memory. The exact count of
 * wrong passwords is per account (people/sign-in-attempts.ts).
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#events/errors.ts';
import type { RateLimitOptions } from '../concurrency/rate-limit.ts';
import { rateLimitSubjectOf } from '../http/proxies.ts';

export type SignInLimits = {
  /**
   * Counts a try: by device if it has signed in here before, else by address.
   * @throws Refusal tooMany with the seconds to wait
   */
  check(address: string, device?: string): Promise<void>;
  /** Checks whether an unknown device at an address may try this account. @throws Refusal tooMany */
  account(address: string, account: string): Promise<void>;
  /** Counts a wrong password of an unknown device. */
  wrong(address: string, account: string): Promise<void>;
};

export type SignInLimitOptions = {
  /** Maximum number of sign-in tries per minute. */
  tries: number;
  /** Wrong passwords in five minutes, after which accounts that failed at the address are blocked there. */
  wrong: number;
  /**
   * Accounts that fail at one address in an hour, after which unknown devices there are blocked for every
   * account.
   */
  accounts: number;
};

/**
 * A clinic shares one address: more than one person's five tries, and fewer accounts than password spraying
 * needs.
 */
const usualLimits: SignInLimitOptions = { tries: 120, wrong: 30, accounts: 100 };

/**
 * Rate of commands per account. Neither people nor their pages, which save while typing, reach it. It stops runaway programs.
 */
export const commandRateLimit: RateLimitOptions = { burst: 300, perSecond: 20 };

const refusal = (wait: RateLimiterRes) =>
  new Refusal('tooMany', { retryAfter: Math.max(1, Math.ceil(wait.msBeforeNext / 1000)) });

/** Counts one try of a key. @throws Refusal tooMany with the seconds to wait */
async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw refusal(error);
    throw error;
  }
}

/** Limits of people without an account or a password, per client address. */
export type JoiningLimits = {
  /** Counts a code or link that is sent. @throws Refusal tooMany */
  message(address: string): Promise<void>;
  /** Counts a try to register or to set a new password. @throws Refusal tooMany */
  attempt(address: string): Promise<void>;
};

/**
 * Limits for ten minutes and one address: enough for a clinic's colleagues, and too few to run up a bill for text
 * messages.
 */
const joiningPace = { messages: 30, attempts: 60, seconds: 600 };

export function createJoiningLimits(): JoiningLimits {
  const { messages, attempts, seconds: duration } = joiningPace;
  const sent = new RateLimiterMemory({ points: messages, duration, keyPrefix: 'sent' });
  const tried = new RateLimiterMemory({ points: attempts, duration, keyPrefix: 'joining' });
  return {
    message: address => count(sent, rateLimitSubjectOf(address)),
    attempt: address => count(tried, rateLimitSubjectOf(address)),
  };
}

/** Wrong keys for notebooks in five minutes, after which further ones of the address are refused. */
const wrongKeysMost = 30;

/** Counts a wrong key of an address. @throws Refusal tooMany */
export function createWrongKeyLimit(): (address: string) => Promise<void> {
  const wrong = new RateLimiterMemory({ points: wrongKeysMost, duration: 300, keyPrefix: 'wrongKey' });
  return address => count(wrong, rateLimitSubjectOf(address));
}

export function createSignInLimits(options: Partial<SignInLimitOptions> = {}): SignInLimits {
  const most = { ...usualLimits, ...options };
  const tries = new RateLimiterMemory({ points: most.tries, duration: 60, keyPrefix: 'tries' });
  const wrong = new RateLimiterMemory({ points: most.wrong, duration: 300, keyPrefix: 'wrong' });
  const accounts = new RateLimiterMemory({ points: most.accounts, duration: 3_600, keyPrefix: 'accounts' });
  const failed = new RateLimiterMemory({ points: 1, duration: 3_600, keyPrefix: 'failed' });
  const accountAt = (at: string, account: string) => `${at} ${account.toLowerCase()}`;
  const full = (counted: RateLimiterRes | null, points: number): counted is RateLimiterRes =>
    counted !== null && counted.consumedPoints >= points;
  return {
    check: (address, device) =>
      count(tries, device === undefined ? rateLimitSubjectOf(address) : `device ${device}`),
    account: async (address, account) => {
      const at = rateLimitSubjectOf(address);
      const [all, before, spread] = await Promise.all([
        wrong.get(at),
        failed.get(accountAt(at, account)),
        accounts.get(at),
      ]);
      if (before && full(all, most.wrong)) throw refusal(all);
      if (full(spread, most.accounts)) throw refusal(spread);
    },
    wrong: async (address, account) => {
      const at = rateLimitSubjectOf(address);
      await wrong.penalty(at);
      const { consumedPoints } = await failed.penalty(accountAt(at, account));
      if (consumedPoints === 1) await accounts.penalty(at);
    },
  };
}
