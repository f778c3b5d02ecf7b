import { describe, expect, test } from 'vitest';
import { systemIds } from '../clock/clock.ts';
import { createUnrotatedKeys } from '../vault/signing.ts';
import { createShareKeys } from './share-keys.ts';

const keys = createShareKeys(createUnrotatedKeys(Buffer.alloc(32, 7)));
const id = '0b9a61a3-1c4e-4c55-8f0e-3d4a1c2b9f10';

describe('the key of a share link', () => {
  test('is unique to its id, always the same, and of fixed format', () => {
    for (let i = 0; i < 200; i++) {
      const one = systemIds.uuid();
      const key = keys.keyOf(one);
      expect(key).toMatch(/^[\w-]{43}$/);
      expect([keys.keyOf(one), keys.idOf(key)]).toEqual([key, one]);
    }
  });

  test('opens nothing if any character is changed', () => {
    const key = keys.keyOf(id);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < key.length; at++)
      for (const letter of letters)
        if (letter !== key[at])
          expect(keys.idOf(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
  });

  test('opens nothing with another secret, format or id', () => {
    const other = createShareKeys(createUnrotatedKeys(Buffer.alloc(32, 8)));
    expect(other.keyOf(id)).not.toBe(keys.keyOf(id));
    for (const key of [
      other.keyOf(id),
      '',
      'CASE22',
      id,
      `${keys.keyOf(id)}A`,
      keys.keyOf(id).slice(1),
      '张伟',
    ])
      expect(keys.idOf(key)).toBeUndefined();
  });

  test('is made for uuids only', () => expect(() => keys.keyOf('CASE22')).toThrow('invalid link id'));
});
