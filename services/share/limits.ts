/**
 * How often links are asked for. A key of 128 bits is guessed by nobody: what is held back is the noise of trying, and
 * it never holds back a link that is one, or whoever guesses behind a clinic's address would lock the clinic out.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#events/errors.ts';

/** Keys that are none, from one address in a minute. */
const wrongAMinute = 60;
/** Answers of one link in a minute: fifty open pages ask twenty-four times each. */
const askedAMinute = 1_200;

/** What one link says in an hour: a patient changes an aligner a week, and a phone that was away says it all at once. */
const saidAnHour = 30;

export function createShareLimits() {
  const wrong = new RateLimiterMemory({ points: wrongAMinute, duration: 60, keyPrefix: 'share-wrong' });
  const asked = new RateLimiterMemory({ points: askedAMinute, duration: 60, keyPrefix: 'share-asked' });
  const said = new RateLimiterMemory({ points: saidAnHour, duration: 3_600, keyPrefix: 'share-said' });
  const consume = async (limiter: RateLimiterMemory, key: string) => {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new Refusal('tooMany', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
    }
  };
  return {
    /** @throws Refusal tooMany */
    wrong: (address: string) => consume(wrong, address),
    /** @throws Refusal tooMany */
    asked: (shareId: string) => consume(asked, shareId),
    /** @throws Refusal tooMany */
    said: (shareId: string) => consume(said, shareId),
  };
}
