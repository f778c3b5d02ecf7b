/** Rows of one organisation that are in no segment yet, as lines of JSON by table. */
import type { EventRows, RowsOf } from '#events/analysis/table-fold.ts';
import type { Trail } from '#events/analysis/trail.ts';
import type { LogPosition } from '#events/log-position.ts';
import { lineOf } from './stored-tables.ts';
import { type Pseudonym, type TableName, tableNames } from './tables.ts';

/** Rows of a table as lines of JSON, and the first and last of their positions. */
export type PendingLines = { text: string[]; from: LogPosition; to: LogPosition };

export type PendingRows = {
  /** Adds the rows of an event, and the case as of it. */
  add(rows: EventRows, trail: Trail): void;
  addFacts(facts: RowsOf['case_facts']): void;
  /** Lines of the tables that have any. */
  lines(): Map<TableName, PendingLines>;
  /** First and last event added. */
  span(): { first: EventSpot; last: EventSpot } | undefined;
  isEmpty(): boolean;
  clear(): void;
};

/** Position and clock (ms) of an event. */
export type EventSpot = { position: LogPosition; clock: number };

export function createPendingRows(pseudonym: Pseudonym): PendingRows {
  const tables = new Map<TableName, PendingLines>();
  /** The newest row of each case that has changed. */
  const cases = new Map<string, Trail>();
  let span: { first: EventSpot; last: EventSpot } | undefined;
  const put = (table: TableName, line: string, position: LogPosition) => {
    const lines = tables.get(table);
    if (!lines) tables.set(table, { text: [line], from: position, to: position });
    else {
      lines.text.push(line);
      if (position < lines.from) lines.from = position;
      if (position > lines.to) lines.to = position;
    }
  };
  return {
    add: ({ event, stay, objects, relations }, trail) => {
      const { position, clock } = event;
      span = { first: span?.first ?? { position, clock }, last: { position, clock } };
      put('events', lineOf.events(event, pseudonym), position);
      if (stay) put('stays', lineOf.stays(stay, pseudonym), position);
      for (const one of objects) put('objects', lineOf.objects(one, pseudonym), position);
      for (const one of relations) put('relations', lineOf.relations(one, pseudonym), position);
      cases.set(event.caseId, trail);
    },
    addFacts: facts => put('case_facts', lineOf.case_facts(facts, pseudonym), facts.position),
    lines: () => {
      for (const [caseId, trail] of cases)
        put('cases', lineOf.cases({ caseId, trail }, pseudonym), trail.position);
      cases.clear();
      const inOrder = tableNames.flatMap(name => {
        const lines = tables.get(name);
        return lines ? [[name, lines] as const] : [];
      });
      return new Map(inOrder);
    },
    span: () => span,
    isEmpty: () => span === undefined && tables.size === 0,
    clear: () => {
      tables.clear();
      cases.clear();
      span = undefined;
    },
  };
}
