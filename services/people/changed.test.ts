/** A password that is changed while somebody signs in with the old one, with that session or a remembered one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bench, openBench, PASSWORD } from '#services/api/testing/bench.ts';
import { createPasswords } from './passwords.ts';
import type { Remember } from './remember-me.ts';
import { createSessions } from './sessions.ts';
import { createTokens } from './tokens.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const NEW = 'archline2';
const account = 'technician';
const personId = `p-${account}`;

async function changed() {
  await bench.put(`/api/users/${personId}`, { as: 'admin', body: { password: NEW } });
  bench.clock.advance(1000);
}

/** The sessions of another node: what happens there while a password is checked, or a remembered one redeemed. */
function elsewhere(during: () => Promise<void>, own: Partial<Remember> = {}) {
  const { deps, tries, remember } = bench;
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
    tokens: createTokens(deps.signing.of('session tokens')),
    clock: deps.clock,
    ids: deps.ids,
    passwords: { ...passwords, check: (...how) => after(passwords.check(...how)) },
    remember: { ...remember, redeem: token => after(remember.redeem(token)), ...own },
  });
}

const families = async () => (await Array.fromAsync(bench.deps.vault.list('remember/'))).length;

test('one who signed in with the old one in between is not in, nor remembered', async () => {
  const signedIn = elsewhere(changed).signIn({ account, password: PASSWORD, remember: true });
  await expect(signedIn).rejects.toMatchObject({ refusal: 'wrongPassword' });
  const { remember = '' } = await bench.deps.sessions.signIn({ account, password: NEW, remember: true });
  expect((await bench.deps.sessions.resume(remember))?.person.id).toBe(personId);
});

test('one who was remembered is not in with the session that was given in between', async () => {
  const { remember = '' } = await bench.deps.sessions.signIn({ account, password: PASSWORD, remember: true });
  expect(await elsewhere(changed).resume(remember)).toBeUndefined();
  expect(await families()).toBe(0);
});

test('one who was remembered while all are ended is ended with them', async () => {
  const { remember = '' } = await bench.deps.sessions.signIn({ account, password: PASSWORD, remember: true });
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

test('nothing but the password or what is remembered counts: who changes their name comes in all the same', async () => {
  const renamed = async () => {
    await bench.put(`/api/users/${personId}`, { as: 'admin', body: { name: '王芳' } });
  };
  const { remember = '' } = await elsewhere(renamed).signIn({ account, password: PASSWORD, remember: true });
  expect((await elsewhere(renamed).resume(remember))?.person.name).toBe('王芳');
});
