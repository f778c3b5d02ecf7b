import { describe, expect, it } from 'vitest';
import { filterItems, fuzzyScore, groupItems } from './palette-filter.ts';

const items = [
  { label: 'Go to cases', group: 'Go to' },
  { label: 'New case', group: 'Cases' },
  { label: 'Sign out', group: 'Account', search: 'logout tuichu' },
  { label: '新建病例', group: '病例', search: 'xinjian bingli xjbl' },
];

describe('palette filter', () => {
  it('keeps all items in order without a query', () => expect(filterItems('  ', items)).toEqual(items));

  it('ranks a match at the start before a match in the middle', () =>
    expect(filterItems('new', items).map(i => i.label)).toEqual(['New case']));

  it('ranks a label’s start before a word’s start before inner letters', () => {
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

  it('returns nothing when letters are missing', () => expect(filterItems('zzz', items)).toEqual([]));

  it('orders groups by their best item', () => {
    expect(groupItems(filterItems('case', items)).map(g => g.group)).toEqual(['Cases', 'Go to']);
  });
});
