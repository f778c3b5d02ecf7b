import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { setBackgroundPriority } from './background.ts';
import { ChildCrashError } from './child.ts';
import { createReusedChild } from './reused-child.ts';

const dir = mkdtempSync(join(tmpdir(), 'kept-child-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const script = join(dir, 'child.cjs');
writeFileSync(
  script,
  `process.on('message', ([how]) => {
    if (how === 'hang') return setInterval(() => {}, 1000);
    if (how === 'exit') process.exit(3);
    if (how === 'throw') throw new Error('a file that it cannot bear');
    if (how === 'eat') for (const all = [];;) all.push(new Array(1e5).fill({}));
    if (how === 'fill') Buffer.alloc(3e9, 'x');
    if (how === 'write') require('node:fs').writeFileSync(${JSON.stringify(join(dir, 'written'))}, Buffer.alloc(3e6));
    const answer = how === 'mumble' ? 'not a number' : process.pid;
    process.send({ answer, again: how !== 'last', ...(how === 'large' && { idleMs: 20 }) });
  });`,
);
const kept = (timeMs = 60_000, idleMs = 60_000, kernel: { dataMb?: number; fileMb?: number } = {}) =>
  createReusedChild({ script, answer: z.number(), limits: { timeMs, heapMb: 20, ...kernel }, idleMs });

/** SCHED_IDLE in Linux's sched.h. */
const IDLE_POLICY = 5;
/** The scheduling policy of a process: field 41 of its line in /proc. Fields before the third may contain spaces. */
const policyOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[38]);
/** False without the `chrt` tool, and in containers that forbid it. */
const hasIdlePolicy = spawnSync('chrt', ['-i', '0', 'true']).status === 0;

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a reused child process', () => {
  it('answers one request after another, and two in parallel by two processes', async () => {
    const ask = kept();
    const first = await ask(['']);
    expect(await ask([''])).toBe(first);
    const both = await Promise.all([ask(['']), ask([''])]);
    expect(both).toContain(first);
    expect(new Set(both).size).toBe(2);
  });

  it.each(['exit', 'throw', 'eat', 'mumble'])('that has to %s fails this request only', async how => {
    const ask = kept();
    const before = await ask(['']);
    await expect(ask([how])).rejects.toThrow(ChildCrashError);
    expect(await ask([''])).not.toBe(before);
  });

  it.runIf(process.platform === 'linux')('has no more memory than the kernel grants', async () => {
    const ask = kept(60_000, 60_000, { dataMb: 1024 });
    expect(await ask([''])).toBeGreaterThan(0);
    await expect(ask(['fill'])).rejects.toThrow(ChildCrashError);
  });

  it('leaves the processor to the process that serves', async () => {
    expect(getPriority(await kept()(['']))).toBe(Math.max(getPriority(), 5));
  });

  it.runIf(hasIdlePolicy)('takes only idle processor time where it is told so', async () => {
    expect(policyOf(await kept()(['']))).toBe(0);
    setBackgroundPriority('idle');
    try {
      expect(policyOf(await kept()(['']))).toBe(IDLE_POLICY);
      expect(policyOf(await kept(60_000, 60_000, { dataMb: 1024 })(['']))).toBe(IDLE_POLICY);
      const limits = { timeMs: 60_000, heapMb: 20 };
      const awaited = createReusedChild({
        script,
        answer: z.number(),
        limits,
        idleMs: 60_000,
        priority: 'low',
      });
      expect(policyOf(await awaited(['']))).toBe(0);
    } finally {
      setBackgroundPriority('low');
    }
  });

  it.runIf(process.platform === 'linux')('answers although the idle policy is refused', async () => {
    const none = mkdtempSync(join(dir, 'path-'));
    writeFileSync(join(none, 'chrt'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    setBackgroundPriority('idle');
    try {
      const ask = createReusedChild({
        ...{ script, answer: z.number(), limits: { timeMs: 60_000, heapMb: 20 }, idleMs: 60_000 },
        env: { PATH: `${none}:${process.env.PATH}` },
      });
      expect(policyOf(await ask(['']))).toBe(0);
    } finally {
      setBackgroundPriority('low');
    }
  });

  it.runIf(process.platform === 'linux')('writes no larger file than the kernel grants', async () => {
    expect(await kept()(['write'])).toBeGreaterThan(0);
    await expect(kept(60_000, 60_000, { fileMb: 1 })(['write'])).rejects.toThrow(ChildCrashError);
    expect(statSync(join(dir, 'written')).size).toBe(2 ** 20);
  });

  it('is killed by its signal', async () => {
    const ask = kept();
    const pid = await ask(['']);
    const going = new AbortController();
    const hanging = ask(['hang'], going.signal);
    going.abort(new Error('left'));
    await expect(hanging).rejects.toThrow('left');
    await vi.waitFor(() => expect(isThere(pid)).toBe(false));
  });

  it('that does not answer in time is killed', async () => {
    const ask = kept(500);
    await expect(ask(['hang'])).rejects.toThrow('no answer in time');
  });

  it('is not reused after it declines', async () => {
    const ask = kept();
    const last = await ask(['last']);
    expect(await ask([''])).not.toBe(last);
    await expect.poll(() => isThere(last)).toBe(false);
  });

  it('ends sooner when idle if it says so, because it is large', async () => {
    const ask = kept();
    const large = await ask(['large']);
    await vi.waitFor(() => expect(isThere(large)).toBe(false), { timeout: 10_000 });
    const ordinary = await ask(['']);
    expect(ordinary).not.toBe(large);
    expect(isThere(ordinary)).toBe(true);
  });

  it('ends when idle', async () => {
    const ask = kept(60_000, 1);
    const pid = await ask(['']);
    await expect.poll(() => isThere(pid)).toBe(false);
    expect(await ask([''])).not.toBe(pid);
  });
});
