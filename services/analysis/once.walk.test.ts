/** Each event is in the tables once, whatever ends the process that writes them. */
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import { type RepeatingTimers, systemTimers } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { CommitStep } from './organisation-tables.ts';
import { organisationFolder } from './table-folders.ts';
import { openTestTables, type TestTables, walkTwoOrganisations } from './testing/kept-tables.ts';
import { foldPlainTables, sortedLinesOfRows } from './testing/plain-tables.ts';

const steps = ['lines', 'segments', 'manifest', 'entries'] as const satisfies readonly CommitStep[];
/** `TABLE_STARTS=n` sets the number of starts. */
const KILLS = Number(process.env.TABLE_STARTS ?? 200);
/** Logs among which the kills are divided. */
const LOGS = 4;
const SEED = 5;
/** Kills of a log after which its tables are compared. */
const CHECKED = 10;

const kept = openTestTables();
const others = Array.from({ length: LOGS - 1 }, () => openTestTables());
afterAll(() => {
  for (const tables of [kept, ...others]) tables.dispose();
});

/** Expects the tables to be those of a plain fold up to their last event. */
async function expectPlain(tables = kept) {
  const events = await Array.fromAsync(tables.log.readAll());
  for (const orgId of [mainOrgId, strangersOrgId]) {
    const { last } = await tables.tables.open(orgId);
    const until = events.filter(({ position }) => last && position <= last.position);
    const pseudonym = await tables.pseudonyms.of(orgId);
    expect(await tables.lines(orgId)).toEqual(sortedLinesOfRows(foldPlainTables(until, orgId), pseudonym));
  }
}

/** Kills the process that keeps the tables of one log, again and again. @returns how often it died before it was done */
async function killOften(tables: TestTables, seed: number, kills: number): Promise<number> {
  const random = createRandom(seed);
  const walk = await walkTwoOrganisations(tables.log, { seed, steps: 50 });
  let deaths = 0;
  for (let kill = 1; kill <= kills; kill++) {
    for (let i = 0; i < 4; i++) await walk.step();
    const deadly = random.pick(steps);
    const after = Math.floor(random.next() * 3);
    let seen = 0;
    const died = Promise.withResolvers<void>();
    const running = tables.start({
      lingerMs: 1,
      onStep: step => {
        if (step !== deadly || seen++ < after) return;
        deaths += 1;
        died.resolve();
        throw new Error(`killed at ${step}`);
      },
    });
    await Promise.race([died.promise, running.idle()]);
    await running.stop();
    if (kill % CHECKED === 0) await expectPlain(tables);
  }
  const running = tables.start();
  await running.idle();
  await running.stop();
  await expectPlain(tables);
  return deaths;
}

test(`holds after ${KILLS} starts, many killed at a random point of a commit`, async () => {
  // Side by side: a commit waits for the disk and for another process most of the time.
  const deaths = await Promise.all(
    [kept, ...others].map((tables, n) => killOften(tables, SEED + n, KILLS / LOGS)),
  );
  // Some starts end before their step is reached so often.
  expect(deaths.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(KILLS / 5);
});

/** Timers of a process whose long periods end when the test says so. */
function createHandTicks() {
  const ticks = new Set<() => void>();
  const every: RepeatingTimers['every'] = (ms, run) => {
    if (ms < 1_000) return systemTimers.every(ms, run);
    ticks.add(run);
    return () => void ticks.delete(run);
  };
  return {
    timers: { every },
    fire: () => {
      for (const run of ticks) run();
    },
  };
}

describe('with two processes', () => {
  const log = createMemoryStore();
  const shared = openTestTables({ log });
  const stopped: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stopped.splice(0)) await stop();
  });
  afterAll(shared.dispose);

  test('one of them writes, under the lease', async () => {
    const walk = await walkTwoOrganisations(log, { seed: 6, steps: 150 });
    const both = [shared.start(), shared.start()];
    stopped.push(...both.map(one => one.stop));
    await Promise.race(both.map(one => one.idle()));
    for (let i = 0; i < 50; i++) await walk.step();
    await Promise.race(both.map(one => one.idle()));
    await expectPlain(shared);
  });

  test('a process that has lost its lease unnoticed does not commit', async () => {
    // Each has a vault of its own, so that both believe to hold the lease. They tick in turn: each takes the tables over from the
    // other at a tick, and with ticks shorter than a commit neither would ever end one.
    const both = [0, 1].map(() => {
      const ticks = createHandTicks();
      return { ...shared.start({ vault: createMemoryVault(), timers: ticks.timers }), tick: ticks.fire };
    });
    for (const one of both) {
      const ticking = setInterval(one.tick, 50);
      await one.idle();
      clearInterval(ticking);
    }
    for (const one of both) await one.stop();
    await expectPlain(shared);
  });
});

test('leaves no file that no manifest names after a restart', async () => {
  const running = kept.start();
  await running.idle();
  await running.stop();
  const again = kept.start();
  await again.idle();
  await again.stop();
  const names = readdirSync(organisationFolder(kept.dir, mainOrgId));
  expect(names.filter(name => name.endsWith('.lines') || name.endsWith('.draft'))).toEqual([]);
  expect(names.filter(name => name.startsWith('manifest')).length).toBeLessThanOrEqual(2);
});
