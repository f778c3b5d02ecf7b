/**
 * How often one address may try to sign in, and one account may change something. Per node, in memory: the exact count
 * of wrong passwords is the account's (people/tries.ts).
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#events/errors.ts';
import type { PaceOptions } from '../pace.ts';
import { subscriberOf } from './proxies.ts';

export type SignInLimits = {
  /** Counts a try. @throws Refusal tooMany with the seconds to wait */
  check(address: string): Promise<void>;
  /** Counts a wrong password. */
  wrong(address: string): Promise<void>;
};

export type LimitOptions = {
  /** Tries a minute. */
  tries: number;
  /** Wrong passwords in five minutes. A clinic shares one address: more than one person's five. */
  wrong: number;
};

export const usualLimits: LimitOptions = { tries: 120, wrong: 30 };

/** Of an account. No person meets it, nor do their pages, which save what is typed: a program that does not stop is held back. */
export const usualActs: PaceOptions = { burst: 300, perSecond: 20 };

const refusal = (wait: RateLimiterRes) =>
  new Refusal('tooMany', { retryAfter: Math.max(1, Math.ceil(wait.msBeforeNext / 1000)) });

export function createSignInLimits(options: LimitOptions = usualLimits): SignInLimits {
  const tries = new RateLimiterMemory({ points: options.tries, duration: 60, keyPrefix: 'tries' });
  const wrong = new RateLimiterMemory({ points: options.wrong, duration: 300, keyPrefix: 'wrong' });
  const consume = async (limiter: RateLimiterMemory, address: string) => {
    try {
      await limiter.consume(subscriberOf(address));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw refusal(error);
      throw error;
    }
  };
  return {
    check: async address => {
      const counted = await wrong.get(subscriberOf(address));
      if (counted && counted.consumedPoints >= options.wrong) throw refusal(counted);
      await consume(tries, address);
    },
    wrong: async address => {
      await wrong.penalty(subscriberOf(address));
    },
  };
}
