import { beforeEach, expect, it } from 'vitest';
import { releaseStream } from '#events/release/events.ts';
import { listTransitionRules } from '#events/release/served-rules.ts';
import { createManualClock } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { appendServedRules } from './record-rules.ts';
import { readServedRulesUpTo } from './rules-history.ts';

const clock = createManualClock(Date.parse('2026-05-01T00:00:00Z'));
const older = listTransitionRules().filter(({ type }) => type !== 'TargetSubmitted');
const command = (n: number) => ({ commandId: `00000000-0000-4000-8000-00000000000${n}` });
let store: ReturnType<typeof createMemoryStore>;

beforeEach(() => {
  store = createMemoryStore({ id: 'rules' });
});

const recorded = async () => (await readServedRulesUpTo(store, await store.head())).map(({ rules }) => rules);

it('records the rules of the first release, and of each that changes them', async () => {
  expect(await appendServedRules({ store, clock }, command(1), older)).toBe(true);
  expect(await appendServedRules({ store, clock }, command(2), older)).toBe(false);
  expect(await appendServedRules({ store, clock }, command(3))).toBe(true);
  expect(await appendServedRules({ store, clock }, command(4))).toBe(false);
  expect(await appendServedRules({ store, clock }, command(5), older)).toBe(true);
  expect(await recorded()).toEqual([older, listTransitionRules(), older]);
});

it('records once if several nodes of a release start together', async () => {
  const all = await Promise.all([1, 2, 3].map(n => appendServedRules({ store, clock }, command(n))));
  expect(all.filter(Boolean)).toHaveLength(1);
  expect(await recorded()).toEqual([listTransitionRules()]);
});

it('answers the rules as of a position', async () => {
  await appendServedRules({ store, clock }, command(1), older);
  const first = await store.head();
  await appendServedRules({ store, clock }, command(2));
  expect((await readServedRulesUpTo(store, first)).map(({ since, at }) => [since, at])).toEqual([
    [first, '2026-05-01T00:00:00.000Z'],
  ]);
  expect(await readServedRulesUpTo(store, 0n)).toEqual([]);
  let count = 0;
  for await (const { by } of store.read(releaseStream)) count += Number(by === 'system');
  expect(count).toBe(2);
});
