import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { createManualClock } from '../clock/clock.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { type ContactCodes, createContactCodes } from './contact-codes.ts';

const phone = '13800001111';
const register = { purpose: 'register', address: phone } as const;
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

let vault: Vault;
let clock: ReturnType<typeof createManualClock>;
let codes: ContactCodes;
beforeEach(() => {
  vault = createMemoryVault();
  clock = createManualClock(Date.UTC(2026, 0, 5));
  let drawn = 0;
  const bytes = (size: number) => createHash('sha256').update(String(++drawn)).digest().subarray(0, size);
  codes = createContactCodes({ vault, clock, ids: { bytes }, key: Buffer.alloc(32, 7) });
});

describe('a code for an address', () => {
  test('has six digits and confirms its address once', async () => {
    const code = await codes.issue(register);
    expect(code).toMatch(/^\d{6}$/);
    expect(await codes.check(register, other(code))).toBe(false);
    expect(await codes.check(register, code)).toBe(true);
    expect(await codes.check(register, code)).toBe(false);
  });

  test.each([
    ['of another purpose', { purpose: 'forgotPwd', address: phone }],
    ['of another number', { purpose: 'register', address: '13800001112' }],
    ['of a person who requested none', { ...register, personId: 'li' }],
  ] as const)('does not confirm a request %s', async (_, subject) => {
    const code = await codes.issue(register);
    expect(await codes.check(subject, code)).toBe(false);
  });

  test('is found under another spelling of its address', async () => {
    const code = await codes.issue({ purpose: 'contact', address: 'Li@Clinic.example', personId: 'li' });
    const asked = { purpose: 'contact', address: ' li@clinic.example', personId: 'li' } as const;
    expect(await codes.check(asked, code)).toBe(true);
  });

  test('expires after ten minutes', async () => {
    const code = await codes.issue(register);
    clock.advance(limits.codeMs);
    expect(await codes.check(register, code)).toBe(false);
  });

  test('is refused after five wrong tries', async () => {
    const code = await codes.issue(register);
    for (let i = 0; i < limits.codeTries; i++) await codes.check(register, other(code));
    expect(await codes.check(register, code)).toBe(false);
  });

  test('waits a minute for the next, also for another purpose', async () => {
    await codes.issue(register);
    expect(await codes.wait(phone)).toBe(60);
    await expect(codes.issue({ purpose: 'forgotPwd', address: phone })).rejects.toThrow('tooMany');
    clock.advance(limits.codeResendMs);
    expect(await codes.wait(phone)).toBe(0);
  });

  test('is sent at most five times in an hour', async () => {
    for (let i = 0; i < 5; i++) {
      await codes.issue(register);
      clock.advance(limits.codeResendMs);
    }
    await expect(codes.issue(register)).rejects.toThrow('tooMany');
    clock.advance(55 * 60_000);
    expect(await codes.issue(register)).toMatch(/^\d{6}$/);
  });

  test('that could not be sent is invalid, and another can be requested at once', async () => {
    const code = await codes.issue(register);
    await codes.takeBack(phone);
    expect(await codes.check(register, code)).toBe(false);
    expect(await codes.wait(phone)).toBe(0);
  });

  test('is stored neither with its address nor readable', async () => {
    const code = await codes.issue(register);
    const stored = await Array.fromAsync(vault.list(''));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(phone);
    expect(JSON.stringify(stored)).not.toContain(`"${code}"`);
  });
});
