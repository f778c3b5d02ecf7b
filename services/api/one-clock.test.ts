/** One moment is one position of the log: to the tables, the track, lists as of a moment, and the LOG. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClockedEvent, createLogClock } from '#events/analysis/clock.ts';
import type { Track } from '#events/analysis/track.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { sessionStreamOf } from '#events/person/events.ts';
import { createRandom, type Random } from '#events/script/random.ts';
import { openReadModels, type ReadModels } from '#projections/readmodels.ts';
import { mainOrgId } from '#projections/testing/people.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { testClock } from '#projections/testing/walk-models.ts';
import { createMemoryFolder } from '../analysis/durable-folder.ts';
import { openTestTables, type TestTables } from '../analysis/testing/kept-tables.ts';
import { createTracks } from '../analysis/tracks.ts';
import { createManualClock } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import type { EventStore } from '../eventstore/port.ts';
import { parseLogPlace } from './analysis-log-query.ts';

const STEPS = 700;
const MOMENTS = 40;
const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

/** Deviation, in ms, of the clock of the node that writes an event. */
const driftOf = (random: Random): number => {
  if (random.chance(0.02)) return MONTH_MS;
  return random.chance(0.3) ? random.below(3 * HOUR_MS) - HOUR_MS : 0;
};

/** A log whose nodes have clocks of their own. */
function driftingLog(store: EventStore, random: Random): EventStore {
  return {
    ...store,
    append: (stream, expected, events) => {
      const drift = driftOf(random);
      const later = (at: string) => new Date(Date.parse(at) + drift).toISOString();
      return store.append(
        stream,
        expected,
        events.map(event => ({ ...event, at: later(event.at) })),
      );
    },
  };
}

let log: EventStore;
let events: Recorded[];
let kept: TestTables;
let models: ReadModels;
let track: Track;
let stop: () => Promise<void>;

async function openTrack(): Promise<void> {
  const tracks = createTracks({
    log,
    folder: createMemoryFolder(),
    pseudonyms: kept.pseudonyms,
    timers: { every: () => () => undefined },
    clock: createManualClock(0),
    report: { warn: () => undefined, error: () => undefined },
  });
  await tracks.reached(await log.head(), 1);
  const range = await tracks.range(mainOrgId);
  track = await tracks.track({ orgId: mainOrgId, drafts: true }, range?.months ?? []);
  stop = tracks.stop;
}

beforeAll(async () => {
  const random = createRandom(87);
  log = driftingLog(createMemoryStore({ id: 'drifting' }), random);
  const walk = createWalk({ seed: 87, log, cases: 20, minutes: 47 });
  await walk.setUp();
  for (let i = 0; i < STEPS; i++) {
    await walk.step();
    // Streams of other kinds move the clock as well.
    const signedIn = { type: 'SignedIn', data: { personId: 'doctor', sessionId: `s${i}` } };
    const stamp = { id: crypto.randomUUID(), at: walk.now(), by: 'doctor' };
    if (i % 3 === 0) await log.append(sessionStreamOf('doctor'), 'any', [{ ...signedIn, ...stamp }]);
  }
  events = await Array.fromAsync(log.readAll());
  kept = openTestTables({ log });
  const tables = kept.start();
  await tables.idle();
  await tables.stop();
  models = await openReadModels({ store: log, dir: ':memory:', clock: testClock });
  await models.reached(await log.head(), 120_000);
  await openTrack();
});
afterAll(async () => {
  await stop();
  await models.close();
  kept.dispose();
});

function clocked(of: readonly Recorded[]): ClockedEvent<Recorded>[] {
  const clock = createLogClock<Recorded>();
  return [...of.flatMap(event => clock.push(event)), ...clock.provisional()];
}

/**
 * Whole seconds, as in the track: some after any event, and some after events whose time is out of order with the
 * neighbouring events'.
 */
function moments(): number[] {
  const random = createRandom(1);
  const times = events.map(({ at }) => Date.parse(at));
  const odd = times.filter((time, i) => time < (times[i - 1] ?? 0) || time > (times[i + 1] ?? time));
  return Array.from({ length: MOMENTS }, (_, i) => {
    const time = random.pick(i % 2 === 0 ? odd : times) + random.below(5) * 60_000;
    return Math.ceil(time / 1000) * 1000;
  });
}

const served = () =>
  events.filter(
    e => e.stream.startsWith(caseStreamPrefix) && models.state(caseIdOfEvent(e))?.servedBy === mainOrgId,
  );

it('is the same position to lists, the LOG, the tables and the track', async () => {
  const own = served();
  const all = clocked(events);
  const head = await log.head();
  const positions = new Set<LogPosition>();
  for (const time of moments()) {
    const position = all.findLast(one => one.clock <= time)?.event.position ?? START;
    positions.add(position);
    expect(await models.past.positionAt(time)).toBe(position);
    const at = new Date(time).toISOString();
    const page = await parseLogPlace({ models, sealedLog: log }, { zone: 'UTC' }, { at }, head);
    expect(page).toEqual({ direction: 'forwards', after: position });
    const { last } = await kept.tables.open(mainOrgId, { clock: time });
    expect(last?.position).toBe(own.findLast(e => e.position <= position)?.position);
    expect(track.statusesAt(time)).toEqual(track.statusesAt({ position: Number(position) }));
  }
  expect(positions.size).toBeGreaterThan(MOMENTS / 2);
});

it('depends on events of every stream', () => {
  const clocks = new Map(clocked(events).map(({ event, clock }) => [event.position, clock]));
  const alone = clocked(events.filter(e => e.stream.startsWith(caseStreamPrefix)));
  const others = alone.filter(({ event, clock }) => clocks.get(event.position) !== clock);
  expect(others.length).toBeGreaterThan(10);
  expect(new Set(served().map(caseIdOfEvent)).size).toBeGreaterThan(5);
});

it('is found again without reading what earlier searches have passed', async () => {
  const [time = 0] = moments();
  const position = await models.past.positionAt(time);
  for (const other of moments()) await models.past.positionAt(other);
  expect(await models.past.positionAt(time)).toBe(position);
  expect(await models.past.positionAt(0)).toBe(START);
});
