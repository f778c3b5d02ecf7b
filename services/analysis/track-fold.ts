/**
 * Folds the log into the tracks of all organisations, and writes a file for each month that is over. Goes on after the
 * last month that has files. Each node follows for itself, as for its rows: the log decides every byte, so that no lease
 * is needed.
 */
import {
  addDeviation,
  type ClockDeviations,
  type ClockedEvent,
  createLogClock,
  noDeviations,
} from '#events/analysis/clock.ts';
import { nextMonth, trackFileMonthAt } from '#events/analysis/months.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import type { DurableFolder } from './durable-folder.ts';
import {
  type ClockedCaseEvent,
  createOrganisationTrack,
  type OrganisationTrack,
  type TrackMonth,
} from './organisation-track.ts';
import type { Pseudonyms } from './pseudonym.ts';
import type { FindPseudonym } from './tables.ts';
import { casesAtEnd, makeTrackFile, openTrackFile, readTrackFile } from './track-file.ts';
import {
  readTrackManifest,
  type TrackManifest,
  trackFileName,
  writeTrackManifest,
} from './track-manifest.ts';

type FoldDeps = { folder: DurableFolder; pseudonyms: Pseudonyms };

/** `first`: clock of the first event in ms. `months`: hash of each month's file. `dated`: number of its events whose own time differs from the clock. */
type Organisation = {
  track: OrganisationTrack;
  first: number;
  months: Map<string, string>;
  dated: ClockDeviations;
};
type Clocked = ClockedEvent<Recorded>;

const caseEventOf = ({ event, clock }: Clocked): ClockedCaseEvent => {
  const { type, data } = recordOf('case', event);
  // Cast: the type and its data belong together, which TypeScript does not follow through the split.
  return { type, data, caseId: caseIdOfEvent(event), position: event.position, clock } as ClockedCaseEvent;
};
const isOfCase = ({ event }: Clocked) => event.stream.startsWith(caseStreamPrefix);

type Organisations = {
  organisations: Map<string, Organisation>;
  /** The organisation that serves each case. */
  organisationOf: Map<string, string>;
};

/** What the manifest's months leave: the state at their end. Without a manifest: the state before the first event. */
async function resume(
  manifest: TrackManifest | undefined,
  { folder, pseudonyms }: FoldDeps,
): Promise<Organisations> {
  const organisations = new Map<string, Organisation>();
  const organisationOf = new Map<string, string>();
  for (const [orgId, { first, months, dated }] of Object.entries(manifest?.organisations ?? {})) {
    const through = manifest?.through ?? '';
    const file = await readTrackFile(folder, trackFileName(orgId, through), months[through] ?? '');
    const begun = casesAtEnd(await openTrackFile(file));
    for (const caseId of begun.cases.keys()) organisationOf.set(caseId, orgId);
    const track = createOrganisationTrack(await pseudonyms.of(orgId), begun);
    organisations.set(orgId, { track, first, months: new Map(Object.entries(months)), dated });
  }
  return { organisations, organisationOf };
}

/** Writes the files of a month that is over. Resolves once they are durable. */
async function writeMonth(
  { organisations }: Organisations,
  folder: DurableFolder,
  month: string,
): Promise<void> {
  for (const [orgId, { track, months }] of organisations) {
    const file = await makeTrackFile(track.month(month, [], true));
    await folder.write(trackFileName(orgId, month), file.zipped);
    months.set(month, file.hash);
    track.closeMonth();
  }
}

const summaryOf = ({ organisations }: Organisations): TrackManifest['organisations'] =>
  Object.fromEntries(
    [...organisations].map(([orgId, { first, months, dated }]) => [
      orgId,
      { first, months: Object.fromEntries(months), dated },
    ]),
  );

/** The organisation that serves an event's case; undefined for the last events of a deleted draft. */
const organisationIdOf = ({ caseId, data }: ClockedCaseEvent, known: ReadonlyMap<string, string>) =>
  'servedBy' in data ? data.servedBy : known.get(caseId);

type Folded = {
  event: ClockedCaseEvent;
  /** Time that the event says itself, in ms. */
  at: number;
  orgId: string;
};

function foldCase(
  { organisations, organisationOf }: Organisations,
  { event, at, orgId }: Folded,
  pseudonym: FindPseudonym,
): void {
  const known = organisations.get(orgId) ?? {
    track: createOrganisationTrack(pseudonym),
    first: event.clock,
    months: new Map<string, string>(),
    dated: noDeviations,
  };
  known.dated = addDeviation(known.dated, at, event.clock);
  organisations.set(orgId, known);
  organisationOf.set(event.caseId, orgId);
  known.track.push(event);
}

/** The events of one organisation's cases. */
function eventsOf(
  orgId: string,
  open: readonly Clocked[],
  { organisationOf }: Organisations,
): ClockedCaseEvent[] {
  const created = new Map<string, string>();
  return open.filter(isOfCase).flatMap(settled => {
    const event = caseEventOf(settled);
    const servedBy = organisationIdOf(event, organisationOf) ?? created.get(event.caseId);
    if (servedBy !== undefined) created.set(event.caseId, servedBy);
    return servedBy === orgId ? [event] : [];
  });
}

export type TrackView = {
  /** Clock of the organisation's first event, and of the last event of the log, in ms. */
  first: number;
  last: number;
  /** Events of the organisation whose own time differs from the clock, without those among the last 100 of the log. */
  dated: ClockDeviations;
  /** Hash of the file of each month that has one. */
  hashes: ReadonlyMap<string, string>;
  /** Names the content of the months without a file. */
  version: () => string;
  /** The content of a month without a file. */
  month: (month: string) => TrackMonth;
};

export type TrackFold = Awaited<ReturnType<typeof openTrackFold>>;

/** Opens the fold after the months that have files. @throws TrackFileDamagedError, UnreadableTrackError */
export async function openTrackFold(deps: FoldDeps) {
  const { folder, pseudonyms } = deps;
  const manifest = await readTrackManifest(folder);
  const all = await resume(manifest, deps);
  const start = manifest && { clock: manifest.clock, facts: noDeviations };
  const clock = createLogClock<Recorded>(start);
  let openMonth = manifest && nextMonth(manifest.through);
  /** Position and clock of the last event folded, and the position of the last one read. */
  let folded = { position: toLogPosition(manifest?.position ?? START), clock: manifest?.clock ?? 0 };
  let read: LogPosition = folded.position;
  /** Final events that are not folded, because a month is being written. */
  const unfolded: Clocked[] = [];
  const settle = async (settled: Clocked) => {
    const month = trackFileMonthAt(settled.clock);
    for (openMonth ??= month; openMonth < month; openMonth = nextMonth(openMonth)) {
      await writeMonth(all, folder, openMonth);
      const at = { position: String(folded.position), clock: folded.clock };
      await writeTrackManifest(folder, { through: openMonth, ...at, organisations: summaryOf(all) });
    }
    const event = isOfCase(settled) ? caseEventOf(settled) : undefined;
    const orgId = event && organisationIdOf(event, all.organisationOf);
    const at = Date.parse(settled.event.at);
    if (event && orgId !== undefined) foldCase(all, { event, at, orgId }, await pseudonyms.of(orgId));
    unfolded.shift();
    folded = { position: settled.event.position, clock: settled.clock };
  };
  return {
    /** Position of the last event read. */
    position: (): LogPosition => read,
    /** Folds the next event of the log. Its clock and that of the 99 before it are not final then. */
    async push(event: Recorded): Promise<void> {
      unfolded.push(...clock.push(event));
      for (let next = unfolded[0]; next; next = unfolded[0]) await settle(next);
      read = event.position;
    },
    /**
     * The months of an organisation as of the last event read; undefined before its first case. Trap: use it before
     * anything is awaited, because the next event changes it.
     */
    view(orgId: string, pseudonym: FindPseudonym): TrackView | undefined {
      const open = [...unfolded, ...clock.provisional()];
      const own = eventsOf(orgId, open, all);
      const known = all.organisations.get(orgId);
      const first = known?.first ?? own[0]?.clock;
      if (first === undefined) return undefined;
      const last = open.at(-1)?.clock ?? folded.clock;
      const track = known?.track ?? createOrganisationTrack(pseudonym);
      return {
        first,
        last,
        dated: known?.dated ?? noDeviations,
        hashes: known?.months ?? new Map(),
        version: () => `${track.version(own)} ${trackFileMonthAt(last)}`,
        // The last month ends with its last change, because events of other organisations must not show.
        month: month => track.month(month, own, month < trackFileMonthAt(last)),
      };
    },
    /** Clock of the last event in ms; undefined for an empty log. */
    clock: (): number | undefined =>
      clock.provisional().at(-1)?.clock ?? (folded.position > START ? folded.clock : undefined),
  };
}
