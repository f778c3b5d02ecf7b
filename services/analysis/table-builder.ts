/**
 * Builds the tables of all organisations from the log: clock, then fold, then rows. It is given events in the order of the log
 * and commits when it is told to.
 */

import { caseFactsOf, erasedFacts } from '#events/analysis/case-facts.ts';
import { type ClockedEvent, createLogClock } from '#events/analysis/clock.ts';
import { evolveStaff, hoursOf, noStaff, type Staff } from '#events/analysis/staff.ts';
import {
  type CaseEntry,
  type FoldContext,
  type FoldedEvent,
  foldEvent,
} from '#events/analysis/table-fold.ts';
import { patientErasedBy } from '#events/case/erasing.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import { caseIdOfEvent, caseStream, caseStreamPrefix, isCaseEventType } from '#events/case/stream.ts';
import { createOpenTime } from '#events/desk/open-time.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { CaseEntries, FoldPoint } from './case-entries.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import type { PendingRows } from './pending-rows.ts';

/** Thrown for an event of a case that this version does not know: the tables would lack it from then on. */
export class UnknownEventType extends Error {
  constructor(type: string) {
    super(`the analysts' tables do not know the event ${type}`);
    this.name = 'UnknownEventType';
  }
}

export type BuilderDeps = {
  entries: CaseEntries;
  /** The log with personal parts readable, for the facts of submitted cases. */
  store: Pick<EventStore, 'read'>;
  /** Tables that exist. New ones are added. */
  organisations: Map<string, OrganisationTables>;
  /** Opens the tables of another organisation. */
  open: (orgId: string) => Promise<OrganisationTables>;
};

export type TableBuilder = {
  /** Position after which the builder wants events. */
  from: LogPosition;
  /**
   * Takes the next event. Returns a promise only where it has to be awaited: tables of another organisation are opened.
   * @throws Error for an event of a case that this version does not know
   */
  push(event: Recorded): Promise<void> | undefined;
  /** Writes what was pushed. Every event up to the last one is in the tables afterwards. */
  commit(): Promise<void>;
  /**
   * Saves what the fold keeps of cases, from which a restart goes on. Call it after a commit, before the next event. It costs
   * more than a commit of a few events, and a restart only folds again what came after it.
   */
  saveEntries(): void;
};

/** Open time of desks. Hours change seldom, so each desk's sums are kept until they do. */
function createDeskTimes(): FoldContext['openMs'] {
  type Times = { zone: string; week: unknown; days: unknown; between: ReturnType<typeof createOpenTime> };
  const desks = new Map<string, Times>();
  return (staff, orgId, from, to) => {
    const hours = hoursOf(staff, orgId);
    const known = desks.get(orgId);
    const isSame =
      known && known.zone === hours.zone && known.week === hours.week && known.days === hours.days;
    const times = isSame ? known : { ...hours, between: createOpenTime(hours) };
    if (!isSame) desks.set(orgId, times);
    return times.between(from, to);
  };
}

/** An event of a case as the fold takes it. @throws Error for an unknown type */
function foldedEvent({ event, clock }: ClockedEvent<Recorded>, staff: Staff): FoldedEvent {
  const { type, data } = recordOf('case', event);
  // Boundary: type and data belong together, which TypeScript forgets when both are taken from a union.
  const payload = { type, data } as Pick<FoldedEvent, 'type' | 'data'>;
  const { position, revision, by, at: happenedAt } = event;
  return { ...payload, caseId: caseIdOfEvent(event), position, revision, by, happenedAt, staff, clock };
}

/** Sections that have facts for analysts. */
const toldSections = ['patient', 'diagnosis', 'prescription'] as const satisfies readonly SectionName[];

/** Reads the sections as they were submitted: only the events with which they were last saved. */
async function submittedSections(store: BuilderDeps['store'], { caseId, saved }: Due) {
  const sections: Partial<Sections> = {};
  for (const section of toldSections) {
    const revision = saved[section];
    if (revision === undefined) continue;
    for await (const event of store.read(caseStream(caseId), { from: BigInt(revision), limit: 1 })) {
      const e = recordOf('case', event);
      if (e.type === 'SectionSaved') Object.assign(sections, e.personal.value);
    }
  }
  return sections;
}

/** A row of `case_facts` to be made: the case was submitted, or its patient erased. */
type Due = {
  caseId: string;
  position: LogPosition;
  day: string;
  isErased: boolean;
  saved: CaseEntry['sections'];
};

function dueOf({ type, caseId, position, happenedAt }: FoldedEvent, saved: Due['saved']): Due | undefined {
  const isErased = type === 'PatientErased';
  if (!isErased && type !== 'CaseSubmitted') return undefined;
  return { caseId, position, day: happenedAt.slice(0, 10), isErased, saved };
}

type Entries = { get(caseId: string): CaseEntry | undefined; set(caseId: string, entry: CaseEntry): void };

/** Entries as changed by provisional events, over the final ones. */
function overlayOf(entries: Pick<CaseEntries, 'get'>): Entries {
  const changed = new Map<string, CaseEntry>();
  return {
    get: caseId => changed.get(caseId) ?? entries.get(caseId),
    set: (caseId, entry) => void changed.set(caseId, entry),
  };
}

/** Folds an event into the entries. @returns its rows, and the organisation whose tables they are for */
function foldInto(into: Entries, event: FoldedEvent, openMs: FoldContext['openMs']) {
  const rootOf = (parentId: string) => into.get(parentId)?.trail.rootId ?? parentId;
  const before = event.type === 'CaseCreated' ? undefined : into.get(event.caseId);
  const step = foldEvent(before, event, { rootOf, openMs });
  if (!step) return undefined;
  into.set(event.caseId, step.entry);
  return { ...step, orgId: step.entry.trail.facts.servedBy };
}

type Step = NonNullable<ReturnType<typeof foldInto>>;

/** Adds rows of `case_facts`. Submissions of a patient who was erased since have none. */
async function addFacts(
  { dues, into }: { dues: readonly Due[]; into: PendingRows },
  store: BuilderDeps['store'],
  latest: Entries,
): Promise<void> {
  for (const due of dues) {
    const { caseId, position, day, isErased } = due;
    if (isErased) into.addFacts({ ...erasedFacts(caseId), position });
    else if (latest.get(caseId)?.trail.facts.erased !== true)
      into.addFacts({ ...caseFactsOf(caseId, await submittedSections(store, due), day), position });
  }
}

type Gathered = { rows: PendingRows; dues: Due[] };

const isOfCase = ({ stream }: Recorded) => stream.startsWith(caseStreamPrefix);

/** The fold of all organisations: their rows whose clock is final, and those behind them. */
function createTablesFold({ entries, organisations, open }: BuilderDeps, start: FoldPoint | undefined) {
  const clock = createLogClock<Recorded>(start);
  const openMs = createDeskTimes();
  /** The last event whose clock is final, and the staff as of it. */
  let final = { position: start?.position ?? START, staff: start?.staff ?? noStaff };
  const dues = new Map<string, Due[]>();
  const tablesOf = async (orgId: string): Promise<OrganisationTables> => {
    const tables = organisations.get(orgId) ?? (await open(orgId));
    organisations.set(orgId, tables);
    return tables;
  };
  const keep = (tables: OrganisationTables, { rows, entry, orgId }: Step, event: FoldedEvent) => {
    if (event.position <= tables.final()) return;
    tables.pending.add(rows, entry.trail);
    const due = dueOf(event, entry.sections);
    if (due) dues.set(orgId, [...(dues.get(orgId) ?? []), due]);
  };
  /** Folds a final event. */
  const settle = (clocked: ClockedEvent<Recorded>): Promise<void> | undefined => {
    const { position } = clocked.event;
    if (!isOfCase(clocked.event)) {
      final = { position, staff: evolveStaff(final.staff, clocked.event) };
      return undefined;
    }
    final.position = position;
    const event = foldedEvent(clocked, final.staff);
    const step = foldInto(entries, event, openMs);
    if (!step) return undefined;
    const tables = organisations.get(step.orgId);
    if (!tables) return tablesOf(step.orgId).then(opened => keep(opened, step, event));
    keep(tables, step, event);
    return undefined;
  };
  const settleAll = async (all: readonly ClockedEvent<Recorded>[]) => {
    for (const clocked of all) await settle(clocked);
  };
  return {
    point: () => ({ ...final, clock: clock.clock(), facts: clock.facts() }),
    push: (event: Recorded): Promise<void> | undefined => {
      if (isOfCase(event) && !isCaseEventType(event.type)) throw new UnknownEventType(event.type);
      const settled = clock.push(event);
      for (const [i, clocked] of settled.entries()) {
        const opening = settle(clocked);
        if (opening) return opening.then(() => settleAll(settled.slice(i + 1)));
      }
      return undefined;
    },
    /** Takes the due facts of final events. */
    takeDues: (orgId: string): Due[] => {
      const due = dues.get(orgId) ?? [];
      dues.delete(orgId);
      return due;
    },
    /** Rows of the events whose clock may still change. @param latest receives the entries as of the last of them */
    provisional: async (latest: Entries): Promise<Map<string, Gathered>> => {
      const gathered = new Map<string, Gathered>();
      let { staff } = final;
      for (const clocked of clock.provisional()) {
        if (!isOfCase(clocked.event)) {
          staff = evolveStaff(staff, clocked.event);
          continue;
        }
        const event = foldedEvent(clocked, staff);
        const step = foldInto(latest, event, openMs);
        if (!step) continue;
        const tables = await tablesOf(step.orgId);
        if (event.position <= tables.final()) continue;
        const own = gathered.get(step.orgId) ?? { rows: tables.emptyRows(), dues: [] };
        gathered.set(step.orgId, own);
        own.rows.add(step.rows, step.entry.trail);
        const due = dueOf(event, step.entry.sections);
        if (due) own.dues.push(due);
      }
      return gathered;
    },
  };
}

export function createTableBuilder(deps: BuilderDeps): TableBuilder {
  const { entries, store, organisations } = deps;
  const start = entries.restart();
  const fold = createTablesFold(deps, start);
  let read = start?.position ?? START;
  let erased: string[] = [];
  return {
    from: read,
    push: event => {
      read = event.position;
      if (patientErasedBy(event) !== undefined) erased.push(caseIdOfEvent(event));
      return fold.push(event);
    },
    commit: async () => {
      const latest = overlayOf(entries);
      const provisional = await fold.provisional(latest);
      const point = fold.point();
      for (const [orgId, tables] of organisations) {
        const own = provisional.get(orgId) ?? { rows: tables.emptyRows(), dues: [] };
        await addFacts({ dues: fold.takeDues(orgId), into: tables.pending }, store, latest);
        await addFacts({ dues: own.dues, into: own.rows }, store, latest);
        const isOwn = (caseId: string) => latest.get(caseId)?.trail.facts.servedBy === orgId;
        const now = { final: point.position, read, provisional: own.rows };
        await tables.commit({ ...now, erased: erased.filter(isOwn) });
      }
      erased = [];
    },
    saveEntries: () => {
      const { position, staff, clock, facts } = fold.point();
      const committed = [...organisations].map(([orgId, tables]) => [orgId, tables.final()] as const);
      entries.commit({ position, staff, clock, facts, organisations: new Map(committed) });
    },
  };
}
