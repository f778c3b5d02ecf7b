/** Questions in SQL: what they are answered, how they are refused, and the fence around hostile ones. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { isRefusal } from '#events/errors.ts';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import { systemTimers } from '../clock/clock.ts';
import { answerQuestion } from './answer-question.ts';
import { createAsk, type TableQuestion } from './ask.ts';
import { organisationFolder } from './table-folders.ts';
import { type TableName, tableNames } from './tables.ts';
import { questionsEndedByLimit, refusedQuestions, tooLongQuestions } from './testing/hostile-questions.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';

const kept = openTestTables();
afterAll(kept.dispose);
beforeAll(async () => {
  await walkTwoOrganisations(kept.log, { seed: 4, steps: 200 });
  const running = kept.start();
  await running.idle();
  await running.stop();
});

const { ask, askFile } = createAsk({ timers: systemTimers, timeMs: 60_000 });
/** Questions wait in the semaphore's queue without a limit of time. */
const patience = { every: () => () => undefined };
const { ask: hasty } = createAsk({ timers: patience, timeMs: 700 });
const { ask: patient } = createAsk({ timers: patience, timeMs: 60_000 });

const asked = (sql: string, more: Partial<TableQuestion> = {}): TableQuestion => ({
  ...{ by: 'p-analyst', tables: tableNames, sql, params: {}, rows: 1000 },
  open: () => kept.tables.open(mainOrgId),
  ...more,
});

/** The refusal of a question, with its first issue. */
async function refusalOf(
  sql: string,
  more?: Partial<TableQuestion>,
  by: (asked: TableQuestion) => Promise<object> = ask,
) {
  const error = await by(asked(sql, more)).then(
    answer => new Error(`answered: ${JSON.stringify(answer).slice(0, 200)}`),
    (thrown: unknown) => thrown,
  );
  if (!isRefusal(error)) throw error;
  return { refusal: error.refusal, ...error.data?.issues?.[0] };
}

/** In this process, because these texts do not run: a process for each would prove no more. */
async function checked(sql: string, tables: readonly TableName[] = tableNames) {
  const { source } = await kept.tables.open(mainOrgId);
  return answerQuestion({ ...source(tables), tables, sql, params: {}, rows: 1000 });
}

describe('a question', () => {
  it('is answered with columns, types and rows as of the position of the tables', async () => {
    const { columns, rows, more, last } = await ask(
      asked('SELECT count(*) AS n, max(position) AS newest FROM events'),
    );
    expect(columns).toEqual([
      { name: 'n', type: 'BIGINT' },
      { name: 'newest', type: 'BIGINT' },
    ]);
    expect([rows[0]?.[1], more]).toEqual([Number(last?.position), false]);
  });

  it('says that there are more rows', async () => {
    const { rows, more } = await ask(asked('SELECT * FROM range(50)', { rows: 20 }));
    expect([rows.length, more]).toEqual([20, true]);
  });

  it('binds each type of parameter', async () => {
    const params = {
      count: { type: 'number', value: 3 },
      share: { type: 'number', value: 0.5 },
      word: { type: 'text', value: "'; DROP TABLE events --" },
      day: { type: 'day', value: '2026-02-28' },
      time: { type: 'moment', value: '2026-03-01T10:00:00.123Z' },
      status: { type: 'status', value: Status.PlanAwaitingDoctor },
      none: { type: 'text', value: null },
    } as const;
    const sql =
      'SELECT $count + 1, $share * 2, $word, $day + 1, epoch_ms($time), $status::UTINYINT, $none::VARCHAR';
    const { rows } = await ask(asked(sql, { params }));
    expect(rows).toEqual([
      [
        4,
        1,
        "'; DROP TABLE events --",
        '2026-03-01T00:00:00.000Z',
        Date.parse('2026-03-01T10:00:00.123Z'),
        Status.PlanAwaitingDoctor,
        null,
      ],
    ]);
  });

  it('names parameters that are missing or unknown', async () => {
    const missing = { path: 'params.status', issue: 'required' };
    expect(await refusalOf('SELECT * FROM stays WHERE status = $status')).toMatchObject(missing);
    const params = { other: { type: 'number', value: 1 } } as const;
    const unknown = { path: 'params.other', issue: 'unknown-field' };
    expect(await refusalOf('SELECT 1', { params })).toMatchObject(unknown);
  });

  it('is refused with line, column and the nearest name', async () => {
    expect(await refusalOf('SELECT 1,\n  casd_id FROM events')).toMatchObject({
      path: 'sql',
      issue: 'sql-refused',
      values: { line: 2, column: 3, nearest: 'case_id' },
    });
    expect(await checked("SELECT '患者', * FROM evens")).toMatchObject({
      refused: { issue: 'sql-table', values: { line: 1, column: 21, name: 'evens', nearest: 'events' } },
    });
    expect(await checked('SELEC 1')).toMatchObject({
      refused: { issue: 'sql-refused', values: { line: 1, column: 1 } },
    });
  });

  it('finds no case_facts where the right to them is withheld', async () => {
    const tables = tableNames.filter(name => name !== 'case_facts');
    expect((await ask(asked('SELECT count(*) FROM case_facts'))).rows).toHaveLength(1);
    expect(await refusalOf('SELECT count(*) FROM case_facts', { tables })).toMatchObject({
      issue: 'sql-table',
    });
    expect((await ask(asked('SELECT count(*) FROM cases', { tables }))).rows).toHaveLength(1);
  });

  it('ends with its signal', async () => {
    const going = new AbortController();
    const answer = ask(asked('SELECT count(*) FROM range(100000000000)', { signal: going.signal }));
    setTimeout(() => going.abort(new Error('gone')), 300);
    await expect(answer).rejects.toThrow('gone');
  });

  it('waits for a seat, and is refused with tooMany after a while', async () => {
    let fire = () => {};
    const timers = {
      every: (_ms: number, run: () => void) => {
        fire = run;
        return () => undefined;
      },
    };
    const { ask: crowded } = createAsk({ timers, timeMs: 60_000 });
    const going = new AbortController();
    const endless = asked('SELECT count(*) FROM range(100000000000)', { signal: going.signal });
    const running = [crowded(endless), crowded(endless)];
    const third = crowded(asked('SELECT 1'));
    fire();
    await expect(third).rejects.toMatchObject({ refusal: 'tooMany' });
    going.abort(new Error('gone'));
    await Promise.allSettled(running);
    expect((await crowded(asked('SELECT 1'))).rows).toEqual([[1]]);
  });

  it('waits in its seat while as many run as may', async () => {
    const { ask: single } = createAsk({ timers: patience, timeMs: 60_000, running: 1 });
    const answered: string[] = [];
    const askAs = (by: string, sql: string) => single(asked(sql, { by })).then(() => answered.push(by));
    await Promise.all([
      askAs('p-long', 'SELECT count(*) FROM range(400000000)'),
      askAs('p-short', 'SELECT 1'),
    ]);
    expect(answered).toEqual(['p-long', 'p-short']);
  });

  it('that waits in its seat ends with its signal', async () => {
    const { ask: single } = createAsk({ timers: patience, timeMs: 60_000, running: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const endless = (signal: AbortSignal) => asked('SELECT count(*) FROM range(100000000000)', { signal });
    const running = single(endless(first.signal));
    const waiting = single({ ...endless(second.signal), by: 'p-other' });
    // By then it waits for the core.
    await setImmediate();
    second.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    first.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect((await single(asked('SELECT 1'))).rows).toEqual([[1]]);
  });
});

const foreign = () => {
  const folder = organisationFolder(kept.dir, strangersOrgId);
  return join(folder, readdirSync(folder).find(name => name.endsWith('.parquet')) ?? 'none');
};
const stolen = join(kept.dir, 'stolen');
const withPaths = (sql: string) => sql.replaceAll('FOREIGN', foreign()).replaceAll('STOLEN', stolen);

describe('the fence', () => {
  it.each(refusedQuestions)('refuses the text: %.80s', async sql => {
    const answer = await checked(withPaths(sql));
    expect(answer).toMatchObject({ refused: { issue: expect.stringMatching(/^sql-/) } });
    // The refusal may repeat the name that was typed, which the engine writes in small letters.
    const told = JSON.stringify(answer).toLowerCase().replaceAll(foreign().toLowerCase(), 'FOREIGN');
    expect(told).not.toContain(kept.dir.toLowerCase());
  });

  it('still answers in the process in which all of them were refused', async () => {
    const [own] = (await ask(asked('SELECT count(*) FROM events'))).rows;
    expect(await checked('SELECT count(*) FROM events')).toMatchObject({ rows: [own] });
  });

  it('refuses a text in a process of its own, for a table and for a file', async () => {
    for (const sql of ["SELECT * FROM read_text('/etc/passwd')", "COPY events TO 'STOLEN'"].map(withPaths)) {
      const refusal = { refusal: 'badInput', path: 'sql' };
      expect(await refusalOf(sql)).toMatchObject(refusal);
      expect(await refusalOf(sql, {}, one => askFile({ ...one, format: 'csv', bytes: 1e6 }))).toMatchObject(
        refusal,
      );
    }
  });

  it('refuses nested texts of 64 KB', async () => {
    const refusals = await Promise.all(
      tooLongQuestions.map((sql, n) => refusalOf(sql, { by: `p-${n}` }, patient)),
    );
    for (const { refusal } of refusals) expect(['badInput', 'questionTooLarge']).toContain(refusal);
  });

  it('ends what does not end', async () => {
    const told = questionsEndedByLimit.map(async (sql, n) => [
      sql,
      (await refusalOf(sql, { by: `p-${n}` }, hasty)).refusal,
    ]);
    for (const [sql, refusal] of await Promise.all(told))
      expect({ sql, isEnded: ['questionTooLong', 'questionTooLarge'].includes(String(refusal)) }).toEqual({
        sql,
        isEnded: true,
      });
  });

  it('writes nothing, and answers the next question', async () => {
    expect([existsSync(stolen), existsSync(`${stolen}.csv`), existsSync(`${stolen}.db`)]).toEqual([
      false,
      false,
      false,
    ]);
    expect((await ask(asked('SELECT 1'))).rows).toEqual([[1]]);
  });
});
