import { expect, test } from 'vitest';
import { type FoldedSideColumns, readFoldedSideColumns, storeFoldedSideColumns } from './folded-columns.ts';

function box() {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

test.each<FoldedSideColumns>([
  { left: false, right: false },
  { left: true, right: false },
  { left: false, right: true },
  { left: true, right: true },
])('remembers folded columns: %o', folded => {
  const storage = box();
  storeFoldedSideColumns(storage, { left: true, right: true });
  storeFoldedSideColumns(storage, folded);
  expect(readFoldedSideColumns(storage)).toEqual(folded);
  expect(storage.held.size).toBe(folded.left || folded.right ? 1 : 0);
});

test('the folded columns treat an unknown stored value as nothing folded', () => {
  const storage = box();
  storage.setItem('archline.columns', 'top');
  expect(readFoldedSideColumns(storage)).toEqual({ left: false, right: false });
});

test('the folded columns keep working when storage is full', () => {
  const full = {
    ...box(),
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(() => storeFoldedSideColumns(full, { left: true, right: false })).not.toThrow();
});
