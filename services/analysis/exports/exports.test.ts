/** Every format of an export against the rows of the same walk. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import { tableNames } from '../tables.ts';
import { type ExportedWalk, openExportedWalk } from './testing/exported-walk.ts';

type Relationship = { objectId: string; qualifier: string };
type Attribute = { name: string; value: string | number | boolean; time?: string };
type Item = { id: string; type: string; attributes: Attribute[]; relationships: Relationship[] };
type Ocel = {
  objectTypes: { name: string; attributes: { name: string; type: string }[] }[];
  eventTypes: { name: string; attributes: { name: string; type: string }[] }[];
  events: (Item & { time: string })[];
  objects: Item[];
};

let walk: ExportedWalk;
beforeAll(async () => {
  walk = await openExportedWalk({ seed: 3, steps: 600 });
});
afterAll(() => walk.dispose());

const numberOf = async (sql: string) => Number((await walk.rows(mainOrgId, sql))[0]?.[0]);
const readJson = (path: string): Ocel => JSON.parse(readFileSync(path, 'utf8'));
const ocelOf = async (how = {}) => readJson((await walk.exported(mainOrgId, 'ocel', how)).path);

describe('OCEL 2.0', () => {
  test('has every event with its case and actor, in the order of the log', async () => {
    const { events } = await ocelOf();
    const rows = await walk.rows(
      mainOrgId,
      `SELECT 'e' || position, type, case_id, actor, strftime(clock, '%Y-%m-%dT%H:%M:%S.%gZ') FROM events ORDER BY position`,
    );
    const target = ({ relationships }: Item, of: string) =>
      relationships.find(({ qualifier }) => qualifier === of)?.objectId;
    expect(events.map(e => [e.id, e.type, target(e, 'of'), target(e, 'by'), e.time])).toEqual(rows);
  });

  test('has every relation of the table once, and names no object that is missing', async () => {
    const { events, objects } = await ocelOf();
    const known = new Set(objects.map(({ id }) => id));
    const links = [...events, ...objects].flatMap(({ id, relationships }) =>
      relationships.map(({ objectId, qualifier }) => `${id} ${qualifier} ${objectId}`),
    );
    expect(new Set(links).size).toBe(links.length);
    expect(links.filter(link => !known.has(link.slice(link.lastIndexOf(' ') + 1)))).toEqual([]);
    const ofEvents = events.reduce((sum, { relationships }) => sum + relationships.length, 0);
    const relations = await numberOf(
      'SELECT count(*) FROM (SELECT DISTINCT from_position, target, qualifier FROM relations)',
    );
    expect(ofEvents).toBe(2 * events.length + relations);
  });

  test('has objects of nine types, and types of their attributes', async () => {
    const { objects, objectTypes, eventTypes, events } = await ocelOf();
    const cases = await numberOf('SELECT count(*) FROM cases');
    const others = await numberOf("SELECT count(*) FROM objects WHERE type <> 'person'");
    const people = await numberOf("SELECT count(DISTINCT object_id) FROM objects WHERE type = 'person'");
    expect(objects).toHaveLength(cases + others + people);
    expect(objectTypes.map(({ name }) => name)).toEqual([
      ...['case', 'plan', 'target', 'batch', 'shipment', 'tray', 'retainer', 'request', 'person'],
    ]);
    const declared = new Map(
      [...objectTypes, ...eventTypes].map(({ name, attributes }) => [
        name,
        new Map(attributes.map(({ name: attribute, type }) => [attribute, type])),
      ]),
    );
    const jsTypes: Record<string, string> = { integer: 'number', boolean: 'boolean' };
    for (const { type, attributes } of [...objects, ...events])
      for (const { name, value } of attributes)
        expect(typeof value).toBe(jsTypes[declared.get(type)?.get(name) ?? 'missing'] ?? 'string');
  });

  test('says the status of a case from the beginning, and each change with its time', async () => {
    const { objects } = await ocelOf();
    const stays = await walk.rows(
      mainOrgId,
      `SELECT case_id, status, CASE WHEN nth = 0 THEN '1970-01-01T00:00:00.000Z' ELSE strftime(entered_at, '%Y-%m-%dT%H:%M:%S.%gZ') END
        FROM stays ORDER BY case_id, nth`,
    );
    const told = objects
      .filter(({ type }) => type === 'case')
      .flatMap(({ id, attributes }) =>
        attributes.flatMap(({ name, value, time }) => (name === 'status' ? [[id, value, time]] : [])),
      );
    expect(told).toEqual(stays);
  });

  test('has no facts of cases without their table', async () => {
    const names = ({ objectTypes }: Ocel) => objectTypes[0]?.attributes.map(({ name }) => name);
    expect(names(await ocelOf())).toContain('method');
    const without = await ocelOf({ tables: tableNames.filter(name => name !== 'case_facts') });
    expect(names(without)).toEqual(['status', 'org_id']);
  });

  test('in SQLite has the same events, objects, relations and statuses', async () => {
    const { events, objects } = await ocelOf();
    const { path } = await walk.exported(mainOrgId, 'ocel-sqlite');
    const file = new DatabaseSync(path, { readOnly: true });
    const all = (sql: string) =>
      file
        .prepare(sql)
        .all()
        .map(row => Object.values(row));
    const links = (items: readonly Item[]) =>
      items.flatMap(({ id, relationships }) => relationships.map(r => [id, r.objectId, r.qualifier])).sort();
    expect(all('SELECT ocel_id, ocel_type FROM event ORDER BY rowid')).toEqual(
      events.map(e => [e.id, e.type]),
    );
    expect(all('SELECT ocel_id, ocel_type FROM object').sort()).toEqual(
      objects.map(o => [o.id, o.type]).sort(),
    );
    expect(all('SELECT * FROM event_object').sort()).toEqual(links(events));
    expect(all('SELECT * FROM object_object').sort()).toEqual(links(objects));
    const statuses = objects.flatMap(({ id, attributes }) =>
      attributes.flatMap(({ name, value, time }) => (name === 'status' ? [[id, time, value]] : [])),
    );
    expect(all('SELECT ocel_id, ocel_time, status FROM object_Case').sort()).toEqual(statuses.sort());
    expect(all('PRAGMA foreign_key_check')).toEqual([]);
    file.close();
  });
});

describe('a part of the log', () => {
  test('is the log as of a position', async () => {
    const position = BigInt(await numberOf('SELECT quantile_disc(position, 0.4) FROM events'));
    const { events, objects } = await ocelOf({ position });
    expect(events).toHaveLength(await numberOf(`SELECT count(*) FROM events WHERE position <= ${position}`));
    const last = events.at(-1)?.time ?? '';
    const times = objects.flatMap(({ attributes }) => attributes.map(({ time }) => time ?? ''));
    expect(times.filter(time => time > last)).toEqual([]);
  });

  test('is a range of days, with the cases that it touches', async () => {
    const [from, to] = (
      await walk.rows(
        mainOrgId,
        'SELECT epoch_ms(quantile_disc(clock, 0.3)), epoch_ms(quantile_disc(clock, 0.6)) FROM events',
      )
    )[0] as [number, number];
    const { events, objects } = await ocelOf({ from, to });
    expect(events.every(({ time }) => Date.parse(time) >= from && Date.parse(time) < to)).toBe(true);
    expect(events).toHaveLength(
      await numberOf(
        `SELECT count(*) FROM events WHERE clock >= make_timestamp_ms(${from}) AND clock < make_timestamp_ms(${to})`,
      ),
    );
    const touched = new Set(events.map(({ relationships }) => relationships[0]?.objectId));
    const cases = objects.filter(({ type }) => type === 'case').map(({ id }) => id);
    expect(new Set(cases)).toEqual(touched);
  });

  test('without events is a whole file', async () => {
    expect(await ocelOf({ from: 0, to: 1 })).toMatchObject({ events: [], objects: [] });
  });

  test('has no case of another organisation', async () => {
    const own = (await ocelOf()).objects.filter(({ type }) => type === 'case').map(({ id }) => id);
    const others = readJson((await walk.exported(strangersOrgId, 'ocel')).path).objects;
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ id }) => own.includes(id))).toEqual([]);
  });
});

describe('XES', () => {
  const idsOf = (text: string) =>
    [...text.matchAll(/<id key="identity:id" value="([^"]+)"/g)].map(([, id]) => id);

  test('has a trace for each case, with its events in order', async () => {
    const { path, events, seen } = await walk.exported(mainOrgId, 'xes');
    const text = readFileSync(path, 'utf8');
    const traces = text.split('<trace>').slice(1);
    const told = traces.flatMap(trace => {
      const name = /value="([^"]+)"/.exec(trace)?.[1] ?? '';
      const types = [...trace.matchAll(/<event>.*?key="concept:name" value="([^"]+)"/g)];
      return types.map(([, type]) => [name, type]);
    });
    const rows = await walk.rows(mainOrgId, 'SELECT case_id, type FROM events ORDER BY case_id, position');
    const byCase = Object.groupBy(told, ([name = '']) => name);
    expect(Object.keys(byCase)).toHaveLength(traces.length);
    expect(
      Object.keys(byCase)
        .sort()
        .flatMap(name => byCase[name]),
    ).toEqual(rows);
    expect(new Set(idsOf(text)).size).toBe(events);
    expect(seen.at(-1)).toEqual({ done: events, events });
  });

  test('has a trace for each treatment on request', async () => {
    const text = readFileSync((await walk.exported(mainOrgId, 'xes', { trace: 'treatment' })).path, 'utf8');
    expect(text.split('<trace>')).toHaveLength(
      1 + (await numberOf('SELECT count(DISTINCT root_id) FROM cases')),
    );
    expect(text.split('key="archline:case"')).toHaveLength(
      1 + (await numberOf('SELECT count(*) FROM events')),
    );
  });
});

describe('tables as files', () => {
  const unzipped = (path: string) => {
    execFileSync('unzip', ['-o', '-q', path, '-d', `${path}.d`]);
    return (name: string) => readFileSync(join(`${path}.d`, name), 'utf8');
  };

  test('have every row, and say how many', async () => {
    for (const format of ['csv', 'ndjson', 'parquet'] as const) {
      const read = unzipped((await walk.exported(mainOrgId, format)).path);
      const { tables } = JSON.parse(read('about.json')) as { tables: { file: string; rows: number }[] };
      for (const [i, name] of tableNames.entries()) {
        const rows = await numberOf(`SELECT count(*) FROM ${name}`);
        expect(tables[i]).toMatchObject({ file: `${name}.${format}`, rows });
        if (format === 'ndjson') expect(read(`${name}.ndjson`).trimEnd().split('\n')).toHaveLength(rows);
      }
    }
  });

  test('name no case of a range that it does not touch', async () => {
    const [to] = (
      await walk.rows(mainOrgId, 'SELECT epoch_ms(quantile_disc(clock, 0.3)) FROM events')
    )[0] as [number];
    const read = unzipped((await walk.exported(mainOrgId, 'ndjson', { to })).path);
    const ids = (name: string) =>
      new Set(
        read(`${name}.ndjson`)
          .trimEnd()
          .split('\n')
          .map(line => JSON.parse(line).case_id),
      );
    const touched = ids('events');
    for (const name of ['cases', 'stays', 'objects', 'relations'])
      expect(ids(name).difference(touched).size).toBe(0);
  });
});

test('a stopped export ends its process', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('stopped'));
  await expect(walk.exported(mainOrgId, 'xes', { signal: stopping.signal })).rejects.toThrow('stopped');
});

test('leaves the segments of the tables alone', async () => {
  const { path } = await walk.exported(mainOrgId, 'ocel');
  expect(readdirSync(join(dirname(path), 'segments')).length).toBeGreaterThan(0);
  expect(existsSync(walk.kept.dir)).toBe(true);
  expect(await numberOf('SELECT count(*) FROM events')).toBeGreaterThan(0);
});
