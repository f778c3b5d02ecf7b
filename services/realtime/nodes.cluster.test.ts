/** Two nodes over one log and one Redis: people on different nodes see each other as on one node. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test as run } from 'vitest';
import type { ReviewerView } from '#events/plan/live-review.ts';
import type { ServerToClient } from '#events/wire.ts';
import { isRedisAvailable, type RunningRedis, startRedis } from '../../infra/servers/redis.ts';
import { openRedisNodeBus } from './redis.ts';
import { nodeTimeoutMs } from './remote-presence.ts';
import {
  createCaseWithPlan,
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  type TestPage,
} from './testing/realtime-world.ts';

let redis: RunningRedis;
let here: RealtimeWorld;
let there: RealtimeWorld;

const can = await isRedisAvailable();
const test = run.runIf(can);

const quiet = { info: () => undefined, warn: () => undefined };
const meshOf = (nodeId: string) => (io: Parameters<typeof openRedisNodeBus>[0]) =>
  openRedisNodeBus(io, { url: redis.url, nodeId, log: quiet });

beforeAll(async () => {
  if (!can) return;
  redis = await startRedis();
});
afterAll(() => redis?.stop());
beforeEach(async () => {
  if (!can) return;
  here = await openRealtimeWorld({ mesh: meshOf('a') });
  there = await openRealtimeWorld({ mesh: meshOf('b'), beside: here });
});
afterEach(async () => {
  await there?.close();
  await here?.close();
});

const watch = (page: TestPage, caseId: string | null) => page.socket.emitWithAck('case:watch', { caseId });
/** Fires both nodes' timers until a condition holds. */
const until = (done: () => boolean) =>
  expect
    .poll(() => {
      here.timers.fire();
      there.timers.fire();
      return done();
    })
    .toBe(true);
type Message<E extends keyof ServerToClient> = Parameters<ServerToClient[E]>[0];
/** Cast: an event's messages have the event's type. */
const last = <E extends keyof ServerToClient>(page: TestPage, event: E) =>
  page.told.findLast(t => t.event === event)?.message as Message<E> | undefined;
const whoIn = (page: TestPage) => last(page, 'presence')?.people.map(({ id }) => id);

test('both nodes know who has a case open, earliest first, and who closed it', async () => {
  const caseId = await createSubmittedCase(here);
  await there.followed();
  const [doctor, expert] = [await here.enter('doctor'), await there.enter('expert')];
  await watch(doctor, caseId);
  here.clock.advance(1_000);
  await watch(expert, caseId);
  for (const page of [doctor, expert]) await until(() => whoIn(page)?.join() === 'doctor,expert');
  doctor.socket.disconnect();
  await until(() => whoIn(expert)?.join() === 'expert');
});

test('a review works across nodes: position, moves and leaving', async () => {
  const caseId = await createCaseWithPlan(here, 'doctor', { upperStages: 20, lowerStages: 24 });
  await there.followed();
  const [doctor, expert] = [await here.enter('doctor'), await there.enter('expert')];
  for (const page of [doctor, expert]) await watch(page, caseId);
  const at = (stage: number): ReviewerView => ({
    caseId,
    list: 'plans',
    version: 1,
    stage,
    camera: [-30, 10, 180],
    tooth: 12,
    pointer: null,
    follows: null,
  });
  doctor.socket.emit('review:here', at(12));
  await until(() => last(expert, 'review')?.here?.stage === 12);
  expect(last(expert, 'review')?.person).toMatchObject({ id: 'doctor', position: 'Doctor' });
  expert.socket.emit('review:here', at(4));
  await until(() => last(doctor, 'review')?.here?.stage === 4);
  doctor.socket.emit('review:here', at(13));
  await until(() => last(expert, 'review')?.here?.stage === 13);
  doctor.socket.emit('review:here', null);
  await until(() => last(expert, 'review')?.here === null);
});

test('a conversation works across nodes: presence, typing, read marks, and each message once', async () => {
  const conversation = 'service.doctor';
  const [doctor, service] = [await here.enter('doctor'), await there.enter('service')];
  for (const page of [doctor, service])
    expect(await page.socket.emitWithAck('chat:open', { conversation })).toMatchObject({ ok: true });
  const present = (page: TestPage) =>
    last(page, 'chat:here')
      ?.people.filter(p => p.here)
      .map(p => p.id)
      .sort()
      .join();
  for (const page of [doctor, service]) await until(() => present(page) === 'doctor,service');
  service.socket.emit('chat:typing', { conversation });
  await until(() => last(doctor, 'chat:typing')?.person.id === 'service');
  const sent = await doctor.socket.emitWithAck('chat:send', {
    conversation,
    client: crypto.randomUUID(),
    text: 'Hello',
  });
  expect(sent).toMatchObject({ ok: true, seq: 1 });
  await until(() => service.told.some(t => t.event === 'chat'));
  service.socket.emit('chat:read', { conversation, got: 1, read: 1 });
  await until(() => last(doctor, 'chat:marks')?.marks.some(m => m.id === 'service' && m.read === 1) ?? false);
  await Promise.all([doctor.settled(), service.settled()]);
  for (const page of [doctor, service])
    expect(page.told.flatMap(t => (t.event === 'chat' ? t.message.items : []))).toHaveLength(1);
});

test('a crashed node’s people go offline', async () => {
  const caseId = await createSubmittedCase(here);
  await there.followed();
  const [doctor, expert] = [await here.enter('doctor'), await there.enter('expert')];
  await watch(doctor, caseId);
  await watch(expert, caseId);
  await until(() => whoIn(expert)?.length === 2);
  // Only the other node's timers run from here, so this node sends no further reports.
  const later = () => {
    here.clock.advance(nodeTimeoutMs);
    there.timers.fire();
    return whoIn(expert);
  };
  await expect.poll(later).toEqual(['expert']);
});

test('a Redis outage pauses only cross-node presence, which returns with Redis', async () => {
  const caseId = await createCaseWithPlan(here, 'doctor', { upperStages: 20, lowerStages: 24 });
  await there.followed();
  const [doctor, expert] = [await here.enter('doctor'), await there.enter('expert')];
  await watch(expert, caseId);
  await redis.kill();
  await watch(doctor, caseId);
  expect(await doctor.next('presence')).toMatchObject({ people: [{ id: 'doctor' }] });
  // Rows come from the log, not from Redis.
  await here.act('expert', caseId, 'qualityAudit', { result: 'refused', note: 'Once more' });
  await there.followed();
  await expect.poll(() => expert.rows('case', caseId).length).toBeGreaterThan(0);
  // Messages come from the log too. Typing is lost.
  const conversation = `case.${caseId}`;
  for (const page of [doctor, expert]) await page.socket.emitWithAck('chat:open', { conversation });
  expert.socket.emit('chat:typing', { conversation });
  const client = crypto.randomUUID();
  const said = await doctor.socket.emitWithAck('chat:send', { conversation, client, text: 'Hello' });
  expect(said).toMatchObject({ ok: true });
  await until(() => expert.told.some(t => t.event === 'chat'));
  expect(last(doctor, 'chat:typing')).toBeUndefined();
  redis = await startRedis(redis.port);
  await until(() => whoIn(doctor)?.length === 2 && whoIn(expert)?.length === 2);
});

test('an ended session and a frozen account on one node close sockets on the other within a second', async () => {
  const [doctor, expert] = [await there.enter('doctor'), await there.enter('expert')];
  const ended = Promise.all([doctor.gone(), expert.gone()]);
  here.clock.advance(1_000);
  await here.deps.sessions.endAll('doctor', { by: 'doctor', commandId: crypto.randomUUID() });
  await here.deps.accounts.freeze({ by: 'admin', commandId: crypto.randomUUID() }, 'expert');
  await ended;
  expect([last(doctor, 'ended'), last(expert, 'ended')]).toEqual([{ code: 102028 }, { code: 102028 }]);
});
