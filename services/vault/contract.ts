/** Contract of every vault, run by each adapter's tests. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '#events/envelope.ts';
import { StoreClosedError } from '#services/eventstore/port.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from './port.ts';

export type VaultUnderTest = {
  vault: Vault;
  /** Opens the vault as it is after the process was killed; absent if nothing survives. */
  reopen?: () => Promise<Vault>;
  dispose(): Promise<void>;
};

const VALUES: Json[] = [null, 0, '', '张伟', true, [], {}, { a: [{ b: null }] }, 'x'.repeat(100_000)];

async function collect(source: AsyncIterable<VaultRecord>): Promise<VaultRecord[]> {
  const found: VaultRecord[] = [];
  for await (const kept of source) found.push(kept);
  return found;
}

const keys = async (source: AsyncIterable<VaultRecord>) => (await collect(source)).map(({ key }) => key);

export function describeVault(name: string, open: () => Promise<VaultUnderTest>): void {
  describe(`vault: ${name}`, () => {
    let opened: VaultUnderTest;
    const vault = () => opened.vault;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    describe('records', () => records(vault));
    describe('versions', () => versions(vault));
    describe('lists', () => lists(vault));

    test('finds the same records after a kill', async () => {
      const version = await vault().put('a', { n: 1 });
      await vault().put('b', 2);
      await vault().delete('b');
      const reopened = (await opened.reopen?.()) ?? vault();
      expect(await collect(reopened.list(''))).toEqual([{ key: 'a', value: { n: 1 }, version }]);
      await expect(reopened.put('a', 2, version)).resolves.not.toBe(version);
    });

    test('refuses calls after closing', async () => {
      await vault().put('a', 1);
      await vault().close();
      await expect(vault().get('a')).rejects.toBeInstanceOf(StoreClosedError);
      await expect(vault().put('a', 2)).rejects.toBeInstanceOf(StoreClosedError);
      await expect(vault().delete('a')).rejects.toBeInstanceOf(StoreClosedError);
      await expect(collect(vault().list(''))).rejects.toBeInstanceOf(StoreClosedError);
      await expect(vault().close()).resolves.toBeUndefined();
    });
  });
}

function records(vault: () => Vault): void {
  test.each(VALUES.map(value => [value]))('stores %j', async value => {
    const version = await vault().put('key/a b/齐', value);
    expect(await vault().get('key/a b/齐')).toEqual({ key: 'key/a b/齐', value, version });
  });

  test('returns undefined for a missing record, and false for its deletion', async () => {
    expect(await vault().get('a')).toBeUndefined();
    expect(await vault().delete('a')).toBe(false);
    await vault().put('a', 1);
    expect(await vault().delete('a')).toBe(true);
    expect(await vault().get('a')).toBeUndefined();
  });

  test('ignores changes that the caller makes to a value afterwards', async () => {
    const value = { list: [1] };
    const put = vault().put('a', value);
    value.list.push(2);
    await put;
    expect((await vault().get('a'))?.value).toEqual({ list: [1] });
  });
}

function versions(vault: () => Vault): void {
  test('replaces a record whose version matches, and returns a new version', async () => {
    const first = await vault().put('a', 1, 'absent');
    const second = await vault().put('a', 2, first);
    expect(second).not.toBe(first);
    expect(await vault().get('a')).toEqual({ key: 'a', value: 2, version: second });
  });

  test('changes nothing on a put or delete with another version', async () => {
    const first = await vault().put('a', 1);
    const second = await vault().put('a', 2);
    await expect(vault().put('a', 3, first)).rejects.toMatchObject({
      name: 'VersionMismatchError',
      key: 'a',
    });
    await expect(vault().put('a', 3, 'absent')).rejects.toBeInstanceOf(VersionMismatchError);
    await expect(vault().put('b', 3, first)).rejects.toBeInstanceOf(VersionMismatchError);
    await expect(vault().delete('a', first)).rejects.toBeInstanceOf(VersionMismatchError);
    await expect(vault().delete('b', first)).rejects.toBeInstanceOf(VersionMismatchError);
    expect(await collect(vault().list(''))).toEqual([{ key: 'a', value: 2, version: second }]);
    expect(await vault().delete('a', second)).toBe(true);
  });

  test('never reuses a version of a deleted key', async () => {
    const first = await vault().put('a', 1);
    await vault().delete('a');
    const second = await vault().put('a', 1);
    expect(second).not.toBe(first);
    await expect(vault().put('a', 2, first)).rejects.toBeInstanceOf(VersionMismatchError);
  });

  test('lets one of many parallel puts with the same expected version win', async () => {
    const version = await vault().put('lease', 'nobody');
    const rivals = Array.from({ length: 16 }, (_, i) => vault().put('lease', i, version));
    const beside = vault().put('other', 1);
    const outcomes = await Promise.allSettled(rivals);
    const winners = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [i] : []));
    expect(winners).toHaveLength(1);
    expect((await vault().get('lease'))?.value).toBe(winners[0]);
    await expect(beside).resolves.toBeTypeOf('string');
  });

  test('lets one of many parallel puts of an absent record win, also after a deletion', async () => {
    await vault().put('again', 'before');
    await vault().delete('again');
    for (const key of ['never', 'again']) {
      const rivals = Array.from({ length: 16 }, (_, i) => vault().put(key, i, 'absent'));
      const outcomes = await Promise.allSettled(rivals);
      const winners = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [i] : []));
      expect(winners).toHaveLength(1);
      expect((await vault().get(key))?.value).toBe(winners[0]);
    }
  });

  test('lets either a put or a delete with the same expected version win', async () => {
    for (let round = 0; round < 20; round++) {
      const version = await vault().put('a', 'before');
      const [put, gone] = await Promise.allSettled([
        vault().put('a', 'after', version),
        vault().delete('a', version),
      ]);
      expect([put.status, gone.status].sort()).toEqual(['fulfilled', 'rejected']);
      expect((await vault().get('a'))?.value).toBe(put.status === 'fulfilled' ? 'after' : undefined);
    }
  });
}

function lists(vault: () => Vault): void {
  test('lists by literal prefix, in code point order', async () => {
    for (const key of ['b/1', 'a/😀', 'a/2', 'a/10', 'a/齐', 'a/\uff21', 'a%', 'a_x', 'A/1'])
      await vault().put(key, 1);
    expect(await keys(vault().list('a/'))).toEqual(['a/10', 'a/2', 'a/齐', 'a/\uff21', 'a/😀']);
    expect(await keys(vault().list('a_'))).toEqual(['a_x']);
    expect(await keys(vault().list('none'))).toEqual([]);
    expect(await keys(vault().list(''))).toHaveLength(9);
  });

  test('lists more than a page', async () => {
    const names = Array.from({ length: 700 }, (_, i) => `k/${String(i).padStart(3, '0')}`);
    await Promise.all(names.map(key => vault().put(key, 1)));
    expect(await keys(vault().list('k/'))).toEqual(names);
  });
}
