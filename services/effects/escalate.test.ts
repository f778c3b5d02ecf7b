import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestServer, type TestPersonName, type TestServer } from '../api/testing/test-server.ts';
import { escalateOverdueQuestions } from './escalate.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

/** A time on Friday; the desk closes at 18:00. */
const at = (time: string) => {
  bench.clock.set(Date.parse(`2026-11-${time}+08:00`));
  // Idle sessions have expired by then.
  bench.tokens.clear();
};
const ask = (as: TestPersonName, text = '附件掉了怎么办？') =>
  bench.post(`/api/chats/service.p-${as}/messages`, { as, body: { client: crypto.randomUUID(), text } });
const answer = (doctor: TestPersonName) =>
  bench.post(`/api/chats/service.p-${doctor}/messages`, {
    as: 'service',
    body: { client: crypto.randomUUID(), text: '请拍一张照片。' },
  });
async function look(): Promise<number> {
  const n = await escalateOverdueQuestions(bench.deps);
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
  return n;
}
const escalated = async (doctor: TestPersonName) =>
  (await bench.get<{ escalated: boolean }>(`/api/chats/service.p-${doctor}`, { as: 'service' })).data
    .escalated;

it('escalates a question once, after two open hours', async () => {
  at('20T15:00:00');
  await ask('doctor');
  at('20T16:59:59');
  expect(await look()).toBe(0);
  at('20T17:00:00');
  expect([await look(), await escalated('doctor')]).toEqual([1, true]);
  at('20T17:30:00');
  expect(await look()).toBe(0);
});

it('counts open hours only: a weekend does not count', async () => {
  at('20T17:00:00');
  await ask('doctor');
  at('23T09:59:59');
  expect(await look()).toBe(0);
  at('23T10:00:00');
  expect(await look()).toBe(1);
});

it('starts again with a question after an answer, and skips questions already escalated', async () => {
  at('20T09:00:00');
  await ask('doctor');
  await ask('doctor2');
  at('20T11:00:00');
  expect(await look()).toBe(2);
  await answer('doctor');
  expect(await escalated('doctor')).toBe(false);
  at('20T11:30:00');
  await ask('doctor');
  at('20T14:00:00');
  expect([await look(), await escalated('doctor')]).toEqual([1, true]);
});

it('escalates once when two nodes run at the same time', async () => {
  at('20T09:00:00');
  await ask('doctor');
  at('20T11:00:00');
  const before = await bench.deps.store.head();
  await Promise.all([escalateOverdueQuestions(bench.deps), escalateOverdueQuestions(bench.deps)]);
  expect(await bench.deps.store.head()).toBe(before + 1n);
});

it('continues with the other questions after a failure, and retries the failed one', async () => {
  at('20T09:00:00');
  await ask('doctor');
  at('20T09:01:00');
  await ask('doctor2');
  at('20T12:00:00');
  const { claims } = bench.deps.chat;
  const failing: typeof claims.escalate = async (id, since) => {
    if (id === 'service.p-doctor') throw new Error('the disk is full');
    return claims.escalate(id, since);
  };
  const chat = { claims: { ...claims, escalate: failing } };
  await expect(escalateOverdueQuestions({ ...bench.deps, chat })).rejects.toThrow(AggregateError);
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
  expect([await escalated('doctor'), await escalated('doctor2')]).toEqual([false, true]);
  expect([await look(), await escalated('doctor')]).toEqual([1, true]);
});
