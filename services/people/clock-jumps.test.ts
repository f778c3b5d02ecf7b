/** A clock that jumps by an hour forwards or back: sessions, freezes, order and leases. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCase } from '../api/testing/case-steps.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from '../api/testing/test-server.ts';
import { createManualClock } from '../clock/clock.ts';
import { createLease } from '../vault/lease.ts';
import { createMemoryVault } from '../vault/memory.ts';

const HOUR = 3_600_000;
const LEASE = 30_000;

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const signIn = async () => {
  const body = { userName: 'doctor', password: TEST_PASSWORD };
  return bench.post<{ token: string }>('/api/login', { body });
};
const who = (token: string) => bench.get('/api/sysUser', { token });
const endAll = () =>
  bench.deps.sessions.endAll('p-doctor', { by: 'p-doctor', commandId: crypto.randomUUID() });

test('a jump forwards expires a session, and a new one is granted at once', async () => {
  const { data } = await signIn();
  bench.clock.advance(HOUR);
  expect((await who(data.token)).code).toBe(101014);
  const { data: next } = await signIn();
  expect((await who(next.token)).code).toBe(0);
  bench.clock.advance(-HOUR);
  expect((await who(next.token)).code).toBe(0);
});

test('a sign-out everywhere also ends sessions that began before the clock was set back', async () => {
  const { data } = await signIn();
  bench.clock.advance(-HOUR);
  await endAll();
  expect((await who(data.token)).code).toBe(102028);
  const { data: next } = await signIn();
  expect((await who(next.token)).code).toBe(0);
});

test('a person who signed out everywhere while the clock was ahead can sign in after its correction', async () => {
  const { data } = await signIn();
  bench.clock.advance(HOUR);
  await endAll();
  bench.clock.advance(-HOUR);
  expect((await who(data.token)).code).toBe(102028);
  const { data: next } = await signIn();
  expect((await who(next.token)).code).toBe(0);
});

test('an account frozen while the clock was ahead is frozen no longer than usual', async () => {
  const wrong = { userName: 'doctor', password: 'archline2' };
  bench.clock.advance(HOUR);
  for (let i = 0; i < 5; i++) await bench.post('/api/login', { body: wrong });
  expect((await signIn()).code).toBe(103017);
  bench.clock.advance(-HOUR);
  expect((await signIn()).status).toBe(200);
});

test('messages keep their order, and none is blocked', async () => {
  const caseId = await createCase(bench);
  const said: string[] = [];
  for (const jump of [0, HOUR, -HOUR, -HOUR, HOUR])
    for (const i of [1, 2, 3]) {
      bench.clock.advance(i === 1 ? jump : 1_000);
      // Idle sessions have expired by then.
      bench.tokens.clear();
      said.push(`${said.length}`);
      const body = { client: crypto.randomUUID(), text: said.at(-1) };
      const answer = await bench.post(`/api/chats/case.${caseId}/messages`, { as: 'doctor', body });
      expect(answer.status).toBe(200);
    }
  bench.tokens.clear();
  const { data } = await bench.get<{ items: { seq: number; text: string }[] }>(
    `/api/chats/case.${caseId}/messages?size=50`,
    { as: 'doctor' },
  );
  expect(data.items.toSorted((a, b) => a.seq - b.seq).map(({ text }) => text)).toEqual(said);
});

test('due work is done once, however often the clock passes its time', async () => {
  const body = { client: crypto.randomUUID(), text: '附件掉了怎么办？' };
  bench.clock.set(Date.parse('2026-11-20T15:00:00+08:00'));
  await bench.post('/api/chats/service.p-doctor/messages', { as: 'doctor', body });
  const { escalateOverdueQuestions } = await import('../effects/escalate.ts');
  const done: number[] = [];
  for (const jump of [2 * HOUR, -2 * HOUR, HOUR, HOUR]) {
    bench.clock.advance(jump);
    done.push(await escalateOverdueQuestions(bench.deps));
    await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
  }
  expect(done).toEqual([1, 0, 0, 0]);
});

test('a dead holder’s lease lasts no longer if the clock was ahead; a renewed lease stays valid', async () => {
  const clock = createManualClock(10 * HOUR);
  const vault = createMemoryVault();
  const [dead, live, other] = ['dead', 'live', 'other'].map(id =>
    createLease(vault, clock, 'effects', id, LEASE),
  );
  clock.advance(HOUR);
  expect(await dead?.hold()).toBe(true);
  clock.advance(-HOUR);
  expect(await live?.hold()).toBe(false);
  clock.advance(LEASE - 1);
  expect(await live?.hold()).toBe(false);
  clock.advance(1);
  expect([await live?.hold(), await other?.hold()]).toEqual([true, false]);
  for (let i = 0; i < 20; i++) {
    clock.advance(LEASE / 3);
    expect([await live?.hold(), await other?.hold()]).toEqual([true, false]);
  }
  // After another jump the holder continues, and no other node gets the lease.
  clock.advance(-HOUR);
  expect([await live?.hold(), await other?.hold()]).toEqual([true, false]);
});
