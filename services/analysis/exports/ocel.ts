/**
 * OCEL 2.0 as JSON: events in the order of the log, objects by parts of the cases, so that the memory is bounded. The engine runs
 * in one thread and so keeps the order of rows: sorting before `string_agg` needs a tenth of the memory of sorting within it.
 */
import { join } from 'node:path';
import { joinRows, rowsOf, type StreamCell } from './column-stream.ts';
import type { ExportWork } from './export-work.ts';
import {
  casesSql,
  eventIdSql,
  eventLinksSql,
  hasFacts,
  objectLinksSql,
  objectsSql,
  type Part,
  partsOf,
  peopleSql,
  statusesSql,
} from './ocel-rows.ts';
import {
  CHANGING,
  caseAttributes,
  eventAttributes,
  INITIAL,
  isoSql,
  type OcelAttribute,
  objectTypes,
} from './ocel-types.ts';
import { type OutputFile, openOutputFile } from './output-file.ts';
import { type Slice, type Span, within } from './span.ts';
import { usedAttributes } from './used-attributes.ts';
import type { Writing } from './writing.ts';

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

const initial = `,"time":"${INITIAL}"`;
const linkSql = (target: string, qualifier = 'qualifier') =>
  `'{"objectId":' || to_json(${target})::VARCHAR || ',"qualifier":"' || ${qualifier} || '"}'`;

/** Position, and the event up to its further relations. */
const eventsSql = (slice: Slice): string =>
  `SELECT position, concat('{"id":"', ${eventIdSql}, '","type":"', type, '","time":"', ${isoSql('clock')}, '","attributes":[',
      ltrim(concat(${itemsSql(eventAttributes)}), ','), '],"relationships":[', ${linkSql('case_id', "'of'")}, ',', ${linkSql('actor', "'by'")})
    FROM events WHERE ${within('position', slice)}`;

/** The first status is there from the beginning. */
const statusItemSql = `concat(',{"name":"${CHANGING}","time":"', CASE WHEN nth = 0 THEN '${INITIAL}' ELSE ${isoSql('entered_at')} END, '","value":', status, '}')`;

/** Attributes that a query has computed by their names. */
const plain = (attributes: readonly OcelAttribute[]): OcelAttribute[] =>
  attributes.map(({ name, type }) => ({ name, type, sql: name }));

const casesItemsSql = (part: Part, { tables }: ExportWork): string =>
  `SELECT case_id AS object_id, 'case' AS type, concat(statuses, ${itemsSql(plain(caseAttributes(hasFacts(tables))), initial)}) AS values
    FROM (${casesSql(part, tables)}) JOIN statuses USING (case_id)`;

const othersItemsSql = (part: Part, span: Span): string =>
  `SELECT object_id, type, concat(${itemsSql(objectTypes(false).get('plan') ?? [], initial)})
    FROM (${objectsSql(part, span)})`;

const objectsLinesSql = (part: Part, span: Span, work: ExportWork): string =>
  `WITH links AS (SELECT source, string_agg(${linkSql('target')}, ',') AS items
      FROM (${objectLinksSql(part, span)} ORDER BY source, qualifier, target) GROUP BY source),
    statuses AS (SELECT case_id, string_agg(${statusItemSql}, '') AS statuses
      FROM (${statusesSql(part, span)} ORDER BY case_id, nth) GROUP BY case_id)
    SELECT concat('{"id":', to_json(object_id)::VARCHAR, ',"type":"', type, '","attributes":[', ltrim(values, ','),
      '],"relationships":[', items, ']}')
    FROM (${casesItemsSql(part, work)} UNION ALL ${othersItemsSql(part, span)}) LEFT JOIN links ON source = object_id
    ORDER BY object_id`;

const peopleLinesSql = (span: Span): string =>
  `SELECT concat('{"id":', to_json(object_id)::VARCHAR, ',"type":"person","attributes":[],"relationships":[]}')
    FROM (${peopleSql(span)})`;

/** Writes texts as items of a list. */
function createListWriter(file: OutputFile) {
  let isFirst = true;
  return (item: string): void => {
    file.write(isFirst ? '\n' : ',\n');
    file.write(item);
    isFirst = false;
  };
}

/** Events with their relations: both are read in the order of the log, so that neither is held. */
async function writeEvents({ db, links, file, span, onEvents }: Target): Promise<void> {
  const write = createListWriter(file);
  let done = 0;
  for await (const pairs of joinRows(rowsOf(db, eventsSql(span)), rowsOf(links, eventLinksSql(span)))) {
    for (const { row, joined } of pairs) write(`${row[1]}${linksText(joined)}]}`);
    done += pairs.length;
    onEvents(done);
  }
}

/** The same relation is there once. */
const linksText = (rows: readonly StreamCell[][]): string =>
  rows.length === 0
    ? ''
    : [
        ...new Set(
          rows.map(
            ([, target, qualifier]) => `,{"objectId":${JSON.stringify(target)},"qualifier":"${qualifier}"}`,
          ),
        ),
      ].join('');

async function writeObjects({ db, file, span, work }: Target): Promise<void> {
  const write = createListWriter(file);
  const queries = [...partsOf(span).map(part => objectsLinesSql(part, span, work)), peopleLinesSql(span)];
  for (const sql of queries)
    for await (const rows of rowsOf(db, sql)) for (const [line] of rows) write(String(line));
}

const typesOf = (types: ReadonlyMap<string, readonly OcelAttribute[]>) =>
  JSON.stringify(
    [...types].map(([name, attributes]) => ({
      name,
      attributes: attributes.map(({ name: attribute, type }) => ({ name: attribute, type })),
    })),
  );

type Target = Writing & { file: OutputFile };

export async function writeOcel(writing: Writing) {
  const { db, span, work } = writing;
  const path = join(work.folder, 'export');
  const file = openOutputFile(path);
  const target = { ...writing, file };
  file.write(`{"objectTypes":${typesOf(objectTypes(hasFacts(work.tables)))},\n`);
  file.write(`"eventTypes":${typesOf(await usedAttributes(db, span))},\n"events":[`);
  await writeEvents(target);
  file.write('],\n"objects":[');
  await writeObjects(target);
  file.write(']}\n');
  return { path, ...file.end() };
}
