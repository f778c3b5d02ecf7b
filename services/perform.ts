/**
 * Load, decide, append: the only way in which a case changes. A command that was done before (by its id) is answered
 * from what was stored, whatever has happened since; a lost race is decided again on what is there now.
 */
import { createHash } from 'node:crypto';
import { type CaseState, initial } from '#events/case/case.ts';
import type { Ctx, Upload } from '#events/case/decide.ts';
import {
  allow,
  attachFile,
  createCase,
  decide,
  type NamedAction,
  removeFile,
  saveSection,
} from '#events/case/decider.ts';
import type { SectionName } from '#events/case/sections.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseStreams } from './case-streams.ts';
import { type Clock, dayIn, isoNow } from './clock.ts';
import { caseIdOf, eventIdOf } from './command-ids.ts';
import { WrongRevision } from './eventstore/port.ts';
import { freeChildId, openRefinement } from './refinement.ts';

/** Finished uploads of a case, by id; those that are unknown, unfinished or another case's are left out. */
export type UploadLookup = (caseId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Upload>>;

export type Performed = {
  /** Position of the command's last event; of the log's end where nothing changed. */
  position: bigint;
  /** The state that the command led to (not what has become of it since, where it is repeated). */
  state: CaseState;
  /** False where nothing was to be said: a section saved as it was. */
  appended: boolean;
  /** True where the command had been done before: this is what was stored then. */
  repeated: boolean;
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
};

export type PerformDeps = {
  streams: CaseStreams;
  head: () => Promise<bigint>;
  directory: () => Directory | Promise<Directory>;
  uploads: UploadLookup;
  clock: Clock;
};

const ATTEMPTS = 3;
const DEFAULT_ZONE = 'Asia/Shanghai';

const digest = (words: readonly string[]) => createHash('sha256').update(words.join('\n')).digest('hex');

/** The ids of uploads that an action's input names. */
function namedUploads(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const fields: Record<string, unknown> = { ...input };
  return [fields.files, fields.photos, fields.xrays]
    .flatMap(list => (Array.isArray(list) ? list : []))
    .filter(id => typeof id === 'string')
    .slice(0, 100);
}

/** Whose case an asker may open. @throws Refusal notPermitted, badInput */
function ownerFor(viewer: Viewer, doctorId: string | undefined, directory: Directory): Person {
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

export function createPerform(deps: PerformDeps): Perform {
  const { streams, head, clock } = deps;

  const ctxFor = async (viewer: Viewer, state: CaseState, input: unknown, childId = ''): Promise<Ctx> => {
    const directory = await deps.directory();
    const ids = namedUploads(input);
    const uploads: ReadonlyMap<string, Upload> =
      ids.length > 0 ? await deps.uploads(state.caseId, ids) : new Map();
    const zone = directory.organisations.get(state.orgId)?.zone ?? DEFAULT_ZONE;
    return {
      viewer,
      now: isoNow(clock),
      // Few decisions ask for it, and a calendar is slow.
      get today() {
        return dayIn(zone, clock.now());
      },
      person: id => {
        const person = directory.people.get(id);
        return person && { id, position: person.position, orgId: person.orgId, active: !person.frozen };
      },
      upload: id => uploads.get(id),
      digest,
      childId,
    };
  };

  const answered = async (caseId: string, first: Recorded): Promise<Performed> => {
    // A command on a case that is there says one event; one that begins a case says several, all in one append.
    const state = await streams.stateAt(caseId, first.revision);
    return { position: first.position, state, appended: true, repeated: true };
  };

  const append = async (state: CaseState, events: CaseEvent[], viewer: Viewer, commandId: string) => {
    const stamp = { commandId, at: isoNow(clock), by: viewer.id, subject: await streams.subjectOf(state) };
    return { ...(await streams.append(state, events, stamp)), appended: true };
  };

  /** One try: what was stored, or what is decided now. */
  const once = async (viewer: Viewer, command: Command, decideNow: Decide): Promise<Performed> => {
    const { caseId, commandId } = command;
    const before = await streams.find(caseId, eventIdOf(commandId, 0));
    if (before) return answered(caseId, before);
    const state = await streams.load(caseId);
    const events = await decideNow(state);
    if (events.length === 0) return { position: await head(), state, appended: false, repeated: false };
    return append(state, events, viewer, commandId);
  };

  const change = async (viewer: Viewer, command: Command, decideNow: Decide): Promise<Performed> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return await once(viewer, command, decideNow);
      } catch (error) {
        if (error instanceof WrongRevision) continue;
        // The same command, sent twice at once: the other one may have been done while this one was being decided.
        const done =
          isRefusal(error) && (await streams.find(command.caseId, eventIdOf(command.commandId, 0)));
        if (!done) throw error;
        return answered(command.caseId, done);
      }
    }
    throw new Refusal('busy');
  };

  const refine = async (viewer: Viewer, command: Command, input: unknown) => {
    const openedId = eventIdOf(command.commandId, 0);
    const done = await change(viewer, command, async state => {
      allow(state, 'refine', { viewer });
      const childId = await freeChildId(streams, openedId);
      return decide(state, 'refine', input, await ctxFor(viewer, state, input, childId));
    });
    await openRefinement(streams, done.state, { id: openedId, at: done.state.updatedAt, by: viewer.id });
    return done;
  };

  return {
    perform: async (viewer, { action, input, ...command }) => {
      const readable = (state: CaseState) => {
        allow(state, action, { viewer });
        if (isRefusal(input)) throw input;
      };
      if (action === 'refine' && !isRefusal(input)) return refine(viewer, command, input);
      return change(viewer, command, async state => {
        readable(state);
        return decide(state, action, input, await ctxFor(viewer, state, input));
      });
    },
    createCase: async (viewer, { commandId, doctorId }) => {
      const directory = await deps.directory();
      const owner = ownerFor(viewer, doctorId, directory);
      const servedBy = directory.organisations.get(owner.orgId)?.servedBy ?? owner.orgId;
      for (let attempt = 0; ; attempt++) {
        const state = { ...initial, caseId: caseIdOf(commandId, attempt) };
        const facts = {
          caseId: state.caseId,
          ownerId: owner.id,
          orgId: owner.orgId,
          servedBy,
          parentId: null,
        };
        try {
          return await append(state, createCase(facts), viewer, commandId);
        } catch (error) {
          // Somebody else's case has this id: the next one.
          if (!(error instanceof WrongRevision)) throw error;
        }
      }
    },
    saveSection: (viewer, { section, value, ifRevision, ...command }) =>
      change(viewer, command, async state => {
        allow(state, 'edit', { viewer });
        if (isRefusal(value)) throw value;
        const stale = ifRevision !== undefined && (state.saved[section]?.revision ?? 0) > ifRevision;
        if (stale) throw staleSection(state, section, value);
        return saveSection(state, section, value, await ctxFor(viewer, state, undefined));
      }),
    attach: (viewer, { upload, ...command }) =>
      change(viewer, command, async state => attachFile(state, upload, { viewer })),
    removeFile: (viewer, { fileId, ...command }) =>
      change(viewer, command, async state => removeFile(state, fileId, { viewer })),
  };
}

type Decide = (state: CaseState) => Promise<CaseEvent[]>;

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
