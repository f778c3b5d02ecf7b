/** A password change during a sign-in with the old one, or with an existing or remembered session. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestServer, TEST_PASSWORD, type TestServer } from '#services/api/testing/test-server.ts';
import { createPasswords } from './passwords.ts';
import type { RememberMe } from './remember-me.ts';
import { createSessionTokens } from './session-tokens.ts';
import { createSessions } from './sessions.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const NEW = 'archline2';
const account = 'technician';
const personId = `p-${account}`;

async function changed() {
  await bench.put(`/api/users/${personId}`, { as: 'admin', body: { password: NEW } });
  bench.clock.advance(1000);
}

/**
 * Sessions of another node. The node calls `during` after it has checked a password or redeemed a remember-me token.
 */
function elsewhere(during: () => Promise<void>, own: Partial<RememberMe> = {}) {
  const { deps, tries, remember, records } = bench;
  const passwords = createPasswords(deps.vault);
  const after = async <T>(done: Promise<T>) => {
    const answer = await done;
    await during();
    return answer;
  };
  return createSessions({
    store: deps.store,
    people: deps.people,
    directory: deps.models.directory,
    tries,
    secondFactor: { demand: async () => undefined, suffices: async () => true },
    hold: deps.hold,
    records,
    tokens: createSessionTokens(deps.signing.of('session tokens')),
    clock: deps.clock,
    ids: deps.ids,
    passwords: { ...passwords, check: (...how) => after(passwords.check(...how)) },
    remember: { ...remember, redeem: token => after(remember.redeem(token)), ...own },
  });
}

const families = async () => (await Array.fromAsync(bench.deps.vault.list('remember/'))).length;

test('a sign-in with the old password during a change fails, and is not remembered', async () => {
  const signedIn = elsewhere(changed).signIn({ account, password: TEST_PASSWORD, remember: true });
  await expect(signedIn).rejects.toMatchObject({ refusal: 'wrongPassword' });
  const { remember = '' } = await bench.deps.sessions.signIn({ account, password: NEW, remember: true });
  expect((await bench.deps.sessions.resume(remember))?.person.id).toBe(personId);
});

test('a remembered session is refused if the password changes during its redemption', async () => {
  const { remember = '' } = await bench.deps.sessions.signIn({
    account,
    password: TEST_PASSWORD,
    remember: true,
  });
  expect(await elsewhere(changed).resume(remember)).toBeUndefined();
  expect(await families()).toBe(0);
});

test('a remembered session ends when all sessions end during its redemption', async () => {
  const { remember = '' } = await bench.deps.sessions.signIn({
    account,
    password: TEST_PASSWORD,
    remember: true,
  });
  const between: string[] = [];
  const ending = elsewhere(async () => undefined, {
    endAll: async id => {
      bench.clock.advance(1000);
      between.push((await bench.deps.sessions.resume(remember))?.token ?? '');
      await bench.remember.endAll(id);
    },
  });
  await ending.endAll(personId, { by: personId, commandId: crypto.randomUUID() });
  for (const token of between)
    await expect(ending.verify(token, { act: true })).rejects.toMatchObject({ refusal: 'sessionEnded' });
  expect(between).toHaveLength(1);
});

test('a sign-in succeeds if anything but the password changes, such as the name', async () => {
  const renamed = async () => {
    await bench.put(`/api/users/${personId}`, { as: 'admin', body: { name: '王芳' } });
  };
  const { remember = '' } = await elsewhere(renamed).signIn({
    account,
    password: TEST_PASSWORD,
    remember: true,
  });
  expect((await elsewhere(renamed).resume(remember))?.person.name).toBe('王芳');
});
