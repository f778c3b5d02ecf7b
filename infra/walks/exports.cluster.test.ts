/** Reads exports with the tools for which they are made: PM4Py, pandas, Polars and DuckDB from PyPI. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActionRule, actionNames, rulesOf } from '#events/case/rules.ts';
import { isDraft, type Status, statusCodes } from '#events/case/status.ts';
import { mainOrgId } from '#projections/testing/people.ts';
import { type ExportedWalk, openExportedWalk } from '#services/analysis/exports/testing/exported-walk.ts';
import { tableNames } from '#services/analysis/tables.ts';
import { isExportsPythonAvailable, runExportsPython } from '../servers/python.ts';

const here = (name: string) => join(import.meta.dirname, 'exports', name);
const schema = join(import.meta.dirname, '../../services/analysis/exports/testing/ocel2.schema.json');

const allRules: readonly ActionRule[] = actionNames.flatMap(rulesOf);
const drafts = statusCodes.filter(isDraft);

/** Statuses that a case at `from` can reach by one target of a rule. */
function reached(to: ActionRule['to'][number], from: Status): readonly Status[] {
  if (to === 'same' || to === 'gone') return [];
  if (to === 'draft') return drafts;
  // `prior` leads back to every status from which a rule has led here.
  return to === 'prior' ? allRules.flatMap(rule => (rule.to.includes(from) ? rule.from : [])) : [to];
}

/** Edges of the transition table. Every case begins as a draft. */
const edges = [
  ...drafts.map(status => ['start', status]),
  ...drafts.flatMap(from => drafts.map(to => [from, to])),
  ...allRules.flatMap(rule =>
    rule.from.flatMap(from => rule.to.flatMap(to => reached(to, from).map(target => [from, target]))),
  ),
];

describe.runIf(await isExportsPythonAvailable())('other tools', () => {
  let walk: ExportedWalk;
  beforeAll(async () => {
    walk = await openExportedWalk({ seed: 5, steps: 900 });
  });
  afterAll(() => walk.dispose());
  const numberOf = async (sql: string) => Number((await walk.rows(mainOrgId, sql))[0]?.[0]);
  const pathOf = async (format: 'ocel' | 'ocel-sqlite' | 'xes') =>
    (await walk.exported(mainOrgId, format)).path;

  test('PM4Py reads OCEL and XES, and what it counts is what the tables have', async () => {
    const edgesPath = join(walk.root, 'edges.json');
    writeFileSync(edgesPath, JSON.stringify([...new Map(edges.map(edge => [String(edge), edge])).values()]));
    const paths = [await pathOf('ocel'), await pathOf('ocel-sqlite'), await pathOf('xes')];
    const told = await runExportsPython(here('read_exports.py'), [...paths, schema, edgesPath]);
    const events = await numberOf('SELECT count(*) FROM events');
    const cases = await numberOf('SELECT count(*) FROM cases');
    const counts = {
      events,
      objects:
        cases +
        (await numberOf("SELECT count(*) FROM objects WHERE type <> 'person'")) +
        (await numberOf("SELECT count(DISTINCT object_id) FROM objects WHERE type = 'person'")),
      // PM4Py keeps only one relation between an event and an object.
      relations: await numberOf(
        `SELECT count(*) FROM (SELECT position, case_id FROM events UNION SELECT position, actor FROM events
          UNION SELECT from_position, target FROM relations)`,
      ),
      objectRelations: expect.any(Number),
      changes: await numberOf('SELECT count(*) FROM stays WHERE nth > 0'),
      types: expect.arrayContaining(['batch', 'case', 'person', 'plan']),
    };
    expect(told).toEqual({
      json: counts,
      sqlite: counts,
      violated: [],
      schema: [],
      graph: await numberOf('SELECT count(DISTINCT type) FROM events'),
      nets: expect.arrayContaining(['case', 'plan']),
      xes: { events, traces: cases, identities: events },
      replay: { traces: cases, fits: cases, fitness: 1 },
    });
  });

  test('pandas, Polars and DuckDB read every row of the tables', async () => {
    const folders: string[] = [];
    for (const format of ['parquet', 'csv', 'ndjson'] as const) {
      const { path } = await walk.exported(mainOrgId, format);
      execFileSync('python3', ['-m', 'zipfile', '-e', path, `${path}.d`]);
      folders.push(`${path}.d`);
    }
    const told = await runExportsPython(here('read_tables.py'), [...folders, ...tableNames]);
    const rows: Record<string, object> = {};
    for (const name of tableNames) {
      const count = await numberOf(`SELECT count(*) FROM ${name}`);
      rows[name] = { pandas: count, polars: count, duckdb: count, csv: count, ndjson: count };
    }
    expect(told).toEqual({ rows, clock: expect.stringMatching(/^datetime64/), ordered: true });
  });
});
