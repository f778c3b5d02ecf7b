import { describe, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { RawEvent } from '#events/envelope.ts';
import { dataAccessStreamOf } from '#events/person/events.ts';
import { sealCheckSentences } from '../cli/verify-log.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import type { RawEventReader } from '../eventstore/port.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { checkSeals, sealLog } from './log-seals.ts';

const key = Buffer.alloc(32, 7);

function open() {
  const inner = createRawMemoryStore();
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const store = createVersionedStore(inner);
  const deps = { inner, store, clock, ids: systemIds, key };
  let n = 0;
  const act = async (times = 1) => {
    for (let i = 0; i < times; i++) {
      const stamp = { id: `e-${n++}`, at: '2026-11-20T08:00:00.000Z', by: 'p-li' };
      const opened = { type: 'EyeOpened', data: { personId: 'p-li' }, ...stamp };
      await store.append(dataAccessStreamOf('p-li'), 'any', [opened]);
    }
  };
  const seal = () => {
    clock.advance(3_600_000);
    return sealLog(deps);
  };
  return { deps, act, seal, check: () => checkSeals(deps) };
}

/** Returns a log reader that changes the events it passes on. */
const tampered = (inner: RawEventReader, change: (events: RawEvent[]) => RawEvent[]): RawEventReader => ({
  ...inner,
  async *readBatches() {
    const all: RawEvent[] = [];
    for await (const batch of inner.readBatches()) all.push(...batch);
    yield change(all);
  },
});

describe('seals of the log', () => {
  it('continue from the newest one, and match', async () => {
    const { act, seal, check } = open();
    expect(await check()).toMatchObject({ events: 0, seals: 0, sealedAt: null, broken: null });
    await act(3);
    expect(await seal()).toMatchObject({ count: 3, last: { stream: 'access-p-li', id: 'e-2' } });
    await act(2);
    expect(await seal()).toMatchObject({ count: 6 });
    await act();
    expect(await check()).toEqual({
      ...{ events: 8, unsealed: 2, seals: 2, broken: null },
      sealedAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('are not added to a log without new events', async () => {
    const { act, seal, check } = open();
    await act();
    await seal();
    expect(await seal()).toBeUndefined();
    expect(await check()).toMatchObject({ seals: 1 });
  });

  it('cover an event that is appended while the log is sealed with the next one', async () => {
    const { deps, act, seal, check } = open();
    await act();
    const append: typeof deps.store.append = async (...given) => {
      await act();
      return deps.store.append(...given);
    };
    await sealLog({ ...deps, store: { append } });
    await seal();
    expect(await check()).toMatchObject({ seals: 2, broken: null });
  });

  it('are appended by one of two nodes', async () => {
    const { deps, act, check } = open();
    await act(2);
    const both = await Promise.all([sealLog(deps), sealLog(deps)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await check()).toMatchObject({ seals: 1, broken: null });
  });

  it.each<[string, (events: RawEvent[]) => RawEvent[]]>([
    ['changed', all => all.map((e, i) => (i === 1 ? { ...e, by: 'p-other' } : e))],
    ['removed', all => all.filter((_, i) => i !== 1)],
    ['moved', ([a, b, ...rest]) => [b, a, ...rest].filter(e => e !== undefined)],
    [
      'moved to another stream',
      all => all.map((e, i) => (i === 1 ? { ...e, stream: caseStreamOf('CASE22') } : e)),
    ],
    ['added', all => [...all.slice(0, 1), ...all.slice(0, 1), ...all.slice(1)]],
  ])('do not match after an event was %s', async (_how, change) => {
    const { deps, act, seal } = open();
    await act(3);
    await seal();
    await act();
    await seal();
    const check = await checkSeals({ key, inner: tampered(deps.inner, change) });
    expect(check).toMatchObject({ broken: { at: '2026-11-20T09:00:00.000Z', after: null } });
    expect(() => sealCheckSentences(check)).toThrow('does not match its seal of 2026-11-20T09');
  });

  it('name the time of the last seal that matches', async () => {
    const { deps, act, seal } = open();
    await act();
    await seal();
    await act();
    await seal();
    const inner = tampered(deps.inner, all => all.map((e, i) => (i === 2 ? { ...e, by: 'p-other' } : e)));
    expect(await checkSeals({ key, inner })).toMatchObject({
      broken: { at: '2026-11-20T10:00:00.000Z', after: '2026-11-20T09:00:00.000Z' },
    });
  });

  it('cannot be repaired without the key', async () => {
    const { deps, act } = open();
    await act();
    await sealLog({ ...deps, key: Buffer.alloc(32, 8) });
    expect(await checkSeals(deps)).toMatchObject({ broken: { after: null } });
  });
});
