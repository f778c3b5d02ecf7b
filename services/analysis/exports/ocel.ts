/**
 * OCEL 2.0 as JSON: events in the order of the log, objects by parts of the cases, so that the memory is bounded. The engine runs
 * in one thread and so keeps the order of rows: sorting before `string_agg` needs a tenth of the memory of sorting within it.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportWork } from './export-work.ts';
import { joinLinesByKey, readLines, splitFirstColumn, writeRowLines } from './line-files.ts';
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
  objectAttributesByType,
} from './ocel-types.ts';
import { type OutputFile, openOutputFile } from './output-file.ts';
import { type ExportSpan, type PositionRange, positionConditionSql } from './span.ts';
import { findUsedAttributes } from './used-attributes.ts';
import type { ExportWriterInput } from './writing.ts';

/** Events between two notes of progress. */
const TOLD = 1000;

/** A value as JSON. */
const jsonSql = ({ type, sql }: OcelAttribute): string => {
  if (type === 'integer') return sql;
  if (type === 'boolean') return `(${sql})::VARCHAR`;
  return type === 'time' ? `'"' || ${sql} || '"'` : `to_json(${sql})::VARCHAR`;
};

/** Attributes as items of a list, each after a comma; a missing one is an empty text. */
const itemsSql = (attributes: readonly OcelAttribute[], time = ''): string =>
  attributes
    .map(
      attribute =>
        `CASE WHEN ${attribute.sql} IS NOT NULL THEN concat(',{"name":"${attribute.name}"${time},"value":', ${jsonSql(attribute)}, '}') END`,
    )
    .join(', ');

const initial = `,"time":"${INITIAL_TIME}"`;
const linkSql = (target: string, qualifier = 'qualifier') =>
  `'{"objectId":' || to_json(${target})::VARCHAR || ',"qualifier":"' || ${qualifier} || '"}'`;

/** Rows of a position and the beginning of its event's JSON, which further relations continue. */
const eventsSql = (slice: PositionRange): string =>
  `SELECT position, concat('{"id":"', ${eventIdSql}, '","type":"', type, '","time":"', ${isoSql('clock')}, '","attributes":[',
      ltrim(concat(${itemsSql(eventAttributes)}), ','), '],"relationships":[', ${linkSql('case_id', "'of'")}, ',', ${linkSql('actor', "'by'")})
    FROM events WHERE ${positionConditionSql('position', slice)}`;

/** The first status is there from the beginning. */
const statusItemSql = `concat(',{"name":"${CHANGING_ATTRIBUTE}","time":"', CASE WHEN nth = 0 THEN '${INITIAL_TIME}' ELSE ${isoSql('entered_at')} END, '","value":', status, '}')`;

/** Attributes that a query has computed by their names. */
const plain = (attributes: readonly OcelAttribute[]): OcelAttribute[] =>
  attributes.map(({ name, type }) => ({ name, type, sql: name }));

/** The beginning of an object's JSON, which its attributes continue. */
const objectSql = (id: string, type: string): string =>
  `'{"id":', to_json(${id})::VARCHAR, ',"type":"', ${type}, '","attributes":['`;

/** Rows of a case's id, the beginning of its JSON and its fixed attributes, in the order of the ids. */
const casesLinesSql = (part: ExportCasePart, { tables }: ExportWork): string =>
  `SELECT case_id, concat(${objectSql('case_id', "'case'")}), concat(${itemsSql(plain(listFixedCaseAttributes(includesCaseFacts(tables))), initial)})
    FROM (${casesSql(part, tables)}) ORDER BY case_id`;

/** Rows of a case's id and one of its statuses, in the order of the ids and the statuses. */
const statusesLinesSql = (part: ExportCasePart, span: ExportSpan): string =>
  `SELECT case_id, ${statusItemSql} FROM (${statusesSql(part, span)}) ORDER BY case_id, nth`;

/** Rows of an id and the beginning of the object's JSON, which its relations continue. Cases and people are not among them. */
const othersLinesSql = (part: ExportCasePart, span: ExportSpan): string =>
  `SELECT object_id, concat(${objectSql('object_id', 'type')}, ltrim(concat(${itemsSql(objectAttributesByType(false).get('plan') ?? [], initial)}), ','),
      '],"relationships":[')
    FROM (${objectsSql(part, span)}) ORDER BY object_id`;

/** Rows of an object's id and one of its relations, in the order of the ids. */
const linksLinesSql = (links: string): string =>
  `SELECT source, ${linkSql('target')} FROM (${links}) ORDER BY source, qualifier, target`;

const peopleLinesSql = (span: ExportSpan): string =>
  `SELECT concat('{"id":', to_json(object_id)::VARCHAR, ',"type":"person","attributes":[],"relationships":[]}')
    FROM (${peopleSql(span)})`;

/** Writes the comma before the next item of a list. */
function createSeparator(file: OutputFile) {
  let isFirst = true;
  return (): void => {
    file.write(isFirst ? '\n' : ',\n');
    isFirst = false;
  };
}

/** Position, and a relation. */
const linksSql = (slice: PositionRange): string =>
  `SELECT position, ${linkSql('target')} FROM (${eventLinksSql(slice)})`;

async function writeEvents({ db, file, span, work: { folder }, onEvents }: Target): Promise<void> {
  const events = await writeRowLines(db, eventsSql(span), { folder, name: 'events' });
  const links = await writeRowLines(db, linksSql(span), { folder, name: 'links' });
  const separate = createSeparator(file);
  let done = 0;
  for (const { text, more } of joinLinesByKey(events, [links], Number)) {
    separate();
    file.writeBytes(text);
    // The same relation is there once.
    for (const link of new Set(more[0])) file.write(`,${link}`);
    file.write(']}');
    done += 1;
    if (done % TOLD === 0) onEvents(done);
  }
  for (const path of [events, links]) rmSync(path);
  onEvents(done);
}

type Objects = Target & { part: ExportCasePart; separate: () => void };

/** Joins several simple questions about the same cases: the engine holds twice as much for a single one. */
async function writeCases({ db, file, span, work, part, separate }: Objects): Promise<void> {
  const { folder } = work;
  const cases = await writeRowLines(db, casesLinesSql(part, work), { folder, name: 'objects' });
  const statuses = await writeRowLines(db, statusesLinesSql(part, span), { folder, name: 'statuses' });
  const links = await writeRowLines(db, linksLinesSql(caseLinksSql(part)), { folder, name: 'links' });
  for (const { text, more } of joinLinesByKey(cases, [statuses, links], String)) {
    const [states = [], related = []] = more;
    const [begun, values] = splitFirstColumn(text);
    separate();
    file.write(begun);
    file.write(`${states.join('')}${values}`.slice(1));
    file.write(`],"relationships":[${related.join(',')}]}`);
  }
  for (const path of [cases, statuses, links]) rmSync(path);
}

async function writeOthers({ db, file, span, work: { folder }, part, separate }: Objects): Promise<void> {
  const objects = await writeRowLines(db, othersLinesSql(part, span), { folder, name: 'objects' });
  const links = await writeRowLines(db, linksLinesSql(objectLinksSql(part, span)), { folder, name: 'links' });
  for (const { text, more } of joinLinesByKey(objects, [links], String)) {
    separate();
    file.writeBytes(text);
    file.write(`${more[0]?.join(',')}]}`);
  }
  for (const path of [objects, links]) rmSync(path);
}

async function writeObjects(target: Target): Promise<void> {
  const { db, file, span, work } = target;
  const separate = createSeparator(file);
  for (const part of splitExportCases(span)) {
    await writeCases({ ...target, part, separate });
    await writeOthers({ ...target, part, separate });
  }
  const people = await writeRowLines(db, peopleLinesSql(span), { folder: work.folder, name: 'objects' });
  for (const line of readLines(people)) {
    separate();
    file.writeBytes(line);
  }
  rmSync(people);
}

const typesOf = (types: ReadonlyMap<string, readonly OcelAttribute[]>) =>
  JSON.stringify(
    [...types].map(([name, attributes]) => ({
      name,
      attributes: attributes.map(({ name: attribute, type }) => ({ name: attribute, type })),
    })),
  );

type Target = ExportWriterInput & { file: OutputFile };

export async function writeOcel(writing: ExportWriterInput) {
  const { db, span, work } = writing;
  const path = join(work.folder, 'export');
  const file = openOutputFile(path);
  const target = { ...writing, file };
  file.write(`{"objectTypes":${typesOf(objectAttributesByType(includesCaseFacts(work.tables)))},\n`);
  file.write(`"eventTypes":${typesOf(await findUsedAttributes(db, span))},\n"events":[`);
  await writeEvents(target);
  file.write('],\n"objects":[');
  await writeObjects(target);
  file.write(']}\n');
  return { path, ...file.end() };
}
