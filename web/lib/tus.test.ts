import { expect, test } from 'vitest';
import { errors } from '#events/errors.ts';
import { shouldRetry } from './tus.ts';

/** Number of retries for an answer that stays the same. */
function triesOf(answer: Parameters<typeof shouldRetry>[0]): number {
  let tries = 0;
  while (tries < 1000 && shouldRetry(answer, tries)) tries++;
  return tries;
}

const said = (
  name: 'tooMany' | 'busy' | 'uploadElsewhere' | 'fileStoreDown' | 'badContent' | 'uploadOffset',
) => ({
  status: errors[name].http,
  code: errors[name].code,
});

test('an upload retries 65 times while the server is busy, five times after a failure, and never after a refusal', () => {
  expect([said('tooMany'), said('busy'), said('uploadElsewhere')].map(triesOf)).toEqual([65, 65, 65]);
  expect(
    [said('fileStoreDown'), { status: 0, code: null }, { status: 502, code: null }].map(triesOf),
  ).toEqual([5, 5, 5]);
  // A load balancer's error page has no code.
  expect(triesOf({ status: 429, code: null })).toBe(5);
  expect([said('badContent'), said('uploadOffset')].map(triesOf)).toEqual([0, 0]);
});
