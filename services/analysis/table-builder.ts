/**
 * Builds the tables of all organisations from the log: clock, then fold, then rows. The caller gives it events in the order of the
 * log and decides when it commits.
 */
import { caseFactsOf, factsOfErasedCase } from '#events/analysis/case-facts.ts';
import { patientErasedBy } from '#events/case/erasing.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import { caseIdOfEvent, caseStreamOf } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { PendingRows } from './pending-rows.ts';
import { createSealedSections, type OpenSealedPart, type SealedSections } from './sealed-sections.ts';
import {
  type CaseEntryMap,
  createTablesFold,
  type DueFactsRow,
  overlayCaseEntries,
  type TablesFoldDeps,
} from './tables-fold.ts';
import type { AfterItem } from './turn-pace.ts';

export type TableBuilderDeps = TablesFoldDeps & {
  /** The log with personal parts readable, for the facts of submitted cases. */
  store: Pick<EventStore, 'read'>;
  /** Default: sections are read from that log. */
  openSealed?: OpenSealedPart;
};

export type TableBuilder = {
  /** The builder needs the events after this position. */
  from: LogPosition;
  /**
   * Takes the next event. Returns a promise only where it has to be awaited: tables of another organisation are opened.
   * @throws Error for an event of a case that this version does not know
   */
  push(event: Recorded): Promise<void> | undefined;
  /** Reads the facts of the submissions that were pushed: soon, because the log's pages with them are still in memory. */
  readFacts(): Promise<void>;
  /**
   * Writes the pushed events. Afterwards the tables have every event up to the last one.
   * @param isSealing writes final rows into segments also where the tails have them already
   */
  commit(isSealing: boolean, afterItem: AfterItem): Promise<void>;
  /**
   * Saves what the fold keeps of cases, from which a restart goes on. Call it after a sealing commit, before the next event. It costs
   * more than a commit of a few events, and a restart only folds again what came after it.
   */
  saveEntries(afterItem: AfterItem): Promise<void>;
};

/** Sections that have facts for analysts. */
const toldSections = ['patient', 'diagnosis', 'prescription'] as const satisfies readonly SectionName[];

type SectionsDeps = Pick<TableBuilderDeps, 'store' | 'openSealed'> & { sealed: SealedSections };

/** Opens the events with which sections were last saved, if they are kept. */
async function openedEvents(
  { sealed, openSealed }: SectionsDeps,
  caseId: string,
  revisions: readonly number[],
): Promise<Recorded[] | undefined> {
  const kept = sealed.take(caseStreamOf(caseId), revisions);
  if (!openSealed || !kept) return undefined;
  for (const event of kept) await openSealed(event);
  return kept.some(event => event.erased) ? undefined : kept;
}

/** Reads these events, which are mostly neighbours, in one read. */
const readEvents = ({ store }: SectionsDeps, caseId: string, revisions: readonly number[]) => {
  const [first, last] = [Math.min(...revisions), Math.max(...revisions)];
  return Array.fromAsync(store.read(caseStreamOf(caseId), { from: BigInt(first), limit: last - first + 1 }));
};

/** Returns the sections as they were submitted. */
async function submittedSections(deps: SectionsDeps, { caseId, saved }: DueFactsRow) {
  const sections: Partial<Sections> = {};
  const revisions = toldSections.flatMap(section => saved[section] ?? []);
  if (revisions.length === 0) return sections;
  const events = (await openedEvents(deps, caseId, revisions)) ?? (await readEvents(deps, caseId, revisions));
  for (const event of events) {
    const e = recordOf('case', event);
    if (e.type === 'SectionSaved' && revisions.includes(e.revision))
      Object.assign(sections, e.personal.value);
  }
  return sections;
}

/** Adds rows of `case_facts`. Submissions of a patient who was erased since have none; a commit drops those of one erased later. */
async function addFacts(
  { dues, into }: { dues: readonly DueFactsRow[]; into: PendingRows },
  deps: SectionsDeps,
  latest: CaseEntryMap,
): Promise<void> {
  for (const due of dues) {
    const { caseId, position, day, isErased } = due;
    if (isErased) into.addFacts({ ...factsOfErasedCase(caseId), position });
    else if (latest.get(caseStreamOf(caseId))?.trail.facts.erased !== true)
      into.addFacts({ ...caseFactsOf(caseId, await submittedSections(deps, due), day), position });
  }
}

export function createTableBuilder(deps: TableBuilderDeps): TableBuilder {
  const { entries, organisations } = deps;
  const reading: SectionsDeps = { ...deps, sealed: createSealedSections(toldSections) };
  const start = entries.restart();
  const fold = createTablesFold(deps, start);
  let read = start?.position ?? START;
  let erased: string[] = [];
  const readFacts = async () => {
    for (const [orgId, tables] of organisations)
      await addFacts({ dues: fold.takeDues(orgId), into: tables.pending }, reading, entries);
  };
  return {
    from: read,
    push: event => {
      read = event.position;
      if (deps.openSealed) reading.sealed.keep(event);
      if (patientErasedBy(event) !== undefined) erased.push(caseIdOfEvent(event));
      return fold.push(event);
    },
    readFacts,
    commit: async (isSealing, afterItem) => {
      await readFacts();
      const latest = overlayCaseEntries(entries);
      const provisional = await fold.provisional(latest);
      const point = fold.point();
      for (const [orgId, tables] of organisations) {
        const own = provisional.get(orgId) ?? { rows: tables.emptyRows(), dues: [] };
        await addFacts({ dues: own.dues, into: own.rows }, reading, latest);
        const isOwn = (caseId: string) => latest.get(caseStreamOf(caseId))?.trail.facts.servedBy === orgId;
        const now = { final: point.position, read, provisional: own.rows, isSealing, afterItem };
        await tables.commit({ ...now, erased: erased.filter(isOwn) });
      }
      erased = [];
    },
    saveEntries: async afterItem => {
      const { position, staff, clock, facts } = fold.point();
      const committed = [...organisations].map(([orgId, tables]) => [orgId, tables.final()] as const);
      const reached = { position, staff, clock, facts, organisations: new Map(committed) };
      await entries.commit(reached, afterItem);
    },
  };
}
