/** Questions: what they may read, how they fail, and where there are none. */
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import {
  absentAnalysisTables,
  createAnalysisTables,
  type OpenedTables,
  QuestionRefusedError,
} from './query.ts';
import { rowsByColumnName } from './question.ts';
import { createFolderTableStore } from './table-folder.ts';
import { organisationFolder } from './table-folders.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';

const kept = openTestTables();
afterAll(kept.dispose);
const reading = { tableStore: kept.tableStore, logId: kept.log.id, holder: 'reader' };

let open: OpenedTables;
beforeAll(async () => {
  await walkTwoOrganisations(kept.log, { seed: 4, steps: 300 });
  const running = kept.start();
  await running.idle();
  await running.stop();
  open = await kept.tables.open(mainOrgId);
});

describe('a question', () => {
  it('is answered with names, types and JSON values', async () => {
    const answer = await open.run(
      'SELECT count(*) AS n, max(clock) AS last, [1::BIGINT] AS list, $word AS word, $at AS at_ms FROM events',
      { word: "it's", at: 1_790_000_000_000 },
    );
    expect(answer.columns.map(({ name }) => name)).toEqual(['n', 'last', 'list', 'word', 'at_ms']);
    const [row] = rowsByColumnName(answer);
    expect(row).toMatchObject({ list: [1], word: "it's", at_ms: 1_790_000_000_000 });
    expect(row?.last).toBe(new Date(open.last?.clock ?? 0).toISOString());
  });

  it('may take the memory that a report over ten million events needs', async () => {
    expect((await open.run("SELECT current_setting('memory_limit')")).rows).toEqual([['1.4 GiB']]);
  });

  it('is answered again with other values, and with none', async () => {
    const sql = 'SELECT count(*) FROM events WHERE $type::VARCHAR IS NULL OR type = $type';
    const counts: unknown[] = [];
    for (const type of ['CaseCreated', null, 'CaseSubmitted', 'CaseCreated'])
      counts.push((await open.run(sql, { type })).rows[0]?.[0]);
    const literal = async (where: string) =>
      (await open.run(`SELECT count(*) FROM events WHERE ${where}`)).rows[0]?.[0];
    const created = await literal("type = 'CaseCreated'");
    expect(counts).toEqual([
      created,
      await literal('true'),
      await literal("type = 'CaseSubmitted'"),
      created,
    ]);
    expect(created).toBeGreaterThan(0);
  });

  it('says that there are more rows than it was to answer', async () => {
    const { rows, more } = await open.run('SELECT position FROM events', {}, 3);
    expect([rows.length, more]).toEqual([3, true]);
  });

  it('is refused in the engine’s words, and the next one is answered', async () => {
    const refused = open.run('SELECT nothing FROM events');
    await expect(refused).rejects.toThrow(QuestionRefusedError);
    await expect(refused).rejects.toThrow(/nothing/);
    expect((await open.run('SELECT 1')).rows).toEqual([[1]]);
  });

  it.each([
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_parquet('/tmp/*.parquet')",
    "COPY events TO '/tmp/archline-stolen.parquet'",
    "ATTACH '/tmp/archline-stolen.db'",
    'SET enable_external_access = true',
    'SET threads = 8',
    'INSTALL httpfs',
  ])('cannot leave the tables: %s', async sql => {
    await expect(open.run(sql)).rejects.toThrow();
  });

  it('goes on after its segments were replaced', async () => {
    const { last } = open;
    const before = await open.run('SELECT count(*) FROM events');
    const running = kept.start({ clock: { now: () => 0 } });
    await running.idle();
    await running.stop();
    const reopened = await kept.tables.open(mainOrgId, { position: last?.position ?? 0n });
    expect((await reopened.run('SELECT count(*) FROM events')).rows).toEqual(before.rows);
  });
});

describe('a moment', () => {
  it('may be in a year that ISO times write with a sign', async () => {
    const then = await kept.tables.open(mainOrgId, { clock: Date.parse('9999-12-31T23:00:00-08:00') });
    expect(then.last).toEqual(open.last);
    const before = await kept.tables.open(mainOrgId, { clock: Date.parse('0000-01-01T00:00:00+08:00') });
    expect(before.last).toBeNull();
  });

  it('is a position or a time, and an early one has nothing', async () => {
    const { rows } = await open.run(
      'SELECT position, epoch_ms(clock) FROM events ORDER BY position LIMIT 1 OFFSET 40',
    );
    const [position = 0, clock = 0] = (rows[0] ?? []).map(Number);
    const count = async (asOf: Parameters<typeof kept.tables.open>[1]) =>
      (await (await kept.tables.open(mainOrgId, asOf)).run('SELECT max(position) FROM events')).rows[0]?.[0];
    expect(await count({ position: BigInt(position) })).toBe(position);
    expect(Number(await count({ clock }))).toBeGreaterThanOrEqual(position);
    const before = await kept.tables.open(mainOrgId, { clock: 0 });
    expect([before.last, (await before.run('SELECT count(*) FROM cases')).rows]).toEqual([null, [[0]]]);
  });
});

it('has empty tables for an organisation without cases', async () => {
  const none = await kept.tables.open('nobody');
  expect([none.last, (await none.run('SELECT * FROM cases')).rows]).toEqual([null, []]);
});

it('reads no other organisation’s cases', async () => {
  const owners = async (orgId: string) =>
    (await (await kept.tables.open(orgId)).run('SELECT DISTINCT served_by FROM cases')).rows;
  expect([await owners(mainOrgId), await owners(strangersOrgId)]).toEqual([
    [[mainOrgId]],
    [[strangersOrgId]],
  ]);
});

it('is ended after its longest time', async () => {
  const hasty = createAnalysisTables({ ...reading, longestMs: 1 });
  const { run } = await hasty.open(mainOrgId);
  await expect(run('SELECT count(*) FROM range(100000000000)')).rejects.toThrow('no answer in time');
});

it('is refused with analysisAbsent where there are no tables', async () => {
  await expect(absentAnalysisTables.open(mainOrgId)).rejects.toMatchObject({ refusal: 'analysisAbsent' });
});

it('is refused with notCaughtUp where another node keeps the tables', async () => {
  const tableStore = createFolderTableStore(join(kept.dir, 'elsewhere'));
  const elsewhere = createAnalysisTables({ ...reading, tableStore });
  await expect(elsewhere.open(mainOrgId)).rejects.toMatchObject({ refusal: 'notCaughtUp' });
});

it('has nothing of another log', async () => {
  const other = createAnalysisTables({ ...reading, logId: 'another' });
  expect((await other.open(mainOrgId)).last).toBeNull();
});

describe('damaged tables', () => {
  const folder = () => organisationFolder(kept.dir, mainOrgId);
  const largest = () => {
    const files = readdirSync(folder()).filter(name => name.endsWith('.parquet'));
    return join(
      folder(),
      files.toSorted((a, b) => statSync(join(folder(), b)).size - statSync(join(folder(), a)).size)[0] ?? '',
    );
  };

  it.each([
    ['cut', () => truncateSync(largest(), 100)],
    ['removed', () => rmSync(largest())],
  ])('with a segment %s are built again and hold the same', async (_how, damage) => {
    const before = await kept.lines(mainOrgId);
    damage();
    const warned: unknown[] = [];
    const log = { warn: (...given: unknown[]) => void warned.push(given), error: () => undefined };
    const running = kept.start({ log });
    await running.idle();
    await running.stop();
    expect(warned).toHaveLength(1);
    expect(await kept.lines(mainOrgId)).toEqual(before);
  });
});
