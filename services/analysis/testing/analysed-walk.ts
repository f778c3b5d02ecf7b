/** A seeded walk over cases, as analysts read it: plain rows of its log up to any position, and tables that hold them. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { CaseFacts } from '#events/analysis/case-facts.ts';
import { type ClockedEvent, createLogClock } from '#events/analysis/clock.ts';
import { createEventRow, type EventRow, isStatusChange } from '#events/analysis/event-row.ts';
import { factsTextOfEvent } from '#events/analysis/facts.ts';
import { actorsOfPersonInCase, emptyStaffSnapshot, evolveStaff } from '#events/analysis/staff.ts';
import type { Stay } from '#events/analysis/stay.ts';
import { type CaseTrail, foldIntoTrail } from '#events/analysis/trail.ts';
import { type CaseEvent, caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import { directoryStream } from '#events/person/events.ts';
import type { ReworkEvent } from '#events/testing/rework.ts';
import { upcaster } from '#events/upcasters.ts';
import { directoryEventsOfWalk } from '#projections/testing/people.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import {
  type BoundValues,
  type ReportDefinition,
  type ReportParams,
  type ReportRow,
  type SplitName,
  valuesMentionedIn,
} from '../reports/report.ts';
import { createTableSql, type TableColumn, tables } from '../tables.ts';

/** Everything that analysts read, as of a position: rows before any engine. */
export type AnalysedRows = {
  events: EventRow[];
  /** The same events as the log has them. */
  read: ReworkEvent[];
  /** Ended and open. */
  stays: Stay[];
  trails: Map<string, CaseTrail>;
  facts: Map<string, CaseFacts>;
  /** Clock of the last event, ms. */
  now: number;
};

type Log = readonly Recorded<CaseEvent>[];

const walked = new Map<string, Promise<Log>>();

/** The case events of a walk, which is walked once in a process. Steps lie far apart, so that cases take weeks. */
export function logOfWalk(seed: number, steps: number, cases: number): Promise<Log> {
  const key = [seed, steps, cases].join();
  const log = walked.get(key) ?? walkLog(seed, steps, cases);
  walked.set(key, log);
  return log;
}

async function walkLog(seed: number, steps: number, cases: number): Promise<Log> {
  const store = createMemoryStore({ id: `analysed-${seed}` });
  const walk = createWalk({ seed, cases, minutes: 47, log: store });
  await walk.setUp();
  for (let i = 0; i < steps; i++) await walk.step();
  const log: Recorded<CaseEvent>[] = [];
  for await (const e of store.readAll({ filter: { streamPrefix: caseStreamPrefix } }))
    log.push(e as Recorded<CaseEvent>);
  return log;
}

/** The staff does not change during a walk. */
const staffOfWalks = directoryEventsOfWalk
  .map((e, revision) =>
    upcaster.upcast({
      ...{ ...e, revision, stream: directoryStream, id: `d-${revision}`, at: '', by: 'system' },
      v: upcaster.versionOf(e.type),
      position: toLogPosition(revision + 1),
    }),
  )
  .reduce(evolveStaff, emptyStaffSnapshot);

const presetOf = (caseId: string) => (caseId.charCodeAt(1) % 3 === 0 ? null : 'own');

/** Walks prescribe one method only; reports that are split by it need two. */
const methodOf = (caseId: string) => 1 + (caseId.charCodeAt(0) % 2);

const factsOf = (caseId: string, e: CaseEvent, before: CaseFacts | undefined): CaseFacts => {
  const none: CaseFacts = {
    ...{ caseId, method: null, productType: null, arch: null, extraction: null, ipr: null, preset: null },
    ...{ sex: null, ageBand: null, flags: [], corrections: [], erased: false },
  };
  if (e.type === 'PatientErased') return { ...none, erased: true };
  const prescription = e.type === 'SectionSaved' ? e.personal.value.prescription : undefined;
  const known = before ?? none;
  return prescription
    ? {
        ...{ ...known, method: methodOf(caseId), preset: presetOf(caseId) },
        productType: prescription.productType ?? null,
      }
    : known;
};

/** Events with their clock times, if no other follows. */
export function addClockTimes<E extends { at: string }>(log: readonly E[]): ClockedEvent<E>[] {
  const clock = createLogClock<E>();
  return [...log.flatMap(event => clock.push(event)), ...clock.provisional()];
}

/** Folds the first `count` events. */
export function foldAnalysedRows(log: Log, count: number): AnalysedRows {
  const rows: AnalysedRows = { events: [], read: [], stays: [], trails: new Map(), facts: new Map(), now: 0 };
  for (const { event: e, at, clock } of addClockTimes(log.slice(0, count))) {
    const caseId = caseIdOfEvent(e);
    rows.now = clock;
    const { position, revision, by, type, data } = e;
    // Boundary: the type and the data come from the same event.
    const read = { caseId, position, revision, by, type, data, clock, happenedAt: at } as const;
    const before = rows.trails.get(caseId);
    const as = isStatusChange(read, before) ? actorsOfPersonInCase(staffOfWalks, read, before.facts) : [];
    rows.read.push({ ...read, actorPosition: null });
    const facts = factsTextOfEvent(read);
    rows.events.push(createEventRow(read, before, { actorPosition: null, actedAs: as, facts }));
    const { trail, closed } = foldIntoTrail(before, read, id => rows.trails.get(id)?.rootId ?? id);
    rows.trails.set(caseId, trail);
    rows.facts.set(caseId, factsOf(caseId, e, rows.facts.get(caseId)));
    if (closed) rows.stays.push(closed);
  }
  for (const { open } of rows.trails.values()) if (open) rows.stays.push(open);
  return rows;
}

const ownName = (id: string) => `u-${id}`;

/** Rows as one JSON text, which the engine reads in a third of the time of as many literals. */
function insertion<Row>(name: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]) {
  const shape = columns.map(
    column => `${column.name} ${column.type === 'TIMESTAMP' ? 'BIGINT' : column.type}`,
  );
  const cells = columns.map(({ name: cell, type }) =>
    type === 'TIMESTAMP' ? `make_timestamp_ms(r.${cell})` : `r.${cell}`,
  );
  const lines = rows.map(row =>
    Object.fromEntries(columns.map(column => [column.name, column.value(row, ownName)])),
  );
  return {
    sql: `INSERT INTO ${name} SELECT ${cells.join(', ')}
      FROM (SELECT unnest($rows::JSON::STRUCT(${shape.join(', ')})[]) AS r)`,
    rows: JSON.stringify(lines, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)),
  };
}

/** Tables in memory with these rows, which answer reports. */
export async function openEngineWithRows(rows: AnalysedRows) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  for (const name of ['events', 'stays', 'cases', 'case_facts'] as const)
    await connection.run(createTableSql(name));
  const fills = [
    insertion('events', tables.events, rows.events),
    insertion(
      'stays',
      tables.stays,
      rows.stays.map(stay => ({ ...stay, ...fakeDeskTimeOf(stay) })),
    ),
    insertion(
      'cases',
      tables.cases,
      [...rows.trails].map(([caseId, trail]) => ({ caseId, trail })),
    ),
    insertion('case_facts', tables.case_facts, [...rows.facts.values()]),
  ];
  for (const { sql, rows: json } of fills) await connection.run(sql, { rows: json });
  const run = async (sql: string, params: BoundValues): Promise<ReportRow[]> => {
    const bound = Object.entries(valuesMentionedIn(sql, params)).map(([name, value]) => [
      name,
      boundAs(value),
    ]);
    const used = Object.fromEntries(bound);
    const result = await connection.runAndReadAll(sql, used);
    return result.getRowObjectsJson() as ReportRow[];
  };
  return {
    answer: async <Item>(report: ReportDefinition<Item>, params: ReportParams, by: SplitName | null = null) =>
      (await run(report.sql(by), params)).map(report.item),
    run,
    close: () => connection.closeSync(),
  };
}

/** Times are larger than the engine's INTEGER, which it takes numbers for. */
const boundAs = (value: BoundValues[string] | undefined = null) =>
  typeof value === 'number' ? BigInt(value) : value;

/** Invented desk time of a stay in seconds. Report and fold only have to see the same numbers. */
export const fakeDeskTimeOf = ({ leftAt, enteredAt, waitsFor }: Stay) => {
  if (leftAt === null) return { workedS: null, waitedS: null };
  const seconds = Math.floor((leftAt - enteredAt) / 3000);
  return waitsFor === 'assignee' || waitsFor === 'system'
    ? { workedS: seconds, waitedS: 0 }
    : { workedS: 0, waitedS: seconds };
};

export { ownName as pseudonymInTests };
