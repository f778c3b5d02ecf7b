/** The analysts' tables as a plain fold over the log, for tests: no segment, no commit, no SQL. */
import { caseFactsOf, factsOfErasedCase } from '#events/analysis/case-facts.ts';
import { deskHoursOf, emptyStaffSnapshot, evolveStaff, type StaffSnapshot } from '#events/analysis/staff.ts';
import {
  type CaseFoldState,
  type EventWithStaff,
  foldEvent,
  type RowByTable,
} from '#events/analysis/table-fold.ts';
import { foldCase, initialCaseState } from '#events/case/case.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import { openMinutesBetween } from '#events/desk/hours.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import { type ColumnValue, type FindPseudonym, type TableColumn, type TableName, tables } from '../tables.ts';
import { addClockTimes } from './analysed-walk.ts';

type Rows = { [T in TableName]: RowByTable[T][] };

const openMs = (staff: StaffSnapshot, orgId: string, from: number, to: number) => {
  // The walk's moments are whole minutes, so that no second is lost.
  return openMinutesBetween(deskHoursOf(staff, orgId), from, to) * 60_000;
};

/** The rows of one serving organisation as of the last of the events. `factsOf`: events up to now. */
export function foldPlainTables(events: readonly Recorded[], orgId: string, factsOf = events): Rows {
  const entries = new Map<string, CaseFoldState>();
  const rows: Rows = { events: [], stays: [], cases: [], case_facts: [], objects: [], relations: [] };
  let staff = emptyStaffSnapshot;
  const rootOf = (id: string) => entries.get(id)?.trail.rootId ?? id;
  for (const { event, at: happenedAt, clock } of addClockTimes(events)) {
    if (!event.stream.startsWith(caseStreamPrefix)) {
      staff = evolveStaff(staff, event);
      continue;
    }
    const { type, data } = recordOf('case', event);
    const payload = { type, data } as Pick<EventWithStaff, 'type' | 'data'>;
    const { position, revision, by } = event;
    const caseId = caseIdOfEvent(event);
    const folded = { ...payload, caseId, position, revision, by, happenedAt, staff, clock };
    const step = foldEvent(entries.get(caseId), folded, { rootOf, openMs });
    if (!step) continue;
    entries.set(caseId, step.entry);
    if (step.entry.trail.facts.servedBy !== orgId) continue;
    rows.events.push(step.rows.event);
    if (step.rows.stay) rows.stays.push(step.rows.stay);
    rows.objects.push(...step.rows.objects);
    rows.relations.push(...step.rows.relations);
  }
  for (const [caseId, { trail }] of entries)
    if (trail.facts.servedBy === orgId) {
      rows.cases.push({ caseId, trail });
      if (trail.open) rows.stays.push(trail.open);
    }
  rows.case_facts = plainFacts(factsOf, orgId);
  return rows;
}

/** Facts as of the last submission of each case: the case's own fold says what its sections were. */
function plainFacts(events: readonly Recorded[], orgId: string): Rows['case_facts'] {
  const states = new Map<string, typeof initialCaseState>();
  const facts = new Map<string, Rows['case_facts'][number]>();
  for (const event of events) {
    if (!event.stream.startsWith(caseStreamPrefix)) continue;
    const e = recordOf('case', event);
    const caseId = caseIdOfEvent(event);
    const state = foldCase(states.get(caseId) ?? initialCaseState, [e]);
    states.set(caseId, state);
    if (state.servedBy !== orgId) continue;
    const { position } = event;
    if (e.type === 'CaseSubmitted')
      facts.set(caseId, { ...caseFactsOf(caseId, state.sections, e.at.slice(0, 10)), position });
    if (e.type === 'PatientErased') facts.set(caseId, { ...factsOfErasedCase(caseId), position });
  }
  return [...facts.values()];
}

/** A cell as the query's answer has it. */
function answered(cell: ColumnValue, type: string): unknown {
  if (type === 'TIMESTAMP' && cell !== null) return new Date(Number(cell)).toISOString();
  if (typeof cell === 'bigint') return Number(cell);
  if (Array.isArray(cell))
    return cell.map(item =>
      typeof item === 'object'
        ? Object.fromEntries(Object.entries(item).map(([k, v]) => [k, typeof v === 'bigint' ? Number(v) : v]))
        : item,
    );
  return cell;
}

/** The rows of every table as sorted lines, in the form in which the engine answers them. */
export function sortedLinesOfRows(rows: Rows, pseudonym: FindPseudonym): Record<TableName, string[]> {
  const of = <Row>(columns: readonly TableColumn<Row>[], all: readonly Row[]) =>
    all
      .map(row => columns.map(({ value, type }) => answered(value(row, pseudonym), type)))
      .map(row => JSON.stringify(row))
      .sort();
  return {
    events: of(tables.events, rows.events),
    // At the last event a case is with the person to whom it was assigned last.
    stays: of(
      tables.stays,
      rows.stays.map(stay => ({ ...stay, assigneeId: stay.handed.at(-1)?.assigneeId ?? stay.assigneeId })),
    ),
    cases: of(tables.cases, rows.cases),
    case_facts: of(tables.case_facts, rows.case_facts),
    objects: of(tables.objects, rows.objects),
    relations: of(tables.relations, rows.relations),
  };
}
