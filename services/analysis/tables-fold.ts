/** Folds the log into rows for the tables of all organisations: clock first, then cases. */
import { type ClockedEvent, createLogClock } from '#events/analysis/clock.ts';
import { emptyStaffSnapshot, evolveStaff, type StaffSnapshot } from '#events/analysis/staff.ts';
import {
  type CaseFoldState,
  copyCaseFoldState,
  type EventWithStaff,
  type FoldContext,
  foldEvent,
} from '#events/analysis/table-fold.ts';
import { caseIdOfEvent, caseStreamOf, caseStreamPrefix, isCaseEventType } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import { createInterner } from '../eventstore/interner.ts';
import type { CaseEntries, FoldResumePoint } from './case-entries.ts';
import { createDeskTimes } from './desk-times.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import type { PendingRows } from './pending-rows.ts';

/** Thrown for an event of a case that this version does not know: the tables would lack it from then on. */
export class UnknownEventTypeError extends Error {
  constructor(type: string) {
    super(`the analysts' tables do not know the event ${type}`);
    this.name = 'UnknownEventType';
  }
}

export type TablesFoldDeps = {
  entries: CaseEntries;
  /** Tables that exist. New ones are added. */
  organisations: Map<string, OrganisationTables>;
  /** Opens the tables of another organisation. */
  open: (orgId: string) => Promise<OrganisationTables>;
};

/** People who are one string each. Not cases: so large a map costs more than it saves. */
const PEOPLE = 5_000;

/** Returns an event of a case as the fold takes it. */
function createFoldedEvents() {
  const personOf = createInterner(PEOPLE);
  /** @param caseId one string for all events of the case @throws Error for an unknown type */
  return (
    { event, at, clock }: ClockedEvent<Recorded>,
    staff: StaffSnapshot,
    caseId: string,
  ): EventWithStaff => {
    const { type, data, position, revision, by } = recordOf('case', event);
    const folded = {
      type,
      data,
      caseId,
      position,
      revision,
      by: personOf(by),
      happenedAt: at,
      staff,
      clock,
    };
    // Cast: type and data belong together, which TypeScript forgets when both are taken from a union.
    return folded as EventWithStaff;
  };
}

/** A row of `case_facts` to be made: the case was submitted, or its patient erased. */
export type DueFactsRow = {
  caseId: string;
  position: LogPosition;
  day: string;
  isErased: boolean;
  saved: CaseFoldState['sections'];
};

function dueOf(
  { event: { type, position }, at }: ClockedEvent<Recorded>,
  { caseId, sections }: CaseFoldState,
): DueFactsRow | undefined {
  const isErased = type === 'PatientErased';
  if (!isErased && type !== 'CaseSubmitted') return undefined;
  // A copy: the fold changes the entry with the next event.
  const saved = { ...sections };
  return { caseId, position, day: new Date(at).toISOString().slice(0, 10), isErased, saved };
}

export type CaseEntryMap = Pick<CaseEntries, 'get' | 'draft' | 'set'>;

/** Entries as changed by provisional events, over the final ones, which stay as they are. */
export function overlayCaseEntries(entries: Pick<CaseEntries, 'get'>): CaseEntryMap {
  const changed = new Map<string, CaseFoldState>();
  return {
    get: stream => changed.get(stream) ?? entries.get(stream),
    draft: stream => {
      const known = changed.get(stream);
      if (known) return known;
      const entry = entries.get(stream);
      if (!entry) return undefined;
      const copy = copyCaseFoldState(entry);
      changed.set(stream, copy);
      return copy;
    },
    set: (stream, entry) => void changed.set(stream, entry),
  };
}

type Folding = { foldedEvent: ReturnType<typeof createFoldedEvents>; openMs: FoldContext['openMs'] };

/** Folds an event into the entries. @returns its rows, and the entry */
function foldInto(
  into: CaseEntryMap,
  clocked: ClockedEvent<Recorded>,
  staff: StaffSnapshot,
  { foldedEvent, openMs }: Folding,
) {
  const { stream, type } = clocked.event;
  const before = type === 'CaseCreated' ? undefined : into.draft(stream);
  const event = foldedEvent(clocked, staff, before?.caseId ?? caseIdOfEvent(clocked.event));
  const rootOf = (parentId: string) => into.get(caseStreamOf(parentId))?.trail.rootId ?? parentId;
  const step = foldEvent(before, event, { rootOf, openMs });
  if (!before && step) into.set(stream, step.entry);
  return step;
}

const orgOf = ({ entry }: Step): string => entry.trail.facts.servedBy;

type Step = NonNullable<ReturnType<typeof foldInto>>;

type Gathered = { rows: PendingRows; dues: DueFactsRow[] };

const isOfCase = ({ stream }: Recorded) => stream.startsWith(caseStreamPrefix);

type Gathering = {
  latest: CaseEntryMap;
  folding: Folding;
  tablesOf: (orgId: string) => Promise<OrganisationTables>;
};

/** Folds events that are not final, and gathers their rows by organisation. @param before the staff as of the last final event */
async function gather(
  all: readonly ClockedEvent<Recorded>[],
  before: StaffSnapshot,
  { latest, folding, tablesOf }: Gathering,
): Promise<Map<string, Gathered>> {
  const gathered = new Map<string, Gathered>();
  let staff = before;
  for (const clocked of all) {
    if (!isOfCase(clocked.event)) {
      staff = evolveStaff(staff, clocked.event);
      continue;
    }
    const step = foldInto(latest, clocked, staff, folding);
    if (!step) continue;
    const orgId = orgOf(step);
    const tables = await tablesOf(orgId);
    if (clocked.event.position <= tables.final()) continue;
    const own = gathered.get(orgId) ?? { rows: tables.emptyRows(), dues: [] };
    gathered.set(orgId, own);
    own.rows.add(step.rows, step.entry.trail);
    const due = dueOf(clocked, step.entry);
    if (due) own.dues.push(due);
  }
  return gathered;
}

/**
 * Folds the log into the tables of all organisations. Rows whose clock is final are apart from rows of newer events, whose
 * clock may still change.
 */
export function createTablesFold(
  { entries, organisations, open }: TablesFoldDeps,
  start: FoldResumePoint | undefined,
) {
  const clock = createLogClock<Recorded>(start);
  const folding: Folding = { foldedEvent: createFoldedEvents(), openMs: createDeskTimes() };
  /** The last event whose clock is final, and the staff as of it. */
  let final = { position: start?.position ?? START, staff: start?.staff ?? emptyStaffSnapshot };
  const dues = new Map<string, DueFactsRow[]>();
  const tablesOf = async (orgId: string): Promise<OrganisationTables> => {
    const tables = organisations.get(orgId) ?? (await open(orgId));
    organisations.set(orgId, tables);
    return tables;
  };
  const keep = (tables: OrganisationTables, step: Step, clocked: ClockedEvent<Recorded>) => {
    if (clocked.event.position <= tables.final()) return;
    const { rows, entry } = step;
    tables.pending.add(rows, entry.trail);
    const due = dueOf(clocked, entry);
    if (due) dues.set(orgOf(step), [...(dues.get(orgOf(step)) ?? []), due]);
  };
  /** Folds a final event. */
  const settle = (clocked: ClockedEvent<Recorded>): Promise<void> | undefined => {
    const { position } = clocked.event;
    if (!isOfCase(clocked.event)) {
      final = { position, staff: evolveStaff(final.staff, clocked.event) };
      return undefined;
    }
    final.position = position;
    const step = foldInto(entries, clocked, final.staff, folding);
    if (!step) return undefined;
    const tables = organisations.get(orgOf(step));
    if (!tables) return tablesOf(orgOf(step)).then(opened => keep(opened, step, clocked));
    keep(tables, step, clocked);
    return undefined;
  };
  const settleAll = async (all: readonly ClockedEvent<Recorded>[]) => {
    for (const clocked of all) await settle(clocked);
  };
  return {
    point: () => ({ ...final, clock: clock.clock(), facts: clock.facts() }),
    push: (event: Recorded): Promise<void> | undefined => {
      if (isOfCase(event) && !isCaseEventType(event.type)) throw new UnknownEventTypeError(event.type);
      const settled = clock.push(event);
      // By index: an iterator of pairs costs more than the clock.
      for (let i = 0; i < settled.length; i++) {
        const clocked = settled[i];
        const opening = clocked && settle(clocked);
        if (opening) return opening.then(() => settleAll(settled.slice(i + 1)));
      }
      return undefined;
    },
    /** Takes the due facts of final events. */
    takeDues: (orgId: string): DueFactsRow[] => {
      const due = dues.get(orgId) ?? [];
      dues.delete(orgId);
      return due;
    },
    /** Rows of the events whose clock may still change. @param latest receives the entries as of the last of them */
    provisional: (latest: CaseEntryMap): Promise<Map<string, Gathered>> =>
      gather(clock.provisional(), final.staff, { latest, folding, tablesOf }),
  };
}
