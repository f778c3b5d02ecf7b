/** How fast a person may say or do something: nothing is dropped in silence, whoever does more is told how long to wait. */
import { Refusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';

/** `burst`: what may be done at once; `perSecond`: what comes back of it. */
export type PaceOptions = { burst: number; perSecond: number };

/** Counts one. @throws Refusal tooMany, with `retryAfter` in seconds */
export type Pace = (personId: string) => void;

/** What a person may still do at once, and when that was reckoned. */
type Left = { times: number; at: number };

/** People who are remembered before those who have all of it again are forgotten. */
const sweepAt = 10_000;

/** A bucket for each person, in memory, which fills by itself. */
export function createPace(clock: Clock, { burst, perSecond }: PaceOptions): Pace {
  const people = new Map<string, Left>();
  // A clock that was set back gives nothing, and takes nothing.
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
