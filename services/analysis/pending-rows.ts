/** Rows of one organisation that are in no segment yet, as lines by table. */
import type { RowByTable, RowsOfOneEvent } from '#events/analysis/table-fold.ts';
import type { CaseTrail } from '#events/analysis/trail.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { createLineWriter, type LineWriter } from './line-buffer.ts';
import { rowWriters } from './row-lines.ts';
import { type FindPseudonym, type TableName, tableNames } from './tables.ts';
import type { AfterItem } from './turn-pace.ts';

/** Rows of a table as lines, and the first and last of their positions. */
export type PendingLines = { rows: number; bytes: Uint8Array; from: LogPosition; to: LogPosition };

export type PendingRows = {
  /** Adds the rows of the next event, and the case as of it. */
  add(rows: RowsOfOneEvent, trail: CaseTrail): void;
  addFacts(facts: RowByTable['case_facts']): void;
  /** Writes the rows of changed cases, thousands after a backlog, with rests. Trap: nothing may be added meanwhile. */
  writeCases(afterItem: AfterItem): Promise<void>;
  /** Lines of the tables that have any. */
  lines(): Map<TableName, PendingLines>;
  /** Lines of the rows of events. Equal lines mean that all rows are equal: those of other tables follow from the same events. */
  eventLines(): Uint8Array;
  /** First and last event added. */
  span(): { first: EventMoment; last: EventMoment } | undefined;
  isEmpty(): boolean;
  clear(): void;
};

/** Position and clock (ms) of an event. */
export type EventMoment = { position: LogPosition; clock: number };

/** The lines of one table. */
type Growing = {
  /** The lines for a row. Trap: call it in the order of positions. Comparing those of every row would cost as much as writing it. */
  at(position: LogPosition): LineWriter;
  taken(): PendingLines | undefined;
  clear(): void;
};

function createGrowing(): Growing {
  let lines: LineWriter | undefined;
  let from = START;
  let to = START;
  return {
    at: position => {
      if (lines === undefined) {
        lines = createLineWriter();
        from = position;
      }
      to = position;
      return lines;
    },
    taken: () => lines && { rows: lines.rows(), bytes: lines.bytes(), from, to },
    clear: () => {
      lines = undefined;
    },
  };
}

const byPosition = ([, a]: [string, CaseTrail], [, b]: [string, CaseTrail]) =>
  a.position < b.position ? -1 : 1;

export function createPendingRows(pseudonym: FindPseudonym): PendingRows {
  // Objects, not a map: a row looks its table up by a name that the compiler knows.
  const tables: Record<TableName, Growing> = {
    events: createGrowing(),
    stays: createGrowing(),
    cases: createGrowing(),
    case_facts: createGrowing(),
    objects: createGrowing(),
    relations: createGrowing(),
  };
  const { events, stays } = tables;
  /** The newest row of each case that has changed. */
  const cases = new Map<string, CaseTrail>();
  /** First and last event. Rows themselves: millions are added. */
  let first: EventMoment | undefined;
  let last: EventMoment | undefined;
  const takeCases = () => {
    const inOrder = [...cases].sort(byPosition);
    cases.clear();
    return inOrder;
  };
  const writeCase = ([caseId, trail]: [string, CaseTrail]) =>
    rowWriters.cases({ caseId, trail }, pseudonym, tables.cases.at(trail.position));
  return {
    add: ({ event, stay, objects, relations }, trail) => {
      const { position } = event;
      first ??= event;
      last = event;
      rowWriters.events(event, pseudonym, events.at(position));
      if (stay) rowWriters.stays(stay, pseudonym, stays.at(position));
      for (const one of objects) rowWriters.objects(one, pseudonym, tables.objects.at(position));
      for (const one of relations) rowWriters.relations(one, pseudonym, tables.relations.at(position));
      cases.set(event.caseId, trail);
    },
    addFacts: facts => rowWriters.case_facts(facts, pseudonym, tables.case_facts.at(facts.position)),
    writeCases: async afterItem => {
      for (const one of takeCases()) {
        writeCase(one);
        const rest = afterItem();
        if (rest) await rest;
      }
    },
    lines: () => {
      takeCases().forEach(writeCase);
      const inOrder = tableNames.flatMap(name => {
        const lines = tables[name].taken();
        return lines ? [[name, lines] as const] : [];
      });
      return new Map(inOrder);
    },
    eventLines: () => events.taken()?.bytes ?? new Uint8Array(),
    span: () => first && last && { first, last },
    isEmpty: () => first === undefined && tableNames.every(name => !tables[name].taken()),
    clear: () => {
      for (const name of tableNames) tables[name].clear();
      cases.clear();
      [first, last] = [undefined, undefined];
    },
  };
}
