/**
 * Load, decide, append: the only way in which a case changes. A command that was done before (by its id) is answered
 * from what was stored, whatever has happened since; a lost race is decided again on what is there now.
 */
import { type CaseState, initial } from '#events/case/case.ts';
import type { Upload } from '#events/case/decide.ts';
import {
  allow,
  attachFile,
  createCase,
  decide,
  erasePatient,
  moveFile,
  type NamedAction,
  removeFile,
  saveSection,
} from '#events/case/decider.ts';
import { systemViewer } from '#events/case/may.ts';
import type { SectionName } from '#events/case/sections.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { isoNow } from '../clock/clock.ts';
import { createLocks } from '../concurrency/mutex.ts';
import { WrongRevision } from '../eventstore/port.ts';
import type { CaseStreams } from './case-streams.ts';
import { caseIdOf, erasureIdOf, eventIdOf } from './command-ids.ts';
import { ctxFor, type World } from './decision.ts';
import { freeChildId, openRefinement } from './refinement.ts';

export type { UploadLookup } from './decision.ts';

export type Performed = {
  /** Position of the command's last event; of the log's end where nothing changed. */
  position: bigint;
  /** The state that the command led to (not what has become of it since, where it is repeated). */
  state: CaseState;
  /** False where nothing was to be said: a section saved as it was. */
  appended: boolean;
  /** True where the command had been done before: this is what was stored then. */
  repeated: boolean;
  /** True where this call itself had sent it before it was found: its own answer was lost. */
  tried?: boolean;
};

type Command = { caseId: string; commandId: string };

export type Perform = {
  /** An action by its name. `input` may be the refusal of a body that could not be read: it is thrown in its turn. */
  perform(viewer: Viewer, command: Command & { action: NamedAction; input: unknown }): Promise<Performed>;
  /** A new draft, for a doctor (`doctorId`: the one whom an assistant serves). */
  createCase(viewer: Viewer, command: { commandId: string; doctorId?: string }): Promise<Performed>;
  /** `ifRevision`: the revision that the value was read at; a later save of the section refuses. */
  saveSection(
    viewer: Viewer,
    command: Command & { section: SectionName; value: unknown; ifRevision?: number },
  ): Promise<Performed>;
  attach(viewer: Viewer, command: Command & { upload: Upload }): Promise<Performed>;
  removeFile(viewer: Viewer, command: Command & { fileId: string }): Promise<Performed>;
  /** Ends what is known of a patient in one of the patient's cases, as an operator asks for it; again is no error. */
  erasePatient(command: { caseId: string; patient: string }): Promise<Performed>;
  /** `input` as perform has it. */
  moveFile(viewer: Viewer, command: Command & { fileId: string; input: unknown }): Promise<Performed>;
};

export type PerformDeps = World & { streams: CaseStreams; head: () => Promise<bigint> };

const ATTEMPTS = 3;

/**
 * The doctor for whom this person acts: whose case is opened, whose presets and addresses are used.
 * @throws Refusal notPermitted, badInput
 */
export function ownerFor(viewer: Viewer, doctorId: string | undefined, directory: Directory): Person {
  const own = viewer.position === 'Doctor' || viewer.position === 'Designer';
  if (!own && viewer.position !== 'Assistant') throw new Refusal('notPermitted');
  const choices = own ? [viewer.id] : viewer.serves;
  const id = doctorId ?? (choices.length === 1 ? choices[0] : undefined);
  if (id === undefined)
    throw badField('doctorId', choices.length === 0 ? 'doctor-unknown' : 'doctor-required');
  const owner = choices.includes(id) ? directory.people.get(id) : undefined;
  if (!owner) throw badField('doctorId', 'doctor-unknown');
  return owner;
}

type Decide = (state: CaseState) => Promise<CaseEvent[]>;

/** `append`: this call has sent events of the command; what is found of it may be its own, whose answer was lost. */
type Tried = { append: boolean };

/** The answer to a command that is in the log; `first` is its first event. */
async function answered(
  { streams }: PerformDeps,
  caseId: string,
  first: Recorded,
  tried: Tried,
): Promise<Performed> {
  // A command on a case that is there says one event; one that begins a case says several, all in one append.
  const state = await streams.stateAt(caseId, first.revision);
  return { position: first.position, state, appended: true, repeated: true, tried: tried.append };
}

async function append(
  { streams, clock }: PerformDeps,
  state: CaseState,
  events: CaseEvent[],
  { viewer, commandId }: { viewer: Viewer; commandId: string },
): Promise<Performed> {
  const stamp = { commandId, at: isoNow(clock), by: viewer.id, subject: await streams.subjectOf(state) };
  return { ...(await streams.append(state, events, stamp)), appended: true };
}

/** One try: what was stored, or what is decided now. */
async function once(
  deps: PerformDeps,
  viewer: Viewer,
  command: Command,
  decideNow: Decide,
  tried: Tried,
): Promise<Performed> {
  const { caseId, commandId } = command;
  // Side by side: a log elsewhere is a round trip away.
  const looks = [deps.streams.find(caseId, eventIdOf(commandId, 0)), deps.streams.load(caseId)] as const;
  const [before, state] = await Promise.all(looks);
  if (before) return answered(deps, caseId, before, tried);
  const events = await decideNow(state);
  if (events.length > 0) {
    tried.append = true;
    return append(deps, state, events, { viewer, commandId });
  }
  return { position: await deps.head(), state, appended: false, repeated: false };
}

async function change(
  deps: PerformDeps,
  viewer: Viewer,
  command: Command,
  decideNow: Decide,
): Promise<Performed> {
  const tried = { append: false };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await once(deps, viewer, command, decideNow, tried);
    } catch (error) {
      if (error instanceof WrongRevision) continue;
      // The same command, sent twice at once: the other one may have been done while this one was being decided. Or its
      // own append has come through, and the answer was lost.
      const { caseId, commandId } = command;
      const done = isRefusal(error) && (await deps.streams.find(caseId, eventIdOf(commandId, 0)));
      if (!done) throw error;
      return answered(deps, caseId, done, tried);
    }
  }
  throw new Refusal('busy');
}

/** The parent first, with the child's id in its event; then the child, whose ids follow from that event. */
async function refine(
  deps: PerformDeps,
  viewer: Viewer,
  command: Command,
  input: unknown,
): Promise<Performed> {
  const { streams } = deps;
  const openedId = eventIdOf(command.commandId, 0);
  const done = await change(deps, viewer, command, async state => {
    allow(state, 'refine', { viewer });
    if (isRefusal(input)) throw input;
    const childId = await freeChildId(streams, openedId);
    return decide(state, 'refine', input, await ctxFor(deps, viewer, state, { input, childId }));
  });
  await openRefinement(streams, done.state, { id: openedId, at: done.state.updatedAt, by: viewer.id });
  return done;
}

type Act = Parameters<Perform['perform']>[1];

function act(deps: PerformDeps, viewer: Viewer, { action, input, ...command }: Act): Promise<Performed> {
  if (action === 'refine') return refine(deps, viewer, command, input);
  return change(deps, viewer, command, async state => {
    allow(state, action, { viewer });
    if (isRefusal(input)) throw input;
    return decide(state, action, input, await ctxFor(deps, viewer, state, { input }));
  });
}

type Create = Parameters<Perform['createCase']>[1];

async function create(
  deps: PerformDeps,
  viewer: Viewer,
  { commandId, doctorId }: Create,
): Promise<Performed> {
  const directory = await deps.directory();
  const owner = ownerFor(viewer, doctorId, directory);
  const servedBy = directory.organisations.get(owner.orgId)?.servedBy ?? owner.orgId;
  for (let attempt = 0; ; attempt++) {
    const state = { ...initial, caseId: caseIdOf(commandId, attempt) };
    const facts = { caseId: state.caseId, ownerId: owner.id, orgId: owner.orgId, servedBy, parentId: null };
    try {
      return await append(deps, state, createCase(facts), { viewer, commandId });
    } catch (error) {
      // Somebody else's case has this id: the next one.
      if (!(error instanceof WrongRevision)) throw error;
    }
  }
}

type Save = Parameters<Perform['saveSection']>[1];

function save(
  deps: PerformDeps,
  viewer: Viewer,
  { section, value, ifRevision, ...command }: Save,
): Promise<Performed> {
  return change(deps, viewer, command, async state => {
    allow(state, 'edit', { viewer });
    if (isRefusal(value)) throw value;
    const stale = ifRevision !== undefined && (state.saved[section]?.revision ?? 0) > ifRevision;
    if (stale) throw staleSection(state, section, value);
    return saveSection(state, section, value, await ctxFor(deps, viewer, state));
  });
}

export function createPerform(deps: PerformDeps): Perform {
  // One after the other on each case: eight photos that end together would lose each other's races.
  const turns = createLocks();
  const inTurn =
    <C extends Command>(act: (viewer: Viewer, command: C) => Promise<Performed>) =>
    (viewer: Viewer, command: C) =>
      turns.hold(command.caseId, () => act(viewer, command));
  return {
    createCase: (viewer, command) => create(deps, viewer, command),
    perform: inTurn((viewer, command) => act(deps, viewer, command)),
    saveSection: inTurn((viewer, command) => save(deps, viewer, command)),
    attach: inTurn((viewer, { upload, ...command }) =>
      change(deps, viewer, command, async state => attachFile(state, upload, { viewer })),
    ),
    removeFile: inTurn((viewer, { fileId, ...command }) =>
      change(deps, viewer, command, async state => removeFile(state, fileId, { viewer })),
    ),
    erasePatient: ({ caseId, patient }) =>
      turns.hold(caseId, () =>
        change(deps, systemViewer, { caseId, commandId: erasureIdOf(caseId) }, async state =>
          erasePatient(state, patient),
        ),
      ),
    moveFile: inTurn((viewer, { fileId, input, ...command }) =>
      change(deps, viewer, command, async state => {
        allow(state, 'edit', { viewer });
        if (isRefusal(input)) throw input;
        return moveFile(state, fileId, input, { viewer });
      }),
    ),
  };
}

/** Both values, so that whoever was second can put them together. */
function staleSection(state: CaseState, section: SectionName, value: unknown): Refusal {
  return new Refusal('staleSection', {
    section,
    yours: value,
    theirs: state.sections[section],
    savedBy: state.saved[section]?.by,
    savedAt: state.saved[section]?.at,
    etag: `"${state.saved[section]?.revision ?? 0}"`,
    issues: [{ path: section, issue: 'stale' }],
  });
}
