/** Key rotation next to running nodes of the same installation. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { openRealtimeWorld, type RealtimeWorld } from '#services/realtime/testing/realtime-world.ts';
import { ROTATION_LEAD_MS, signatureLifetimes } from '../vault/signing.ts';
import { rotateKeysInVault } from './rotate-keys.ts';

let here: RealtimeWorld;
let there: RealtimeWorld;
beforeEach(async () => {
  here = await openRealtimeWorld();
  there = await openRealtimeWorld({ beside: here });
});
afterEach(async () => {
  await there.close();
  await here.close();
});

const rotate = async (how: { now: boolean; yes: boolean }) => {
  const lines: string[] = [];
  const { vault, clock } = here.deps;
  await rotateKeysInVault({ vault, clock, ...how, said: line => void lines.push(line) });
  return lines;
};

/** Has every node read the generations, as its timer does every ten seconds. */
async function noticed(token: string, refusal: string | undefined) {
  for (const { timers, deps } of [here, there]) {
    timers.fire();
    const refused = () =>
      deps.sessions.verify(token, { act: false }).then(
        () => undefined,
        (error: { refusal: string }) => error.refusal,
      );
    await expect.poll(refused).toBe(refusal);
  }
}

test('rotate-keys --now shows what will end, and with --yes ends it on running nodes; patients stay readable', async () => {
  const token = await here.tokenOf('doctor');
  const shown = await rotate({ now: true, yes: false });
  expect(shown).toEqual([
    expect.stringContaining('everybody signs in again'),
    expect.stringContaining('--yes'),
  ]);
  await noticed(token, undefined);
  const done = await rotate({ now: true, yes: true });
  expect(done).toEqual([shown[0], expect.stringMatching(/^Key generation 1 is active\./)]);
  await noticed(token, 'loginExpired');
  await noticed(await there.tokenOf('doctor'), undefined);
  await expect(here.deps.keyring.check()).resolves.toBeUndefined();
});

test('rotate-keys lets a session in use continue for a day with its old token, and longer with a renewed one', async () => {
  const { clock } = here;
  const { sessions } = here.deps;
  const old = await sessions.verify(await here.tokenOf('doctor'), { act: true });
  expect(await rotate({ now: false, yes: false })).toHaveLength(2);
  for (const { timers } of [here, there]) timers.fire();
  const end = clock.now() + ROTATION_LEAD_MS + signatureLifetimes['session tokens'] + ROTATION_LEAD_MS;
  const step = limits.idleMs - 1;
  let { token } = old;
  for (let at = clock.now() + step; at < end; at += step) {
    clock.set(at);
    await sessions.verify(old.token, { act: true });
    ({ token } = await sessions.renew(old));
  }
  clock.set(end);
  await expect(sessions.verify(old.token, { act: true })).rejects.toMatchObject({ refusal: 'loginExpired' });
  expect((await sessions.verify(token, { act: true })).sessionId).toBe(old.sessionId);
});
