import { expect, test } from 'vitest';
import { type Folded, keepFolds, keptFolds } from './columns.ts';

function box() {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

test.each<Folded>([
  { left: false, right: false },
  { left: true, right: false },
  { left: false, right: true },
  { left: true, right: true },
])('remembers folded columns: %o', folded => {
  const storage = box();
  keepFolds(storage, { left: true, right: true });
  keepFolds(storage, folded);
  expect(keptFolds(storage)).toEqual(folded);
  expect(storage.held.size).toBe(folded.left || folded.right ? 1 : 0);
});

test('takes an unknown value for nothing folded', () => {
  const storage = box();
  storage.setItem('archline.columns', 'top');
  expect(keptFolds(storage)).toEqual({ left: false, right: false });
});

test('keeps working where storage is full', () => {
  const full = {
    ...box(),
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(() => keepFolds(full, { left: true, right: false })).not.toThrow();
});
