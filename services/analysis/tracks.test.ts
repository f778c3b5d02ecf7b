import { describe, expect, it } from 'vitest';
import { createLogClock } from '#events/analysis/clock.ts';
import { monthStart, nextMonth } from '#events/analysis/months.ts';
import { statusAndAssigneeAfter } from '#events/analysis/moves.ts';
import { GONE } from '#events/analysis/track.ts';
import { joinTracks } from '#events/analysis/track-join.ts';
import { isDraft, Status } from '#events/case/status.ts';
import { caseIdOfEvent } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { createRandom } from '#events/script/random.ts';
import { recordOf } from '#events/streams.ts';
import { makeMoves } from '#events/testing/moves.ts';
import { type Clock, createManualClock, type RepeatingTimers, systemIds } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import type { EventStore } from '../eventstore/port.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { createMemoryFolder, type DurableFolder } from './durable-folder.ts';
import { createPseudonyms } from './pseudonym.ts';
import { type HistoryEvent, historyOfMoves } from './testing/history.ts';
import { openTrackFile } from './track-file.ts';
import { createTracks, type Tracks } from './tracks.ts';

const DAY_MS = 86_400_000;
const from = Date.UTC(2026, 0, 5);
const to = from + 150 * DAY_MS;

const quiet = { error: () => undefined, warn: () => undefined };
const timers = { every: () => () => undefined };

type Parts = {
  store: EventStore;
  folder?: DurableFolder;
  vault?: Vault;
  clock?: Clock;
  timers?: RepeatingTimers;
};

const open = ({
  store,
  folder = createMemoryFolder(),
  vault = createMemoryVault(),
  ...ports
}: Parts): Tracks =>
  createTracks({
    log: store,
    folder,
    pseudonyms: createPseudonyms({ vault, ids: systemIds, keyFor: () => Buffer.alloc(32, 1) }),
    timers,
    clock: createManualClock(0),
    ...ports,
    report: quiet,
  });

async function append(store: EventStore, history: readonly HistoryEvent[]) {
  for (const { stream, event } of history) await store.append(stream, 'any', [event]);
}

/** Times of some events run ahead or back, as those of several nodes do. */
const misdated = (history: readonly HistoryEvent[], seed: number) => {
  const random = createRandom(seed);
  return history.map(({ stream, event }) => {
    const shift = random.chance(0.03) ? (random.next() - 0.5) * 6 * 3_600_000 : random.below(3000) - 1500;
    return {
      stream,
      event: { ...event, at: new Date(Date.parse(event.at) + Math.round(shift)).toISOString() },
    };
  });
};

const history = (seed: number, cases = 250, settings = {}) =>
  historyOfMoves(makeMoves({ seed, cases, from, to, people: 8 }), settings);

/** Every month's bytes of an organisation. */
async function monthsOf(tracks: Tracks, store: EventStore, { orgId = 'main', drafts = true } = {}) {
  expect(await tracks.reached(await store.head(), 1)).toBe(true);
  const range = await tracks.range(orgId);
  const months = new Map<string, Uint8Array>();
  for (const month of range?.months ?? []) {
    const found = await tracks.file({ orgId, drafts }, month);
    if (found) months.set(month, found.file.zipped);
  }
  return months;
}

/** The status of each case at a time, folded from the log by its clock. */
async function statusesAt(store: EventStore, ms: number, servedBy = 'main'): Promise<Map<string, number>> {
  const clock = createLogClock<Recorded>();
  const events: Recorded[] = await Array.fromAsync(store.readAll());
  const settled = [...events.flatMap(event => clock.push(event)), ...clock.provisional()];
  const states = new Map<string, { status: number; assigneeId: string | null }>();
  const own = new Set<string>();
  for (const { event, clock: at } of settled) {
    if (at > ms) break;
    const record = recordOf('case', event);
    const id = caseIdOfEvent(event);
    if (record.type === 'CaseCreated' && record.data.servedBy === servedBy) own.add(id);
    states.set(id, statusAndAssigneeAfter(states.get(id), record));
  }
  return new Map(
    [...states]
      .filter(([id, { status }]) => own.has(id) && status !== GONE)
      .map(([id, { status }]) => [id, status]),
  );
}

describe('the track of an organisation', () => {
  it.each([1, 2, 3])('at any second equals a plain fold of the log, seed %i', async seed => {
    const store = createMemoryStore();
    await append(store, misdated(history(seed), seed));
    const tracks = open({ store });
    const months = await monthsOf(tracks, store);
    expect(months.size).toBe(6);
    const files = [...months.values()].map(zipped => openTrackFile({ zipped, hash: '' }));
    const track = joinTracks(await Promise.all(files));
    const random = createRandom(seed);
    for (let i = 0; i < 20; i++) {
      const ms = from + random.below(151 * 86_400) * 1000;
      const statuses = track.statusesAt(ms);
      const actual = track.caseIds.flatMap((id, c): [string, number][] =>
        statuses[c] === GONE ? [] : [[id, statuses[c] ?? GONE]],
      );
      expect(new Map(actual)).toEqual(await statusesAt(store, ms));
    }
    await tracks.stop();
  });

  it('is the same from nothing, in steps, and after a restart at each month', async () => {
    const all = misdated(history(4), 4);
    const [store, vault, folder] = [createMemoryStore(), createMemoryVault(), createMemoryFolder()];
    for (let begin = 0; begin < all.length; begin += 400) {
      await append(store, all.slice(begin, begin + 400));
      const tracks = open({ store, vault, folder });
      await tracks.reached(await store.head(), 1);
      await tracks.stop();
    }
    const again = open({ store, vault, folder });
    const fresh = open({ store, vault });
    const expected = await monthsOf(fresh, store);
    expect(expected.size).toBe(6);
    expect(await monthsOf(again, store)).toEqual(expected);
    await Promise.all([again.stop(), fresh.stop()]);
  });

  it('follows new events', async () => {
    const [store, vault] = [createMemoryStore(), createMemoryVault()];
    const tracks = open({ store, vault });
    const all = history(5, 20);
    expect(await monthsOf(tracks, store)).toEqual(new Map());
    for (const part of [all.slice(0, 60), all.slice(60)]) {
      await append(store, part);
      const fresh = open({ store, vault });
      expect(await monthsOf(tracks, store)).toEqual(await monthsOf(fresh, store));
      await fresh.stop();
    }
    await tracks.stop();
  });

  it('without drafts has the submitted cases only, and no draft’s id', async () => {
    const store = createMemoryStore();
    await append(store, history(9, 60));
    const tracks = open({ store });
    const months = await monthsOf(tracks, store, { drafts: false });
    const files = [...months.values()].map(zipped => openTrackFile({ zipped, hash: '' }));
    const track = joinTracks(await Promise.all(files));
    const submitted = new Set<string>();
    for (let day = 0; day <= 160; day += 3) {
      const ms = from + day * DAY_MS;
      const expected = [...(await statusesAt(store, ms))].filter(([, status]) => !isDraft(status as Status));
      const statuses = track.statusesAt(ms);
      const actual = track.caseIds.flatMap((id, c) => (statuses[c] === GONE ? [] : [[id, statuses[c]]]));
      expect(new Map(actual as [string, number][])).toEqual(new Map(expected));
    }
    const events: Recorded[] = await Array.fromAsync(store.readAll());
    for (const event of events)
      if ((event.data as { to?: number }).to === Status.ToAccept) submitted.add(caseIdOfEvent(event));
    expect(new Set(track.caseIds)).toEqual(submitted);
    await tracks.stop();
  });

  it('has no byte of another organisation', async () => {
    const vault = createMemoryVault();
    const own = history(6, 120);
    const theirs = history(7, 120, { orgId: 'other', servedBy: 'other' });
    const [alone, mixed] = [createMemoryStore(), createMemoryStore()];
    // In `alone`, an event of no case replaces each event of the other organisation, so that own events have the same positions
    // in both logs.
    const merged = [...own, ...theirs].sort((a, b) => a.event.at.localeCompare(b.event.at));
    await append(mixed, merged);
    const silent = merged.map(one => (own.includes(one) ? one : silenced(one)));
    await append(alone, silent);
    const both = [open({ store: alone, vault }), open({ store: mixed, vault })] as const;
    expect(await monthsOf(both[1], mixed)).toEqual(await monthsOf(both[0], alone));
    await Promise.all(both.map(one => one.stop()));
  });
});

/** An event of no case in the place of a case's event. */
const silenced = ({ event }: HistoryEvent): HistoryEvent => ({
  stream: 'seen-p',
  event: { ...event, type: 'Seen', data: {}, personal: undefined, subject: undefined },
});

it('a wait for a position that does not come ends after its time', async () => {
  const store = createMemoryStore();
  const clock = createManualClock(0);
  const { promise: armed, resolve: arm } = Promise.withResolvers<() => void>();
  const every = (_ms: number, run: () => void) => {
    arm(run);
    return () => undefined;
  };
  const tracks = open({ store, clock, timers: { every } });
  const waiting = tracks.reached(1n, 2000);
  const tick = await armed;
  tick();
  clock.advance(2001);
  // The wait may not have begun before the first tick.
  const ticking = setInterval(tick);
  expect(await waiting).toBe(false);
  clearInterval(ticking);
  await tracks.stop();
});

describe('a folder of months', () => {
  const filled = async () => {
    const [store, vault] = [createMemoryStore(), createMemoryVault()];
    await append(store, history(8, 100));
    const fresh = open({ store, vault });
    const expected = await monthsOf(fresh, store);
    await fresh.stop();
    return { store, vault, expected };
  };

  /** A folder whose process is killed at a write: nothing after it happens, and the write itself may have. */
  function killed(folder: DurableFolder, { at, done }: { at: number; done: boolean }) {
    let writes = 0;
    const { promise: death, resolve: die } = Promise.withResolvers<void>();
    const dying: DurableFolder = {
      ...folder,
      write: async (name, bytes) => {
        writes += 1;
        if (writes < at || (writes === at && done)) await folder.write(name, bytes);
        if (writes < at) return;
        die();
        throw new Error('killed');
      },
    };
    return { dying, death, writes: () => writes };
  }

  it('gives the same bytes after a kill at any write', async () => {
    const { store, vault, expected } = await filled();
    const { dying: whole, writes } = killed(createMemoryFolder(), {
      at: Number.POSITIVE_INFINITY,
      done: true,
    });
    const undisturbed = open({ store, vault, folder: whole });
    await monthsOf(undisturbed, store);
    await undisturbed.stop();
    expect(writes()).toBeGreaterThanOrEqual(8);
    for (let at = 1; at <= writes(); at++)
      for (const done of [false, true]) {
        const folder = createMemoryFolder();
        const { dying, death } = killed(folder, { at, done });
        const first = open({ store, vault, folder: dying });
        first.start();
        await death;
        await first.stop();
        const second = open({ store, vault, folder });
        expect(await monthsOf(second, store)).toEqual(expected);
        await second.stop();
      }
  });

  it('is built again when a month is damaged or missing', async () => {
    const { store, vault, expected } = await filled();
    for (const damage of [new Uint8Array([1, 2, 3]), undefined]) {
      const folder = createMemoryFolder();
      const tracks = open({ store, vault, folder });
      await tracks.reached(await store.head(), 1);
      const month = [...expected.keys()][1] ?? '';
      if (damage) await folder.write(`main/track-${month}.gz`, damage);
      else await folder.remove(`main/track-${month}.gz`);
      await expect(tracks.file({ orgId: 'main', drafts: true }, month)).rejects.toThrow('missing or damaged');
      expect(await monthsOf(tracks, store)).toEqual(expected);
      await tracks.stop();
    }
  });

  it('of another format or of a damaged manifest is built again', async () => {
    const { store, vault, expected } = await filled();
    for (const manifest of ['{"format":0}', '{', 'null']) {
      const folder = createMemoryFolder();
      await folder.write('track.json', new TextEncoder().encode(manifest));
      const tracks = open({ store, vault, folder });
      expect(await monthsOf(tracks, store)).toEqual(expected);
      await tracks.stop();
    }
  });
});

it('begins a month with the state at its first moment, inclusive', async () => {
  const store = createMemoryStore();
  const start = monthStart('2026-02');
  const move = (at: number, position: number, status: number) => ({
    at,
    position: BigInt(position),
    caseId: 'A',
    to: status,
  });
  await append(
    store,
    historyOfMoves({ moves: [move(start - 500, 1, 0), move(start + 1, 2, 9)], assignments: [] }),
  );
  const tracks = open({ store });
  const months = await monthsOf(tracks, store);
  expect([...months.keys()]).toEqual(['2026-01', '2026-02']);
  const found = await tracks.file({ orgId: 'main', drafts: true }, '2026-01');
  expect(found?.isOver).toBe(false);
  const [first, second] = await Promise.all(
    [...months.values()].map(zipped => openTrackFile({ zipped, hash: '' })),
  );
  expect(first?.to).toBe(monthStart(nextMonth('2026-01')));
  expect(first?.statusesAt(start)).toEqual(new Uint8Array([0]));
  expect(second?.startStatuses).toEqual(new Uint8Array([0]));
  await tracks.stop();
});

it('does not spin once it is stopped', async () => {
  const store = createMemoryStore();
  let now = 0;
  const tracks = open({ store, clock: { now: () => now++ } });
  tracks.start();
  await tracks.stop();
  expect(await tracks.reached(1n, 100_000)).toBe(false);
  expect(now).toBeLessThan(10);
});
