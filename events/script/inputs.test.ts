import { expect, it } from 'vitest';
import { initial } from '../case/case.ts';
import { type Hand, inputOf } from './inputs.ts';
import { createRandom } from './random.ts';

const hand: Hand = { random: createRandom(1), upload: () => 'f', today: '2026-03-02' };

it('an action without an entry is asked with its own example', () => {
  expect(inputOf('reportLost', {}, initial, hand)).toEqual({ note: expect.any(String) });
  expect(inputOf('qualityAudit', {}, initial, hand)).toMatchObject({ result: expect.any(String) });
});

it('an input that can never be accepted stops the walk with a sentence', () => {
  expect(() => inputOf('reportLost', { reportLost: () => ({}) }, initial, hand)).toThrow(
    'reportLost takes no such input (note: invalid_type): see `inputs` in projections/testing/inputs.ts',
  );
});
