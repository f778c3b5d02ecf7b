/**
 * Rate limits of share links. A 128-bit key cannot be guessed, so the limits only prevent useless load. Wrong keys
 * never limit a valid link; otherwise one client behind a clinic's address could lock the clinic out.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#events/errors.ts';

/** Maximum number of wrong share keys per address and minute. */
const wrongAMinute = 60;
/** Maximum number of requests per link and minute: fifty open pages request twenty-four times each. */
const askedAMinute = 1_200;

/**
 * Maximum number of patient reports per link and hour. A patient reports one change of aligner a week, but a phone
 * that was offline sends all its reports at once.
 */
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
