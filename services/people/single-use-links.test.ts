import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../clock/clock.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { createSingleUseLinks, linkLifetimesMs, type SingleUseLinks } from './single-use-links.ts';

const link = { subject: 'li', facts: { password: 'v1' } };

let vault: Vault;
let clock: ReturnType<typeof createManualClock>;
let links: SingleUseLinks;
beforeEach(() => {
  vault = createMemoryVault();
  clock = createManualClock(Date.UTC(2026, 0, 5));
  let drawn = 0;
  const bytes = (size: number) => createHash('sha256').update(String(++drawn)).digest().subarray(0, size);
  links = createSingleUseLinks({ vault, clock, ids: { bytes }, key: Buffer.alloc(32, 7) });
});

describe('a single-use link', () => {
  test('can be looked at and then used once', async () => {
    const token = await links.issue('forgotPwd', link);
    expect(await links.peek('forgotPwd', token)).toEqual(link);
    expect(await links.redeem('forgotPwd', token)).toEqual(link);
    expect(await links.redeem('forgotPwd', token)).toBeUndefined();
    expect(await links.peek('forgotPwd', token)).toBeUndefined();
  });

  test('used by two requests at once serves one of them', async () => {
    const token = await links.issue('invitation', link);
    const answers = await Promise.all([links.redeem('invitation', token), links.redeem('invitation', token)]);
    expect(answers.filter(answer => answer !== undefined)).toEqual([link]);
  });

  test('is dead once a newer one of its subject exists', async () => {
    const older = await links.issue('forgotPwd', link);
    const newer = await links.issue('forgotPwd', { ...link, facts: { password: 'v2' } });
    const others = await links.issue('forgotPwd', { subject: 'wang', facts: null });
    expect(await links.redeem('forgotPwd', older)).toBeUndefined();
    expect(await links.peek('forgotPwd', newer)).toMatchObject({ facts: { password: 'v2' } });
    expect(await links.peek('forgotPwd', others)).toMatchObject({ subject: 'wang' });
  });

  test.each(Object.entries(linkLifetimesMs))('for %s expires after %i ms', async (name, ms) => {
    const purpose = name as keyof typeof linkLifetimesMs;
    const token = await links.issue(purpose, link);
    clock.advance(ms - 1);
    expect(await links.peek(purpose, token)).toEqual(link);
    clock.advance(1);
    expect(await links.redeem(purpose, token)).toBeUndefined();
    await links.sweep();
    expect(await Array.fromAsync(vault.list(''))).toEqual([]);
  });

  test('does not work for another purpose, with another token, or after it was withdrawn', async () => {
    const token = await links.issue('forgotPwd', link);
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of ['', 'x', forged, `${token}x`, token.toUpperCase()])
      expect(await links.redeem('forgotPwd', wrong)).toBeUndefined();
    expect(await links.redeem('invitation', token)).toBeUndefined();
    await links.withdraw('forgotPwd', 'li');
    expect(await links.redeem('forgotPwd', token)).toBeUndefined();
  });

  test('is not readable in the vault', async () => {
    const token = await links.issue('forgotPwd', link);
    expect(JSON.stringify(await Array.fromAsync(vault.list('')))).not.toContain(token);
  });
});
