/** One run of building the analysts' tables: from where they end, events are folded and committed until its signal. */
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import { collectBatches } from '../concurrency/batching.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { HeldLease } from '../vault/held-lease.ts';
import type { CaseEntries } from './case-entries.ts';
import { type CommitDelay, MAX_COMMIT_DELAY_MS } from './commit-delay.ts';
import { type OpenOrganisationTablesDeps, openOrganisationTables } from './open-organisation.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import { MIN_SEALED_SEGMENT_ROWS } from './segments.ts';
import { createTableBuilder, type TableBuilder, type TableBuilderDeps } from './table-builder.ts';
import { createTurnPace } from './turn-pace.ts';

export type BuildRunDeps = Omit<OpenOrganisationTablesDeps, 'logId' | 'head' | 'holder' | 'onStep'> &
  Pick<TableBuilderDeps, 'store' | 'openSealed'> & {
    /** The log with personal parts sealed. */
    sealedLog: Pick<EventStore, 'id' | 'subscribeBatches' | 'head'>;
    timers: RepeatingTimers;
    /** Milliseconds of a rest after a turn (turn-pace.ts). Default 4: requests have the thread four fifths of the time. */
    restMs?: number;
    /** Milliseconds for which events are collected before they are committed. Default 1,000. */
    lingerMs?: number;
    /** Most events of a commit. Default: those of a sealed segment, so that most events of a build are written once. */
    commitEvents?: number;
    /** Events after which a commit saves the entries of cases too. Default: 1,000 at the head, a million in a backlog. */
    saveEvents?: number;
    /** Tests end the process here, by an error. */
    onStep?: OpenOrganisationTablesDeps['onStep'];
  };

export type BuildRun = {
  signal: AbortSignal;
  linger: CommitDelay;
  holding: HeldLease;
  onCommit: (position: LogPosition) => Promise<void>;
};

const REST_MS = 4;
/** Events read at once. */
const SLICE = 256;
const SAVE_EVENTS = 1_000;
const SAVE_BACKLOG = 1_000_000;
/** Maximum age in ms of new events. Older ones are a backlog. */
const NEWS_MS = 10_000;

/** Opens the tables of every organisation that has some, and goes on where they end. */
export async function openBuilder(
  deps: BuildRunDeps,
  holder: string,
  { entries, organisations }: { entries: CaseEntries; organisations: Map<string, OrganisationTables> },
): Promise<TableBuilder> {
  const { sealedLog, onStep = () => undefined } = deps;
  const head = await sealedLog.head();
  const own = { ...deps, logId: sealedLog.id, head, holder, onStep };
  const open = (orgId: string) => openOrganisationTables(own, orgId);
  for (const orgId of await deps.tableStore.organisations()) organisations.set(orgId, await open(orgId));
  const point = entries.restart();
  // Tables that were removed or emptied lack events that the entries contain.
  const lacks = [...(point?.organisations ?? [])].some(
    ([orgId, final]) => (organisations.get(orgId)?.final() ?? START) < final,
  );
  if (lacks || (point && point.position > head)) entries.clear();
  return createTableBuilder({ ...deps, entries, organisations, open });
}

/** The events after a position in small slices. A slice that is not full was held back a moment for more events. */
function slicesAfter(
  { sealedLog }: BuildRunDeps,
  from: LogPosition,
  { signal, linger }: BuildRun,
): AsyncGenerator<Recorded[]> {
  const batches = sealedLog.subscribeBatches(from, { signal, size: SLICE });
  const limits = { size: SLICE, bytes: SLICE, bytesOf: () => 1, linger: () => linger.over(signal) };
  return collectBatches(batches, limits);
}

/** Decides when folded events are committed and saved: new ones soon, a backlog in large pieces. */
function createCommitPace({
  clock,
  sealedLog,
  lingerMs = MAX_COMMIT_DELAY_MS,
  commitEvents = MIN_SEALED_SEGMENT_ROWS,
  saveEvents,
}: BuildRunDeps) {
  let pending = { since: 0, events: 0 };
  let unsaved = 0;
  let isAtHead = false;
  return {
    isCommitDue: async (slice: readonly Recorded[]): Promise<boolean> => {
      const now = clock.now();
      if (pending.events === 0) pending.since = now;
      pending.events += slice.length;
      const last = slice.at(-1);
      isAtHead = !last || slice.length < SLICE || last.position >= (await sealedLog.head());
      const isNews = last !== undefined && now - Date.parse(last.at) < NEWS_MS;
      return isAtHead || pending.events >= commitEvents || (isNews && now - pending.since >= lingerMs);
    },
    /** Whether the entries are saved after the commit that is due. */
    isSaveDue: (): boolean => {
      unsaved += pending.events;
      pending = { since: 0, events: 0 };
      if (unsaved < (saveEvents ?? (isAtHead ? SAVE_EVENTS : SAVE_BACKLOG))) return false;
      unsaved = 0;
      return true;
    },
  };
}

/** Folds and commits the events after the builder's position until the signal. */
export async function build(deps: BuildRunDeps, builder: TableBuilder, run: BuildRun): Promise<void> {
  const { signal, linger, holding, onCommit } = run;
  const pace = createCommitPace(deps);
  const afterItem = createTurnPace({ timers: deps.timers, restMs: deps.restMs ?? REST_MS, signal });
  for await (const slice of slicesAfter(deps, builder.from, run)) {
    for (const event of slice) {
      const opening = builder.push(event);
      if (opening) await opening;
      const rest = afterItem();
      if (rest) await rest;
    }
    if (signal.aborted) return;
    await builder.readFacts();
    if (!(await pace.isCommitDue(slice))) continue;
    if (!(await holding.holds())) return;
    const isSaving = pace.isSaveDue();
    await linger.whileCommitting(() => builder.commit(isSaving, afterItem));
    if (isSaving) await builder.saveEntries(afterItem);
    deps.onStep?.('entries');
    await onCommit(slice.at(-1)?.position ?? builder.from);
  }
}
