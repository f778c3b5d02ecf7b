import { describe, expect, test } from 'vitest';
import { glossary } from '#events/term/glossary.ts';
import { listMatchingTermIds, termsForQuery } from './term-search.ts';

describe('the search for terms', () => {
  test.each([
    ['附件', 'attachment'],
    ['ATTACH', 'attachment'],
    ['fujian', 'attachment'],
    ['ipr', 'ipr'],
    ['lmqy', 'ipr'],
    ['linmian', 'ipr'],
    ['zhi kang', 'anchorage'],
    ['zhuan', 'torque'],
    ['mini screw', 'miniscrew'],
    ['ＩＰＲ', 'ipr'],
    ['覆合', 'overbite'],
  ])('finds by %s: %s', (q, id) => expect(listMatchingTermIds(q)).toContain(id));

  test('finds by meaning if no name matches', () => {
    expect(listMatchingTermIds('两牙之间的尖形')).toEqual(['papilla']);
    expect(listMatchingTermIds('roll to bite')).toEqual(['chewie']);
  });
});

test('finds nothing without a match, and shows all without a query', () => {
  expect(termsForQuery('zzzz').found).toEqual([]);
  expect(termsForQuery(' ').found).toBeNull();
  expect(termsForQuery(undefined)).toEqual({ q: '', found: null });
  expect(termsForQuery('x'.repeat(5000)).q).toHaveLength(100);
  expect(listMatchingTermIds('a').length).toBeLessThan(glossary.length);
});
