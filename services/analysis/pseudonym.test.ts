import { expect, it } from 'vitest';
import { systemIds } from '../clock/clock.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { createPseudonyms } from './pseudonym.ts';

const open = (vault: Vault = createMemoryVault(), fill = 7) =>
  createPseudonyms({ vault, ids: systemIds, keyFor: () => Buffer.alloc(32, fill) });

it('names a person the same after a restart, and differently in another organisation', async () => {
  const vault = createMemoryVault();
  const [main, again, other] = [
    await open(vault).of('main'),
    await open(vault).of('main'),
    await open(vault).of('other'),
  ];
  expect(main('p-doctor')).toMatch(/^u[a-z2-9]{10}$/);
  expect(again('p-doctor')).toBe(main('p-doctor'));
  expect(other('p-doctor')).not.toBe(main('p-doctor'));
  expect(main('p-doctor2')).not.toBe(main('p-doctor'));
});

it('keeps the words for actors that are no people', async () => {
  const main = await open().of('main');
  expect(['system', 'patient'].map(main)).toEqual(['system', 'patient']);
});

it('agrees with another node that creates the key at the same moment', async () => {
  const vault = createMemoryVault();
  const both = await Promise.all([open(vault).of('main'), open(vault).of('main')]);
  expect(both[0]('p')).toBe(both[1]('p'));
});

it('keeps the key only wrapped by the secret', async () => {
  const vault = createMemoryVault();
  await open(vault).of('main');
  await expect(open(vault, 8).of('main')).rejects.toThrow('cannot be decrypted');
});

it('asks a vault again that was unavailable', async () => {
  const vault = createMemoryVault();
  let isDown = true;
  const get: Vault['get'] = key => (isDown ? Promise.reject(new Error('down')) : vault.get(key));
  const pseudonyms = open({ ...vault, get });
  await expect(pseudonyms.of('main')).rejects.toThrow('down');
  isDown = false;
  expect((await pseudonyms.of('main'))('p')).toMatch(/^u/);
});
