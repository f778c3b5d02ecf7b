import { expect, test } from 'vitest';
import { questionParamsSchema } from './params.ts';

const texts = (count: number, characters: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'text', value: 'x'.repeat(characters) }]),
  );
const issueOf = (params: object) => questionParamsSchema.safeParse(params).error?.issues[0]?.message;

test.each([
  ['twenty short texts', texts(20, 100), undefined],
  ['one text as long as the rules of many releases', texts(1, 16_000), undefined],
  ['twenty-one parameters', texts(21, 1), 'too-many'],
  ['texts that are too long together', texts(3, 16_000), 'too-long'],
])('%s', (_, params, expected) => {
  expect(issueOf(params)).toBe(expected);
});
