/** Limits how often a person may act. Refuses with the seconds to wait, so that nothing is dropped in silence. */
import { Refusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';

/** A token bucket: `burst` is its size, `perSecond` its refill. */
export type RateLimitOptions = { burst: number; perSecond: number };

/** Takes one token of the person. @throws Refusal tooMany, with `retryAfter` in seconds */
export type TakeRateToken = (personId: string) => void;

/** Tokens left in a person's bucket at a time. */
type Left = { times: number; at: number };

/** Number of buckets above which full ones are dropped. */
const sweepAt = 10_000;

/** Keeps one token bucket for each person in memory. */
export function createRateLimit(clock: Clock, { burst, perSecond }: RateLimitOptions): TakeRateToken {
  const people = new Map<string, Left>();
  // A clock that was set back neither adds nor removes tokens.
  const leftNow = ({ times, at }: Left, now: number) =>
    Math.min(burst, times + (Math.max(0, now - at) / 1000) * perSecond);
  return personId => {
    const now = clock.now();
    const known = people.get(personId);
    const left = known ? leftNow(known, now) : burst;
    if (people.size > sweepAt)
      for (const [id, other] of people) if (leftNow(other, now) >= burst) people.delete(id);
    people.set(personId, { times: left < 1 ? left : left - 1, at: now });
    if (left < 1) throw new Refusal('tooMany', { retryAfter: Math.ceil((1 - left) / perSecond) });
  };
}
