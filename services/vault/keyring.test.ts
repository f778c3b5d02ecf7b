import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSubjectKeyring, SealBrokenError, SubjectErasedError, seal, unseal } from './keyring.ts';
import { createMemoryVault } from './memory.ts';
import { openSqliteVault } from './sqlite.ts';

const SECRET = Buffer.alloc(32, 1);

test('keyring creates one key per subject, for any number of parallel requests on two nodes', async () => {
  const vault = createMemoryVault();
  const nodes = [createSubjectKeyring(vault, SECRET), createSubjectKeyring(vault, SECRET)];
  const keys = await Promise.all([0, 1, 0, 1, 0, 1].map(i => nodes[i]?.obtain('patient-1')));
  expect(new Set(keys.map(key => key?.export().toString('hex'))).size).toBe(1);
  const other = await nodes[0]?.obtain('patient-2');
  expect(other?.export()).not.toEqual(keys[0]?.export());
});

test('keyring finds a key after a restart, and a lookup creates none', async () => {
  const vault = createMemoryVault();
  const key = await createSubjectKeyring(vault, SECRET).obtain('patient-1');
  const later = createSubjectKeyring(vault, SECRET);
  expect(later.cached('patient-1')).toBeUndefined();
  expect((await later.find('patient-1'))?.equals(key)).toBe(true);
  expect(later.cached('patient-1')?.equals(key)).toBe(true);
  expect(await later.find('patient-2')).toBeNull();
  expect(await vault.get('key/patient-2')).toBeUndefined();
});

test('keyring reads the vault once for parallel requests; a negative answer is not shared with later ones', async () => {
  const kept = createMemoryVault();
  const key = await createSubjectKeyring(kept, SECRET).obtain('patient-1');
  let asked = 0;
  let answer = () => {};
  const slow = new Promise<void>(resolve => {
    answer = resolve;
  });
  const get = async (name: string) => {
    asked += 1;
    const found = await kept.get(name);
    await slow;
    return found;
  };
  const keyring = createSubjectKeyring({ ...kept, get }, SECRET);
  const found = [1, 2, 3].map(() => keyring.find('patient-1'));
  // Another node creates the key after the first lookup found nothing.
  const before = keyring.find('patient-2');
  await Promise.resolve();
  const made = await createSubjectKeyring(kept, SECRET).obtain('patient-2');
  const after = keyring.find('patient-2');
  answer();
  for (const one of await Promise.all(found)) expect(one?.equals(key)).toBe(true);
  expect(await before).toBeNull();
  expect((await after)?.equals(made)).toBe(true);
  expect(asked).toBe(3);
});

test('keyring does not return a key whose lookup ran while its subject was erased', async () => {
  const kept = createMemoryVault();
  await createSubjectKeyring(kept, SECRET).obtain('patient-1');
  let answer = () => {};
  const slow = new Promise<void>(resolve => {
    answer = resolve;
  });
  let slowed = true;
  const get = async (name: string) => {
    const found = await kept.get(name);
    if (slowed) await slow;
    return found;
  };
  const keyring = createSubjectKeyring({ ...kept, get }, SECRET);
  const before = keyring.find('patient-1');
  await Promise.resolve();
  slowed = false;
  await keyring.eraseSubject('patient-1');
  expect(await keyring.find('patient-1')).toBeNull();
  answer();
  expect(await before).not.toBeNull();
  expect(keyring.cached('patient-1')).toBeNull();
});

test('keyring stores keys wrapped, so that the vault alone does not reveal them', async () => {
  const vault = createMemoryVault();
  const key = await createSubjectKeyring(vault, SECRET).obtain('patient-1');
  const wrapped = Buffer.from(String((await vault.get('key/patient-1'))?.value), 'base64');
  expect(wrapped.includes(key.export())).toBe(false);
  await expect(createSubjectKeyring(vault, Buffer.alloc(32, 2)).find('patient-1')).rejects.toBeInstanceOf(
    SealBrokenError,
  );
});

test('a wrapped key does not open under another name', async () => {
  const vault = createMemoryVault();
  const keyring = createSubjectKeyring(vault, SECRET);
  await keyring.obtain('patient-1');
  await vault.put('key/patient-2', (await vault.get('key/patient-1'))?.value ?? null);
  await expect(keyring.find('patient-2')).rejects.toBeInstanceOf(SealBrokenError);
});

test('an erased subject stays erased, on this node and on a node that is notified', async () => {
  const vault = createMemoryVault();
  const here = createSubjectKeyring(vault, SECRET);
  const there = createSubjectKeyring(vault, SECRET);
  await here.obtain('patient-1');
  await there.obtain('patient-1');
  await here.eraseSubject('patient-1');
  await here.eraseSubject('patient-1');
  expect(here.cached('patient-1')).toBeNull();
  expect(await here.find('patient-1')).toBeNull();
  await expect(here.obtain('patient-1')).rejects.toBeInstanceOf(SubjectErasedError);
  there.bury('patient-1');
  await expect(there.obtain('patient-1')).rejects.toMatchObject({ subject: 'patient-1' });
  await here.eraseSubject('never-there');
  await expect(there.obtain('never-there')).rejects.toBeInstanceOf(SubjectErasedError);
});

test('erasing also deletes a key that another node creates meanwhile', async () => {
  const vault = createMemoryVault();
  await createSubjectKeyring(vault, SECRET).obtain('patient-1');
  let deleted = 0;
  const racing = {
    ...vault,
    delete: async (key: string) => {
      const was = await vault.delete(key);
      if (deleted++ === 0) await createSubjectKeyring(vault, SECRET).obtain('patient-1');
      return was;
    },
  };
  await createSubjectKeyring(racing, SECRET).eraseSubject('patient-1');
  expect(deleted).toBe(2);
  expect(await createSubjectKeyring(vault, SECRET).find('patient-1')).toBeNull();
});

test('keyring caches a limited number of keys, the most recently used', async () => {
  const keyring = createSubjectKeyring(createMemoryVault(), SECRET, { size: 2 });
  for (const subject of ['a', 'b']) await keyring.obtain(subject);
  keyring.cached('a');
  await keyring.obtain('c');
  expect(['a', 'b', 'c'].map(subject => keyring.cached(subject) !== undefined)).toEqual([true, false, true]);
});

test('keyring reports a wrong secret at the start', async () => {
  const vault = createMemoryVault();
  await createSubjectKeyring(vault, SECRET).check();
  await expect(createSubjectKeyring(vault, SECRET).check()).resolves.toBeUndefined();
  await expect(createSubjectKeyring(vault, Buffer.alloc(32, 2)).check()).rejects.toThrow(/SECRET_FILE/);
});

test('sealed data opens only in its place, with its key, unchanged', () => {
  const key = createSecretKey(SECRET);
  const otherKey = createSecretKey(Buffer.alloc(32, 2));
  const clear = Buffer.from('张伟');
  const sealed = seal(key, 'case-1\0e1', clear, Buffer.alloc(12, 3));
  expect(unseal(key, 'case-1\0e1', sealed)).toEqual(clear);
  expect(() => unseal(key, 'case-2\0e1', sealed)).toThrow(SealBrokenError);
  expect(() => unseal(otherKey, 'case-1\0e1', sealed)).toThrow(SealBrokenError);
  expect(() => unseal(key, 'case-1\0e1', Buffer.alloc(3))).toThrow(SealBrokenError);
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => unseal(key, 'case-1\0e1', changed)).toThrow(SealBrokenError);
  }
});

test('an erased record is in no file of the vault any more', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archline-erase-'));
  const vault = openSqliteVault({ dir });
  const keyring = createSubjectKeyring(vault, SECRET);
  const bytesOf = (text: string) =>
    readdirSync(dir).filter(name => readFileSync(join(dir, name)).includes(text));
  for (const subject of ['patient-1', 'patient-2', 'patient-3']) await keyring.obtain(subject);
  const wrapped = String((await vault.get('key/patient-2'))?.value);
  expect(bytesOf(wrapped)).not.toEqual([]);
  await keyring.eraseSubject('patient-2');
  expect(bytesOf(wrapped)).toEqual([]);
  await vault.close();
  rmSync(dir, { recursive: true });
});
