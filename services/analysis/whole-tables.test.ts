/** Whole tables as files: made once, kept while they are read, facts gone within a minute. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { START } from '#events/log-position.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import type { OpenedTables } from './query.ts';
import type { TableName } from './tables.ts';
import { createWholeTables, type StoredTableFile, type WholeTables } from './whole-tables.ts';

const root = mkdtempSync(join(tmpdir(), 'archline-whole-'));
const dir = join(root, 'whole');
afterAll(() => rmSync(root, { recursive: true }));

let clock: ReturnType<typeof createManualClock>;
let tick: () => void;
let whole: WholeTables;
/** Segments of the newest manifest, and how often the tables were opened. */
let segments: string[];
let opened: number;
beforeEach(() => {
  clock = createManualClock(0);
  segments = ['a.parquet'];
  opened = 0;
  const timers = {
    every: (_ms: number, run: () => void) => {
      tick = run;
      return () => undefined;
    },
  };
  whole = createWholeTables({ dir, clock, ids: systemIds, timers });
});

const fileOf = (table: TableName, name = '7') =>
  whole.file({ orgId: 'main', table, name }, async (): Promise<OpenedTables> => {
    opened += 1;
    return {
      ...{ first: null, last: null, factsAt: START },
      run: () => Promise.reject(new Error('not asked')),
      lacks: () => [],
      repair: async () => false,
      source: () => ({ files: segments, views: [`CREATE VIEW ${table} AS SELECT '${segments}' AS a`] }),
    };
  });
/** Sweeps, and waits until a file is gone. */
const sweep = async ({ path }: StoredTableFile) => {
  tick();
  await expect.poll(() => existsSync(path)).toBe(false);
};

describe('a whole table', () => {
  it('is made once for simultaneous readers', async () => {
    const [one, two] = await Promise.all([fileOf('stays'), fileOf('stays')]);
    expect([one, opened, readdirSync(dir).length]).toEqual([two, 1, 1]);
    expect((await fileOf('stays', '8')).path).not.toBe(one?.path);
  });

  it('is kept while it is read, and removed afterwards', async () => {
    const first = await fileOf('stays');
    clock.advance(40_000);
    expect(await fileOf('stays')).toBe(first);
    clock.advance(40_000);
    tick();
    expect(await fileOf('stays')).toBe(first);
    clock.advance(50_000);
    await sweep(first);
    // Made again, it has the same bytes.
    expect(await fileOf('stays')).toMatchObject({ bytes: first.bytes, sha256: first.sha256 });
  });

  it('takes the place of the oldest one where there are too many', async () => {
    for (let n = 0; n < 34; n++) {
      clock.advance(1);
      await fileOf('stays', String(n));
    }
    expect(readdirSync(dir)).toHaveLength(32);
  });

  it('is made again after its file was removed', async () => {
    const first = await fileOf('stays');
    rmSync(first.path);
    whole.forget(first);
    expect(existsSync((await fileOf('stays')).path)).toBe(true);
  });

  it('leaves no file of an earlier process', async () => {
    const { path } = await fileOf('case_facts');
    writeFileSync(`${path}.half`, '');
    createWholeTables({ dir, clock, ids: systemIds, timers: { every: () => () => undefined } });
    expect(existsSync(dir)).toBe(false);
  });
});

describe('facts', () => {
  it('are gone within a minute, also while they are read', async () => {
    const first = await fileOf('case_facts');
    for (let second = 0; second < 50; second += 10) {
      expect(await fileOf('case_facts')).toBe(first);
      clock.advance(10_000);
    }
    await sweep(first);
  });

  it('are made again once their segments changed', async () => {
    const first = await fileOf('case_facts');
    segments = ['b.parquet'];
    expect((await fileOf('case_facts')).sha256).not.toBe(first.sha256);
  });
});
