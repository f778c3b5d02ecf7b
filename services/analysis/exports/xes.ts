/** XES (IEEE 1849-2023): traces of cases, or of treatments with their refinements. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { quoteSqlText } from '../sql-text.ts';
import type { ExportWork } from './export-work.ts';
import { readLines, writeRowLines } from './line-files.ts';
import { eventAttributes, isoSql, type OcelAttribute, type OcelType } from './ocel-types.ts';
import { openOutputFile } from './output-file.ts';
import { type ExportSpan, positionConditionSql } from './span.ts';
import { createTraceFolder } from './trace-folder.ts';
import type { ExportWriterInput } from './writing.ts';

const extensions = [
  ['Concept', 'concept'],
  ['Time', 'time'],
  ['Organizational', 'org'],
  ['Lifecycle', 'lifecycle'],
  ['Identity', 'identity'],
] as const;

const tags: Readonly<Record<OcelType, string>> = {
  integer: 'int',
  string: 'string',
  time: 'date',
  boolean: 'boolean',
};

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const escapedSql = (sql: string) =>
  `replace(replace(replace(replace(${sql}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`;

/** An attribute as an element; NULL without a value. */
const elementSql = (key: string, { type, sql }: Omit<OcelAttribute, 'name'>): string => {
  const value = type === 'string' ? escapedSql(sql) : `(${sql})`;
  return `'<${tags[type]} key="${key}" value="' || ${value} || '"/>'`;
};

/** Names of attributes for which XES has a standard name, or we use a shorter one. */
const keys: Readonly<Record<string, string>> = {
  actor_position: 'org:role',
  from_status: 'archline:from',
  to_status: 'archline:to',
};
const own = eventAttributes.map(attribute =>
  elementSql(keys[attribute.name] ?? `archline:${attribute.name}`, attribute),
);

/** An id that the same event of the same log always has. */
const identitySql = (log: string): string => {
  const digest = `md5(${quoteSqlText(`${log}/`)} || position)`;
  const piece = (from: number, length: number) => `substr(${digest}, ${from}, ${length})`;
  return `concat(${piece(1, 8)}, '-', ${piece(9, 4)}, '-3', ${piece(14, 3)}, '-a', ${piece(18, 3)}, '-', ${piece(21, 12)})`;
};

/** @param ofCase an element in SQL, or NULL */
const eventSql = ({ log }: ExportWork, ofCase: string): string =>
  `concat('<event><id key="identity:id" value="', ${identitySql(log)}, '"/><string key="concept:name" value="', type,
    '"/><date key="time:timestamp" value="', ${isoSql('clock')}, '"/><string key="org:resource" value="', ${escapedSql('actor')},
    '"/><string key="lifecycle:transition" value="complete"/>', ${own.join(', ')}, ${ofCase}, '</event>')`;

/** Trace and event, in the order of the log. */
function eventsSql(span: ExportSpan, work: ExportWork): string {
  const isTreatment = work.trace === 'treatment';
  const trace = isTreatment ? 'coalesce(root_id, case_id)' : 'case_id';
  const of = isTreatment ? 'LEFT JOIN (SELECT case_id, root_id FROM cases) USING (case_id)' : '';
  const ofCase = isTreatment ? `'<string key="archline:case" value="' || case_id || '"/>'` : 'NULL';
  return `SELECT ${trace}, ${eventSql(work, ofCase)} FROM events ${of} WHERE ${positionConditionSql('position', span)}`;
}

/** The log's head: extensions, attributes that every event has, and what the log is cited by. */
function headOf({ about }: ExportWork): string {
  const globals = [
    '<string key="concept:name" value=""/>',
    '<date key="time:timestamp" value="1970-01-01T00:00:00.000Z"/>',
    '<string key="lifecycle:transition" value="complete"/>',
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<log xes.version="1849-2023" xes.features="" xmlns="http://www.xes-standard.org/">',
    ...extensions.map(
      ([name, prefix]) =>
        `<extension name="${name}" prefix="${prefix}" uri="http://www.xes-standard.org/${prefix}.xesext"/>`,
    ),
    '<global scope="trace"><string key="concept:name" value=""/></global>',
    `<global scope="event">${globals.join('')}</global>`,
    '<classifier name="Activity" scope="event" keys="concept:name"/>',
    ...Object.entries(about).flatMap(([name, value]) =>
      value === null ? [] : [`<string key="archline:${name}" value="${escapeXml(String(value))}"/>`],
    ),
    '',
  ].join('\n');
}

export async function writeXes({ db, span, work, onEvents }: ExportWriterInput) {
  const path = join(work.folder, 'export');
  const file = openOutputFile(path);
  file.write(headOf(work));
  const traces = createTraceFolder(work.folder, span.events);
  const lines = await writeRowLines(db, eventsSql(span, work), { folder: work.folder, name: 'events' });
  for (const line of readLines(lines)) traces.add(line);
  rmSync(lines);
  let done = 0;
  for (const [trace, events] of traces.all()) {
    file.write(`<trace><string key="concept:name" value="${escapeXml(trace)}"/>\n`);
    for (const event of events) {
      file.writeBytes(event);
      file.write('\n');
    }
    file.write('</trace>\n');
    done += events.length;
    onEvents(done);
  }
  file.write('</log>\n');
  return { path, ...file.end() };
}
