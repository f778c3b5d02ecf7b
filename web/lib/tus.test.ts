import { expect, test } from 'vitest';
import { errors } from '#events/errors.ts';
import { triesAgain } from './tus.ts';

/** How often a call is made again that is answered like this each time. */
function triesOf(answer: Parameters<typeof triesAgain>[0]): number {
  let tries = 0;
  while (tries < 1000 && triesAgain(answer, tries)) tries++;
  return tries;
}

const said = (
  name: 'tooMany' | 'busy' | 'uploadElsewhere' | 'fileStoreDown' | 'badContent' | 'uploadOffset',
) => ({
  status: errors[name].http,
  code: errors[name].code,
});

test('whoever is told to come later waits its turn; what fails is tried five times; what is refused is final', () => {
  expect([said('tooMany'), said('busy'), said('uploadElsewhere')].map(triesOf)).toEqual([65, 65, 65]);
  expect(
    [said('fileStoreDown'), { status: 0, code: null }, { status: 502, code: null }].map(triesOf),
  ).toEqual([5, 5, 5]);
  // A balancer's own words hold no code.
  expect(triesOf({ status: 429, code: null })).toBe(5);
  expect([said('badContent'), said('uploadOffset')].map(triesOf)).toEqual([0, 0]);
});
