import { describe, expect, it } from 'vitest';
import { keepColumns, keptColumns, shownColumns, usualColumns } from './column-choice.ts';

function box() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('the columns of the case list', () => {
  it('are kept for each person, and forgotten again', () => {
    const storage = box();
    expect(keptColumns(storage, 'p-a')).toBeNull();
    keepColumns(storage, 'p-a', ['doctor', 'stage']);
    expect(keptColumns(storage, 'p-a')).toEqual(['doctor', 'stage']);
    expect(keptColumns(storage, 'p-b')).toBeNull();
    keepColumns(storage, 'p-a', []);
    expect(keptColumns(storage, 'p-a')).toEqual([]);
    keepColumns(storage, 'p-a', null);
    expect(keptColumns(storage, 'p-a')).toBeNull();
  });
  it('that are no longer known are dropped', () => {
    const storage = { ...box(), getItem: () => 'stage gone' };
    expect(keptColumns(storage, 'p-a')).toEqual(['stage']);
  });
  it('keep the fixed ones, and a chosen one in a narrow window', () => {
    const columns = [{ id: 'caseId' }, { id: 'doctor' }, { id: 'stage', hideBelow: 1279 }];
    expect(shownColumns(columns, null).map(c => c.id)).toEqual(['caseId', 'stage']);
    expect(shownColumns(columns, null)[1]?.hideBelow).toBe(1279);
    expect(shownColumns(columns, ['stage', 'doctor']).map(c => [c.id, c.hideBelow])).toEqual([
      ['caseId', undefined],
      ['doctor', undefined],
      ['stage', undefined],
    ]);
    expect(usualColumns).not.toContain('doctor');
  });
});
