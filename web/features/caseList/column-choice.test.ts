import { describe, expect, it } from 'vitest';
import { defaultColumns, readStoredColumns, shownColumns, storeColumns } from './column-choice.ts';

function box() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('the columns of the case list', () => {
  it('are stored per person and can be reset', () => {
    const storage = box();
    expect(readStoredColumns(storage, 'p-a')).toBeNull();
    storeColumns(storage, 'p-a', ['doctor', 'stage']);
    expect(readStoredColumns(storage, 'p-a')).toEqual(['doctor', 'stage']);
    expect(readStoredColumns(storage, 'p-b')).toBeNull();
    storeColumns(storage, 'p-a', []);
    expect(readStoredColumns(storage, 'p-a')).toEqual([]);
    storeColumns(storage, 'p-a', null);
    expect(readStoredColumns(storage, 'p-a')).toBeNull();
  });
  it('drop unknown stored names', () => {
    const storage = { ...box(), getItem: () => 'stage gone' };
    expect(readStoredColumns(storage, 'p-a')).toEqual(['stage']);
  });
  it('include the fixed ones, and chosen ones also on narrow windows', () => {
    const columns = [{ id: 'caseId' }, { id: 'doctor' }, { id: 'stage', hideBelow: 1279 }];
    expect(shownColumns(columns, null).map(c => c.id)).toEqual(['caseId', 'stage']);
    expect(shownColumns(columns, null)[1]?.hideBelow).toBe(1279);
    expect(shownColumns(columns, ['stage', 'doctor']).map(c => [c.id, c.hideBelow])).toEqual([
      ['caseId', undefined],
      ['doctor', undefined],
      ['stage', undefined],
    ]);
    expect(defaultColumns).not.toContain('doctor');
  });
});
