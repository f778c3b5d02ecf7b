/** Answers as files, and whether the same question as of the same position has the same answer. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableFormat } from '#events/analysis/export-formats.ts';
import { mainOrgId } from '#projections/testing/people.ts';
import { systemTimers } from '../clock/clock.ts';
import { answerQuestion } from './answer-question.ts';
import { createAsk, type FileQuestion } from './ask.ts';
import type { AsOf } from './query.ts';
import { tableNames } from './tables.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';

const kept = openTestTables();
afterAll(kept.dispose);

let walk: Awaited<ReturnType<typeof walkTwoOrganisations>>;
const follow = async () => {
  const running = kept.start();
  await running.idle();
  await running.stop();
};
beforeAll(async () => {
  walk = await walkTwoOrganisations(kept.log, { seed: 4, steps: 150 });
  await follow();
});

const filesDir = mkdtempSync(join(tmpdir(), 'archline-files-'));
afterAll(() => rmSync(filesDir, { recursive: true, force: true }));
const { ask, askFile } = createAsk({ timers: systemTimers, timeMs: 60_000, filesDir });

const asked = (
  sql: string,
  format: TableFormat,
  more: Partial<FileQuestion> & { asOf?: AsOf } = {},
): FileQuestion => ({
  ...{ by: 'p-analyst', tables: tableNames, sql, params: {}, rows: 1000, bytes: 1e9, format },
  open: () => kept.tables.open(mainOrgId, more.asOf),
  ...more,
});

describe('a file', () => {
  it('in CSV has no formula, ISO times and lists as JSON', async () => {
    const sql = `SELECT 1 AS "=n", '=1+1' AS word, NULL AS none, [1, 2] AS list, TIMESTAMP '2026-03-01 10:00:00' AS moment
      UNION ALL SELECT -2, '-1', 'a, "b"', NULL, NULL ORDER BY 1 DESC; -- the end`;
    const { body, size, ...told } = await askFile(asked(sql, 'csv'));
    const written = await text(body);
    expect(written).toBe(
      `'=n,word,none,list,moment\n1,'=1+1,,"[1,2]",2026-03-01T10:00:00.000000Z\n-2,'-1,"a, ""b""",,\n`,
    );
    expect(size).toBe(Buffer.byteLength(written));
    expect(told).toMatchObject({ count: 2, more: false, unrepeatable: null });
  });

  it.each([`'=1+1'::ENUM('=1+1')`, `'=1+1'::BLOB`])(
    'in CSV has no formula of another type: %s',
    async sql => {
      const { body } = await askFile(asked(`SELECT ${sql} AS word`, 'csv'));
      expect(await text(body)).toBe("word\n'=1+1\n");
    },
  );

  it('cannot be asked for by a name that the engine would write as SQL', async () => {
    const name = `name, value FROM duckdb_settings() UNION ALL SELECT z`;
    const sql = `SELECT "${name}".* FROM stays AS "${name}", (SELECT 'a', 'b') AS z ORDER BY 1`;
    await expect(askFile(asked(sql, 'csv'))).rejects.toMatchObject({
      data: { issues: [{ path: 'sql', issue: 'sql-refused' }] },
    });
    const { columns } = await ask(asked(sql, 'csv'));
    expect(columns.map(column => column.name)).not.toContain('value');
  });

  it('in NDJSON has a line for each row, with its parameters bound and its names unique', async () => {
    const params = { n: { type: 'number', value: 3 } } as const;
    const { body } = await askFile(asked('SELECT range AS a, $n AS a FROM range(2)', 'ndjson', { params }));
    expect(
      (await text(body))
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual([
      { a: 0, a_1: 3 },
      { a: 1, a_1: 3 },
    ]);
  });

  it('keeps whole numbers of 64 bits', async () => {
    const { body } = await askFile(
      asked('SELECT 9007199254740993 AS n, 0.12345678901234567::DOUBLE AS part', 'csv'),
    );
    expect(await text(body)).toBe('n,part\n9007199254740993,0.12345678901234568\n');
  });

  it('in Parquet has all rows', async () => {
    const { body, count } = await askFile(asked('SELECT * FROM events', 'parquet', { rows: 100_000 }));
    const bytes = Buffer.concat(await body.toArray());
    expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
    const { rows } = await ask(asked('SELECT count(*) FROM events', 'csv'));
    expect(rows).toEqual([[count]]);
  });

  it.each(['csv', 'ndjson', 'parquet'] as const)('in %s is empty without rows', async format => {
    const { body, count, more } = await askFile(asked('SELECT 1 AS a WHERE false', format));
    await body.toArray();
    expect([count, more]).toEqual([0, false]);
  });

  it('says that there are more rows, by their number or their bytes', async () => {
    const cut = async (rows: number, bytes = 1e9) => {
      const { body, count, more } = await askFile(asked('SELECT * FROM range(50)', 'csv', { rows, bytes }));
      const lines = (await text(body)).trim().split('\n').length - 1;
      return { lines, count, more };
    };
    expect(await cut(20)).toEqual({ lines: 20, count: 20, more: true });
    expect(await cut(50)).toEqual({ lines: 50, count: 50, more: false });
    const sql = "SELECT range, repeat('x', 100) FROM range(300000)";
    const { body, more } = await askFile(asked(sql, 'csv', { rows: 1e7, bytes: 1e6 }));
    const size = Buffer.concat(await body.toArray()).length;
    expect([more, size < 30_000_000]).toEqual([true, true]);
  });

  it.each(['csv', 'ndjson', 'parquet'] as const)('in %s is not written on behind its limit', async format => {
    const { source } = await kept.tables.open(mainOrgId);
    const dir = join(filesDir, `cut-${format}`);
    mkdirSync(dir);
    const sql = 'SELECT range AS n, repeat(md5(range::VARCHAR), 30) AS word FROM range(130000)';
    const answer = await answerQuestion({
      ...{ ...source([]), tables: [], sql, params: {}, rows: 1e7 },
      file: { dir, format, bytes: 1e6 },
    });
    const bytes = (await readdir(dir, { recursive: true, withFileTypes: true }))
      .filter(entry => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    rmSync(dir, { recursive: true });
    // Half of all rows. The engine writes on until the next look.
    expect(bytes).toBeLessThan((130_000 * 32 * 30) / 2);
    expect(answer).toMatchObject({ more: true, count: format === 'csv' ? null : expect.any(Number) });
  });

  it('leaves nothing on the disk, read or not', async () => {
    const { body } = await askFile(asked('SELECT 1', 'csv'));
    body.destroy();
    await askFile(asked('SELEC', 'csv')).catch(() => undefined);
    expect(readdirSync(filesDir)).toEqual([]);
  });

  it('too large to be put in order is written as it comes, and says so', async () => {
    const sql = "SELECT range, repeat('x', 4000) AS word FROM range(200000)";
    const { body, count, unrepeatable } = await askFile(asked(sql, 'parquet', { rows: 10_000_000 }));
    body.destroy();
    expect([count, unrepeatable]).toEqual([200_000, 'order']);
  });
});

describe('the same question as of the same position', () => {
  const sqls = [
    'SELECT status, count(*) AS n FROM stays GROUP BY status',
    'SELECT case_id, way, owner FROM cases',
    'SELECT type, clock FROM events ORDER BY type',
    'SELECT status, assignee FROM stays WHERE left_at IS NULL ORDER BY status LIMIT 7',
  ];
  it('has the same bytes after later events, in segments that were written again', async () => {
    const { last } = await kept.tables.open(mainOrgId);
    const asOf = { position: last?.position ?? 0n };
    const answers = async () => {
      const found: string[] = [];
      for (const sql of sqls) {
        const { columns, rows, unrepeatable } = await ask(asked(sql, 'csv', { asOf, rows: 100_000 }));
        const { body } = await askFile(asked(sql, 'csv', { asOf }));
        found.push(JSON.stringify({ columns, rows, unrepeatable }), await text(body));
      }
      return found;
    };
    const before = await answers();
    for (let step = 0; step < 150; step++) await walk.step();
    await follow();
    expect((await kept.tables.open(mainOrgId)).last?.position).toBeGreaterThan(asOf.position);
    expect(await answers()).toEqual(before);
  });

  it.each([
    ['SELECT now()', 'now'],
    ['SELECT current_date', 'current_date'],
    ['SELECT random()', 'random'],
    ['SELECT first(case_id) FROM events', 'first'],
    ['SELECT row_number() OVER () FROM events', 'row_number'],
    ['SELECT * FROM (SELECT * FROM events LIMIT 3) AS few ORDER BY position', 'limit'],
    ['SELECT * FROM events USING SAMPLE 3', 'sample'],
    ['SELECT * FROM events LIMIT 3', 'order'],
    ['SELECT list(case_id ORDER BY position) FROM events', null],
  ])('is told where its answer may differ: %s', async (sql, why) => {
    expect((await ask(asked(sql, 'csv'))).unrepeatable).toBe(why);
  });
});
