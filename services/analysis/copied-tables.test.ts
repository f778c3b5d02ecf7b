/** Copies of tables: the same answers, now and as of a moment, made while an engine is idle. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { mainOrgId } from '#projections/testing/people.ts';
import { copyTablesIntoMemory, isWorthCopying, MAX_COPIED_STAYS } from './copied-tables.ts';
import { closeEngine, type Engine, openEngine, prepareStatement } from './engine.ts';
import { createIdleCopier, QUIET_MS } from './idle-copier.ts';
import type { OpenedTables } from './query.ts';
import { tableNames } from './tables.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';

const kept = openTestTables();
const engines: Engine[] = [];
afterAll(async () => {
  for (const engine of engines) closeEngine(engine);
  await kept.dispose();
});

async function engineOf(tables: OpenedTables): Promise<Engine> {
  const engine = await openEngine(tables.source(tableNames));
  if (!engine) throw new Error('DuckDB is not installed');
  engines.push(engine);
  return engine;
}

const rowsOf = async (engine: Engine, sql: string) =>
  (await (await prepareStatement(engine, sql)).runAndReadAll()).getRowsJson();

/** Every row of every table, in the order of the engine. */
const allRows = (engine: Engine) =>
  Promise.all(tableNames.map(async name => [name, await rowsOf(engine, `FROM ${name}`)]));

const sourceOf = async (engine: Engine, table: string) =>
  String((await rowsOf(engine, `EXPLAIN FROM ${table}`)).flat());

let now: OpenedTables;
let then: OpenedTables;
beforeAll(async () => {
  await walkTwoOrganisations(kept.log, { seed: 6, steps: 300 });
  const running = kept.start();
  await running.idle();
  await running.stop();
  now = await kept.tables.open(mainOrgId);
  then = await kept.tables.open(mainOrgId, { position: (now.last?.position ?? 0n) / 2n });
});

test.each(['now', 'as of a moment'])('copies have the rows of the segments, %s', async when => {
  const engine = await engineOf(when === 'now' ? now : then);
  const before = await allRows(engine);
  await copyTablesIntoMemory(engine);
  expect(await allRows(engine)).toEqual(before);
  for (const table of ['stays', 'cases']) expect(await sourceOf(engine, table)).not.toContain('PARQUET');
  expect(await sourceOf(engine, 'case_facts')).toContain('PARQUET');
  await copyTablesIntoMemory(engine);
  expect(await allRows(engine)).toEqual(before);
});

test('copies are worth it once questions have taken as long, up to a number of stays', () => {
  expect(isWorthCopying({ spentMs: 499, stays: 500_000 })).toBe(false);
  expect(isWorthCopying({ spentMs: 500, stays: 500_000 })).toBe(true);
  expect(isWorthCopying({ spentMs: 60_000, stays: MAX_COPIED_STAYS + 1 })).toBe(false);
});

/** Timers that run when the test says so. */
function manualTimers() {
  const waiting = new Map<() => void, number>();
  return {
    every: (ms: number, run: () => void) => {
      waiting.set(run, ms);
      return () => void waiting.delete(run);
    },
    /** Runs all of them. @returns their times in ms */
    fire: () => {
      const times = [...waiting.values()];
      for (const run of [...waiting.keys()]) run();
      return times;
    },
  };
}

describe('an idle engine', () => {
  it('is copied after a quiet time, and not after a few short questions', async () => {
    const [engine, timers] = [await engineOf(now), manualTimers()];
    const copier = createIdleCopier(timers);
    copier.answered(engine, 0.01);
    expect(timers.fire()).toEqual([QUIET_MS]);
    await copier.pause();
    expect(await sourceOf(engine, 'stays')).toContain('PARQUET');
    copier.answered(engine, 10_000);
    timers.fire();
    await expect.poll(() => sourceOf(engine, 'stays')).not.toContain('PARQUET');
    // The view of the first table is replaced before the second table is copied.
    await expect
      .poll(() => {
        copier.answered(engine, 1);
        return timers.fire();
      })
      .toEqual([]);
  });

  it('is not copied while questions follow each other', async () => {
    const [engine, timers] = [await engineOf(now), manualTimers()];
    const copier = createIdleCopier(timers);
    copier.answered(engine, 10_000);
    await copier.pause();
    expect(timers.fire()).toEqual([]);
  });

  it('answers a question that ends the copying, which is begun again once it is worth it again', async () => {
    const [engine, timers] = [await engineOf(now), manualTimers()];
    const before = await allRows(engine);
    const copier = createIdleCopier(timers);
    copier.answered(engine, 10_000);
    timers.fire();
    await copier.pause();
    expect(await allRows(engine)).toEqual(before);
    copier.answered(engine, 10_000);
    timers.fire();
    await expect.poll(() => sourceOf(engine, 'stays')).not.toContain('PARQUET');
    expect(await allRows(engine)).toEqual(before);
  });
});
