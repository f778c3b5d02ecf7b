import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import { collectItems, createTestEvent } from '../eventstore/contract/context.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createSubjectKeyring, SealBrokenError, SubjectErasedError } from './keyring.ts';
import { createMemoryVault } from './memory.ts';
import { createSealedStore, type SealedStoreOptions } from './sealed-store.ts';

const named = (id: string, subject = 'patient-1') =>
  createTestEvent(id, { personal: { name: '张伟' }, subject });

function sealed(options: Partial<SealedStoreOptions> = {}) {
  const inner = createRawMemoryStore();
  const vault = createMemoryVault();
  const keyring = createSubjectKeyring(vault, Buffer.alloc(32, 1));
  return { inner, vault, keyring, store: createSealedStore(inner, { keyring, ...options }) };
}

test('personal data never reaches the disk in the clear', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archline-sealed-'));
  const keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 1));
  const store = createSealedStore(openSqliteStore({ dir }), { keyring });
  await store.append('case-a', 'none', [
    createTestEvent('e1', { personal: { phone: '13800138000' }, subject: 'patient-1' }),
  ]);
  const holding = (text: string) =>
    readdirSync(dir).filter(name => readFileSync(join(dir, name)).includes(text));
  expect(holding('patient-1')).not.toEqual([]);
  expect(holding('13800138000')).toEqual([]);
  expect((await store.find('case-a', 'e1'))?.personal).toEqual({ phone: '13800138000' });
  await store.close();
  rmSync(dir, { recursive: true });
});

test('the same text is sealed to two different texts', async () => {
  const { store, inner } = sealed();
  await store.append('case-a', 'none', [named('e1'), named('e2')]);
  const texts = (await collectItems(inner.readAll())).map(({ personal }) => personal);
  expect(texts.map(text => typeof text)).toEqual(['string', 'string']);
  expect(texts[0]).not.toBe(texts[1]);
});

test('reads return the erased value after the key is erased, and the rest of the event', async () => {
  const { store, keyring } = sealed();
  await store.append('case-a', 'none', [named('e1'), named('e2', 'patient-2'), createTestEvent('e3')]);
  await keyring.eraseSubject('patient-1');
  const { signal } = new AbortController();
  const readings = [
    await collectItems(store.readAll()),
    await collectItems(store.read('case-a')),
    (await collectItems(store.readBatches())).flat(),
    await collectItems(store.subscribe(START, { signal }), 3),
    (await collectItems(store.subscribeBatches(START, { signal }), 1)).flat(),
  ];
  for (const [first, second, third] of readings) {
    expect(first).toEqual({
      ...createTestEvent('e1'),
      subject: 'patient-1',
      erased: true,
      stream: 'case-a',
      revision: 0,
      position: 1n,
    });
    expect(first && 'personal' in first).toBe(false);
    expect(second).toMatchObject({ personal: { name: '张伟' } });
    expect(second?.erased).toBeUndefined();
    expect(third?.erased).toBeUndefined();
  }
  expect(await store.find('case-a', 'e1')).toMatchObject({ erased: true });
});

test('personal data without a subject, or of an erased person, is refused and nothing is stored', async () => {
  const { store, inner, keyring } = sealed();
  const nobodys = createTestEvent('e1', { personal: { name: '张伟' } });
  await expect(store.append('case-a', 'none', [createTestEvent('e0'), nobodys])).rejects.toBeInstanceOf(
    TypeError,
  );
  await keyring.eraseSubject('patient-1');
  await expect(store.append('case-a', 'none', [createTestEvent('e0'), named('e1')])).rejects.toBeInstanceOf(
    SubjectErasedError,
  );
  expect(await inner.head()).toBe(0n);
});

test('a moved or changed sealed text is an error, not an erasure', async () => {
  const { store, inner } = sealed();
  await store.append('case-a', 'none', [named('e1')]);
  const [stolen] = await collectItems(inner.readAll());
  await inner.append('case-b', 'none', [
    createTestEvent('e1', { personal: stolen?.personal, subject: 'patient-1' }),
  ]);
  await inner.append('case-c', 'none', [named('e1')]);
  await expect(store.find('case-b', 'e1')).rejects.toBeInstanceOf(SealBrokenError);
  await expect(store.find('case-c', 'e1')).rejects.toBeInstanceOf(SealBrokenError);
});

test('the caller’s events stay unchanged', async () => {
  const { store } = sealed();
  const mine = named('e1');
  await store.append('case-a', 'none', [mine]);
  expect(mine).toEqual(named('e1'));
});
