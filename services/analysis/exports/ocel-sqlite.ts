/** OCEL 2.0 as a SQLite file: a table for each type of event and object, and two for their relations. */
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { DuckDBConnection } from '@duckdb/node-api';
import { syncAndDigest } from '../file-digest.ts';
import { type StreamCell, streamRows } from './column-stream.ts';
import {
  caseLinksSql,
  casesSql,
  type ExportCasePart,
  eventIdSql,
  eventLinksSql,
  includesCaseFacts,
  objectLinksSql,
  objectsSql,
  peopleSql,
  splitExportCases,
  statusesSql,
} from './ocel-rows.ts';
import {
  CHANGING_ATTRIBUTE,
  eventAttributes,
  INITIAL_TIME,
  isoSql,
  listFixedCaseAttributes,
  type OcelAttribute,
  type OcelType,
  objectAttributesByType,
} from './ocel-types.ts';
import { type PositionRange, positionConditionSql } from './span.ts';
import { findUsedAttributes } from './used-attributes.ts';
import type { ExportWriterInput } from './writing.ts';

type Types = ReadonlyMap<string, readonly OcelAttribute[]>;

const sqliteTypes: Readonly<Record<OcelType, string>> = {
  integer: 'INTEGER',
  string: 'TEXT',
  time: 'TIMESTAMP',
  boolean: 'BOOLEAN',
};

/** Name of a type in the name of its table. */
const mapOf = (type: string) => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
const columnsOf = (attributes: readonly OcelAttribute[]) =>
  attributes.map(({ name, type }) => `, "${name}" ${sqliteTypes[type]}`).join('');

const commonTables = `
  CREATE TABLE event_map_type (ocel_type TEXT PRIMARY KEY, ocel_type_map TEXT NOT NULL);
  CREATE TABLE object_map_type (ocel_type TEXT PRIMARY KEY, ocel_type_map TEXT NOT NULL);
  CREATE TABLE event (ocel_id TEXT PRIMARY KEY, ocel_type TEXT NOT NULL,
    FOREIGN KEY (ocel_type) REFERENCES event_map_type (ocel_type));
  CREATE TABLE object (ocel_id TEXT PRIMARY KEY, ocel_type TEXT NOT NULL,
    FOREIGN KEY (ocel_type) REFERENCES object_map_type (ocel_type));
  CREATE TABLE event_object (ocel_event_id TEXT NOT NULL, ocel_object_id TEXT NOT NULL, ocel_qualifier TEXT NOT NULL,
    PRIMARY KEY (ocel_event_id, ocel_object_id, ocel_qualifier),
    FOREIGN KEY (ocel_event_id) REFERENCES event (ocel_id), FOREIGN KEY (ocel_object_id) REFERENCES object (ocel_id));
  CREATE TABLE object_object (ocel_source_id TEXT NOT NULL, ocel_target_id TEXT NOT NULL, ocel_qualifier TEXT NOT NULL,
    PRIMARY KEY (ocel_source_id, ocel_target_id, ocel_qualifier),
    FOREIGN KEY (ocel_source_id) REFERENCES object (ocel_id), FOREIGN KEY (ocel_target_id) REFERENCES object (ocel_id));`;

function createTypes(file: DatabaseSync, kind: 'event' | 'object', types: Types): void {
  const put = file.prepare(`INSERT INTO ${kind}_map_type VALUES (?, ?)`);
  const changed = kind === 'object' ? ', ocel_changed_field TEXT' : '';
  for (const [type, attributes] of types) {
    put.run(type, mapOf(type));
    const key = kind === 'event' ? 'ocel_id TEXT PRIMARY KEY' : 'ocel_id TEXT NOT NULL';
    file.exec(`CREATE TABLE "${kind}_${mapOf(type)}" (${key}, ocel_time TIMESTAMP NOT NULL${columnsOf(attributes)}${changed},
      FOREIGN KEY (ocel_id) REFERENCES ${kind} (ocel_id))`);
  }
}

/** Cells as SQLite takes them. */
const valuesOf = (row: readonly StreamCell[]) =>
  row.map(cell => (typeof cell === 'boolean' ? Number(cell) : cell));

async function copyRows(db: DuckDBConnection, sql: string, into: StatementSync): Promise<void> {
  for await (const rows of streamRows(db, sql)) for (const row of rows) into.run(...valuesOf(row));
}

const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');

const eventsSql = (slice: PositionRange) =>
  `SELECT ${eventIdSql}, type, case_id, actor, ${isoSql('clock')}, ${eventAttributes.map(({ sql }) => sql).join(', ')}
    FROM events WHERE ${positionConditionSql('position', slice)}`;

type Target = ExportWriterInput & { file: DatabaseSync };

async function writeEvents({ db, file, span, onEvents }: Target, types: Types) {
  const put = file.prepare('INSERT INTO event VALUES (?, ?)');
  // An event can name the same object twice with the same qualifier. The relation is stored once.
  const links = file.prepare('INSERT OR IGNORE INTO event_object VALUES (?, ?, ?)');
  const byType = new Map(
    [...types].map(([type, used]) => [
      type,
      {
        put: file.prepare(`INSERT INTO "event_${mapOf(type)}" VALUES (${marks(2 + used.length)})`),
        at: used.map(one => eventAttributes.indexOf(one)),
      },
    ]),
  );
  let done = 0;
  for await (const rows of streamRows(db, eventsSql(span))) {
    for (const row of rows) {
      const [id = null, type = null, caseId = null, actor = null, time = null, ...values] = valuesOf(row);
      put.run(id, type);
      const own = byType.get(String(type));
      own?.put.run(id, time, ...own.at.map(at => values[at] ?? null));
      links.run(id, caseId, 'of');
      links.run(id, actor, 'by');
    }
    done += rows.length;
    onEvents(done);
  }
  const more = `SELECT ${eventIdSql}, target, qualifier FROM (${eventLinksSql(span)})`;
  await copyRows(db, more, links);
}

/** A case has a row with its first values, and one for each later status. */
async function writeCases({ db, file, span, work: { tables } }: Target, part: ExportCasePart) {
  const names = listFixedCaseAttributes(includesCaseFacts(tables)).map(({ name }) => name);
  const statuses = `(${statusesSql(part, span)})`;
  const first = `SELECT case_id, '${INITIAL_TIME}', status, ${names.join(', ')}, NULL
    FROM (${casesSql(part, tables)}) JOIN ${statuses} USING (case_id) WHERE nth = 0`;
  const into = file.prepare(`INSERT INTO "object_Case" VALUES (${marks(4 + names.length)})`);
  await copyRows(db, first, into);
  const changes = file.prepare(
    `INSERT INTO "object_Case" (ocel_id, ocel_time, "${CHANGING_ATTRIBUTE}", ocel_changed_field) VALUES (?, ?, ?, '${CHANGING_ATTRIBUTE}')`,
  );
  await copyRows(
    db,
    `SELECT case_id, ${isoSql('entered_at')}, status FROM ${statuses} WHERE nth > 0 ORDER BY case_id, nth`,
    changes,
  );
}

async function writeObjects(target: Target) {
  const { db, file, span, work } = target;
  const put = file.prepare('INSERT INTO object VALUES (?, ?)');
  const links = file.prepare('INSERT INTO object_object VALUES (?, ?, ?)');
  for (const part of splitExportCases(span)) {
    await copyRows(db, `SELECT case_id, 'case' FROM (${casesSql(part, work.tables)})`, put);
    await writeCases(target, part);
    await copyRows(db, `SELECT object_id, type FROM (${objectsSql(part, span)})`, put);
    for (const [type, attributes] of objectAttributesByType(false)) {
      const [number] = attributes;
      if (type === 'case' || !number) continue;
      const into = file.prepare(`INSERT INTO "object_${mapOf(type)}" VALUES (?, ?, ?, NULL)`);
      const rows = `SELECT object_id, '${INITIAL_TIME}', ${number.sql} FROM (${objectsSql(part, span)}) WHERE type = '${type}'`;
      await copyRows(db, rows, into);
    }
    for (const sql of [caseLinksSql(part), objectLinksSql(part, span)]) await copyRows(db, sql, links);
  }
  await copyRows(db, `SELECT object_id, 'person' FROM (${peopleSql(span)})`, put);
  const people = file.prepare(`INSERT INTO "object_Person" VALUES (?, '${INITIAL_TIME}', NULL)`);
  await copyRows(db, peopleSql(span), people);
}

export async function writeOcelSqlite(writing: ExportWriterInput) {
  const { db, span, work } = writing;
  const path = join(work.folder, 'export');
  const file = new DatabaseSync(path);
  try {
    // A file that is not whole is thrown away.
    file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN');
    file.exec(commonTables);
    const types = await findUsedAttributes(db, span);
    createTypes(file, 'event', types);
    createTypes(file, 'object', objectAttributesByType(includesCaseFacts(work.tables)));
    await writeEvents({ ...writing, file }, types);
    await writeObjects({ ...writing, file });
    file.exec('COMMIT');
  } finally {
    file.close();
  }
  return { path, ...(await syncAndDigest(path)) };
}
