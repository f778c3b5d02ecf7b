/** How fast a person may say something: nothing is dropped in silence, whoever says more is told how long to wait. */
import { chatLimits } from '#events/chat/message.ts';
import { Refusal } from '#events/errors.ts';
import type { Clock } from '../clock.ts';

/** What a person may still say at once, and when that was reckoned. */
type Left = { messages: number; at: number };

/** People who are remembered before those who have all of it again are forgotten. */
const sweepAt = 10_000;

/** @returns counts a message of a person's. @throws Refusal tooMany, with `retryAfter` in seconds */
export function createPace(clock: Clock): (personId: string) => void {
  const { burst, perSecond } = chatLimits;
  const people = new Map<string, Left>();
  // A clock that was set back gives nothing, and takes nothing.
  const leftNow = ({ messages, at }: Left, now: number) =>
    Math.min(burst, messages + (Math.max(0, now - at) / 1000) * perSecond);
  return personId => {
    const now = clock.now();
    const known = people.get(personId);
    const left = known ? leftNow(known, now) : burst;
    if (people.size > sweepAt)
      for (const [id, other] of people) if (leftNow(other, now) >= burst) people.delete(id);
    people.set(personId, { messages: left < 1 ? left : left - 1, at: now });
    if (left < 1) throw new Refusal('tooMany', { retryAfter: Math.ceil((1 - left) / perSecond) });
  };
}
