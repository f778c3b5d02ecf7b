/** Each event is in the tables once, whatever ends the process that writes them. */
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import { mainOrg, strangers } from '#projections/testing/people.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { CommitStep } from './organisation-tables.ts';
import { organisationFolder } from './table-folders.ts';
import { keepTables, walkOver } from './testing/kept-tables.ts';
import { plainLines, plainTables } from './testing/plain-tables.ts';

const steps = ['lines', 'segments', 'manifest', 'entries'] as const satisfies readonly CommitStep[];
const KILLS = 200;

const kept = keepTables();
afterAll(kept.dispose);

/** Expects the tables to be those of a plain fold up to their last event. */
async function expectPlain(tables = kept) {
  const events = await Array.fromAsync(tables.log.readAll());
  for (const orgId of [mainOrg, strangers]) {
    const { last } = await tables.tables.open(orgId);
    const until = events.filter(({ position }) => last && position <= last.position);
    const pseudonym = await tables.pseudonyms.of(orgId);
    expect(await tables.lines(orgId)).toEqual(plainLines(plainTables(until, orgId), pseudonym));
  }
}

test(`holds after ${KILLS} kills at random points of a commit`, async () => {
  const random = createRandom(9);
  const walk = await walkOver(kept.log, { seed: 5, steps: 200 });
  for (let kill = 0; kill < KILLS; kill++) {
    for (let i = 0; i < 4; i++) await walk.step();
    const deadly = random.pick(steps);
    const after = Math.floor(random.next() * 3);
    let seen = 0;
    const died = Promise.withResolvers<void>();
    const running = kept.start({
      lingerMs: 1,
      onStep: step => {
        if (step !== deadly || seen++ < after) return;
        died.resolve();
        throw new Error(`killed at ${step}`);
      },
    });
    await Promise.race([died.promise, running.idle()]);
    await running.stop();
    if (kill % 20 === 19) await expectPlain();
  }
  const running = kept.start();
  await running.idle();
  await running.stop();
  await expectPlain();
});

describe('with two processes', () => {
  const log = createMemoryStore();
  const shared = keepTables({ log });
  const stopped: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stopped.splice(0)) await stop();
  });
  afterAll(shared.dispose);

  test('one of them writes, under the lease', async () => {
    const walk = await walkOver(log, { seed: 6, steps: 150 });
    const both = [shared.start(), shared.start()];
    stopped.push(...both.map(one => one.stop));
    await Promise.race(both.map(one => one.idle()));
    for (let i = 0; i < 50; i++) await walk.step();
    await Promise.race(both.map(one => one.idle()));
    await expectPlain(shared);
  });

  test('a process that has lost its lease unnoticed does not commit', async () => {
    // Each has a vault of its own, so that both believe to hold the lease.
    const both = [shared.start({ vault: createMemoryVault() }), shared.start({ vault: createMemoryVault() })];
    await Promise.all(both.map(one => one.idle()));
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
  const names = readdirSync(organisationFolder(kept.dir, mainOrg));
  expect(names.filter(name => name.endsWith('.lines') || name.endsWith('.draft'))).toEqual([]);
  expect(names.filter(name => name.startsWith('manifest')).length).toBeLessThanOrEqual(2);
});
