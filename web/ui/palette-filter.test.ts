import { describe, expect, it } from 'vitest';
import { byGroup, filterItems, fuzzyScore } from './palette-filter.ts';

const items = [
  { label: 'Go to cases', group: 'Go to' },
  { label: 'New case', group: 'Cases' },
  { label: 'Sign out', group: 'Account', search: 'logout tuichu' },
  { label: '新建病例', group: '病例', search: 'xinjian bingli xjbl' },
];

describe('palette filter', () => {
  it('without a query keeps all in their order', () => expect(filterItems('  ', items)).toEqual(items));

  it('puts a start before the middle of a label', () =>
    expect(filterItems('new', items).map(i => i.label)).toEqual(['New case']));

  it('prefers a start over a word start over letters inside', () => {
    const scores = [
      fuzzyScore('case', 'Case list'),
      fuzzyScore('case', 'New case'),
      fuzzyScore('ase', 'New case'),
      fuzzyScore('nwc', 'New case'),
    ];
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
  });

  it('finds initials, search words, accents and Chinese', () => {
    expect(filterItems('nc', items)[0]?.label).toBe('New case');
    expect(filterItems('logout', items)[0]?.label).toBe('Sign out');
    expect(filterItems('bingli', items)[0]?.label).toBe('新建病例');
    expect(filterItems('病例', items)[0]?.label).toBe('新建病例');
    expect(fuzzyScore('marin', 'Sofia Marín')).toBeGreaterThan(0);
  });

  it('answers nothing when letters are missing', () => expect(filterItems('zzz', items)).toEqual([]));

  it('groups in the order of the best item', () => {
    expect(byGroup(filterItems('case', items)).map(g => g.group)).toEqual(['Cases', 'Go to']);
  });
});
