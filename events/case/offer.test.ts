import { expect, test } from 'vitest';
import { isMethodOffered, isProductOffered, offerIssues, productOfferOf } from './offer.ts';

const aligners = productOfferOf({ methods: [1], productTypes: [2] });

test('an organisation that names no products offers all', () => {
  expect(productOfferOf()).toEqual({ methods: [1, 2], productTypes: [1, 2, 3, 4] });
  expect([isMethodOffered(aligners, 1), isMethodOffered(aligners, 2)]).toEqual([true, false]);
  expect([1, 2, 3, 4].map(type => isProductOffered(aligners, type as 1))).toEqual([false, true, false, true]);
});

test.each([
  [{}, { method: 2, productType: 1 }, ['method', 'productType']],
  [{ method: 2 }, { method: 2, productType: 2 }, []],
  [{ method: 2, productType: 3 }, { method: 1, productType: 1 }, ['productType']],
  [{ method: 2 }, {}, []],
  [{}, { method: 1, productType: 4 }, []],
] as const)('from %o to %o, these are refused: %j', (before, after, paths) => {
  expect(offerIssues(before, after, aligners)).toEqual(paths.map(path => ({ path, issue: 'not-offered' })));
});
