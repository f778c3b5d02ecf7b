import { expect, it } from 'vitest';
import { changeRecord } from './change-record.ts';
import { createMemoryVault } from './memory.ts';

type Counted = { count: number; isOver: boolean };
const key = 'job/1';
const counted = (now: Counted) => (now.isOver ? undefined : { ...now, count: now.count + 1 });

it('loses no change of others', async () => {
  const vault = createMemoryVault();
  await vault.put(key, { count: 0, isOver: false });
  await Promise.all(Array.from({ length: 5 }, () => changeRecord(vault, key, counted)));
  expect((await vault.get(key))?.value).toEqual({ count: 5, isOver: false });
});

it('decides by the record as it is after another change', async () => {
  const vault = createMemoryVault();
  await vault.put(key, { count: 0, isOver: false });
  const rival = {
    get: async (name: string) => {
      const found = await vault.get(name);
      if (!found) return undefined;
      const { isOver } = found.value as Counted;
      if (!isOver) await vault.put(name, { count: 0, isOver: true });
      return found;
    },
    put: vault.put,
  };
  expect(await changeRecord(rival, key, counted)).toBeUndefined();
  expect((await vault.get(key))?.value).toEqual({ count: 0, isOver: true });
});

it('makes no record', async () => {
  const vault = createMemoryVault();
  expect(await changeRecord(vault, key, counted)).toBeUndefined();
  expect(await vault.get(key)).toBeUndefined();
});
