/** Commands on cases and their decisions. The command handler stores them. */

import type { Upload } from '#events/case/action-definition.ts';
import type { CaseState } from '#events/case/case.ts';
import {
  assertActionAllowed,
  attachFile,
  type CaseHandOver,
  createCase,
  decide,
  erasePatient,
  handOverCase,
  moveFile,
  type NamedAction,
  removeFile,
  saveSection,
} from '#events/case/decider.ts';
import { systemViewer } from '#events/case/permissions.ts';
import type { SectionName } from '#events/case/sections.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import { viewerNow } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseStreams } from './case-streams.ts';
import { caseIdOfCommand, erasureIdOf, eventIdOf } from './command-ids.ts';
import { type DecisionDeps, loadDecisionContext } from './decision.ts';
import type { CommandKey, CommandResult } from './handler.ts';
import { createRefinementCase, findFreeRefinementId } from './refinement.ts';

export type { UploadLookup } from './decision.ts';

type Performed = CommandResult<CaseState>;
type Command = CommandKey & { caseId: string };

export type CaseCommands = {
  /**
   * Runs an action by its name. `input` may be the refusal of an unreadable body, which is thrown
   * after the checks of rights.
   */
  perform(viewer: Viewer, command: Command & { action: NamedAction; input: unknown }): Promise<Performed>;
  /** Creates a draft for a doctor. `doctorId`: the doctor whom an assistant serves. */
  createCase(viewer: Viewer, command: CommandKey & { doctorId?: string }): Promise<Performed>;
  /** `ifRevision`: revision at which the value was read. A later save of the section causes a refusal. */
  saveSection(
    viewer: Viewer,
    command: Command & { section: SectionName; value: unknown; ifRevision?: number },
  ): Promise<Performed>;
  attach(viewer: Viewer, command: Command & { upload: Upload }): Promise<Performed>;
  removeFile(viewer: Viewer, command: Command & { fileId: string }): Promise<Performed>;
  /** Records a new owner that the directory has decided. Does nothing if the owner is no longer `from`. */
  handOver(command: Command & CaseHandOver & { by: string; cause: string }): Promise<Performed>;
  /** Erases a patient in one of the patient's cases, at an operator's request. Idempotent. */
  erasePatient(command: { caseId: string; patient: string }): Promise<Performed>;
  /** Moves a file to another slot. `input` may be the refusal of an unreadable body. */
  moveFile(viewer: Viewer, command: Command & { fileId: string; input: unknown }): Promise<Performed>;
};

export type CaseCommandsDeps = DecisionDeps & { streams: CaseStreams };

/**
 * The doctor for whom a person acts: owner of the new case, presets and addresses.
 * @throws Refusal notPermitted, badInput
 */
export function requireActingDoctor(
  viewer: Viewer,
  doctorId: string | undefined,
  directory: Directory,
): Person {
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

/** @param decideNow decides with the viewer's present rights; called again after a lost race */
const change = (
  deps: CaseCommandsDeps,
  viewer: Viewer,
  { caseId, ...key }: Command,
  decideNow: (state: CaseState, viewer: Viewer) => CaseEvent[] | Promise<CaseEvent[]>,
): Promise<Performed> =>
  deps.streams.handle(caseId, { ...key, by: viewer.id }, async state =>
    decideNow(state, viewerNow(await deps.directory(), viewer, deps.clock.now())),
  );

/**
 * Writes to the parent first, with the child's id in the event, and then to the child. The ids of the child's events
 * derive from that event.
 */
async function refine(
  deps: CaseCommandsDeps,
  by: Viewer,
  command: Command,
  input: unknown,
): Promise<Performed> {
  const { streams } = deps;
  const openedId = eventIdOf(command.commandId, 0);
  const done = await change(deps, by, command, async (state, viewer) => {
    assertActionAllowed(state, 'refine', { viewer });
    const childId = await findFreeRefinementId(streams, openedId);
    return decide(state, 'refine', input, await loadDecisionContext(deps, viewer, state, { input, childId }));
  });
  await createRefinementCase(streams, done.state, { id: openedId, at: done.state.updatedAt, by: by.id });
  return done;
}

type Act = Parameters<CaseCommands['perform']>[1];

function act(deps: CaseCommandsDeps, by: Viewer, { action, input, ...command }: Act): Promise<Performed> {
  if (action === 'refine') return refine(deps, by, command, input);
  return change(deps, by, command, async (state, viewer) => {
    // Checks the right first, so that a forbidden action looks up no uploads.
    assertActionAllowed(state, action, { viewer });
    return decide(state, action, input, await loadDecisionContext(deps, viewer, state, { input }));
  });
}

type Create = Parameters<CaseCommands['createCase']>[1];

/** Thrown if the case id belongs to another case. The command then tries its next id. */
class IdTaken extends Error {}

async function create(
  deps: CaseCommandsDeps,
  viewer: Viewer,
  { doctorId, ...key }: Create,
): Promise<Performed> {
  const directory = await deps.directory();
  const owner = requireActingDoctor(viewer, doctorId, directory);
  const servedBy = directory.organisations.get(owner.orgId)?.servedBy ?? owner.orgId;
  for (let attempt = 0; ; attempt++) {
    const caseId = caseIdOfCommand(key.commandId, attempt);
    const facts = { caseId, ownerId: owner.id, orgId: owner.orgId, servedBy, parentId: null };
    try {
      return await change(deps, viewer, { ...key, caseId }, async state => {
        if (state.revision >= 0) throw new IdTaken();
        return createCase(facts);
      });
    } catch (error) {
      if (!(error instanceof IdTaken)) throw error;
    }
  }
}

type Save = Parameters<CaseCommands['saveSection']>[1];

function save(
  deps: CaseCommandsDeps,
  by: Viewer,
  { section, value, ifRevision, ...command }: Save,
): Promise<Performed> {
  return change(deps, by, command, async (state, viewer) => {
    assertActionAllowed(state, 'edit', { viewer });
    if (isRefusal(value)) throw value;
    const stale = ifRevision !== undefined && (state.saved[section]?.revision ?? 0) > ifRevision;
    if (stale) throw staleSection(state, section, value);
    return saveSection(state, section, value, await loadDecisionContext(deps, viewer, state));
  });
}

export function createCaseCommands(deps: CaseCommandsDeps): CaseCommands {
  const { streams } = deps;
  return {
    createCase: (viewer, command) => create(deps, viewer, command),
    perform: (viewer, command) => act(deps, viewer, command),
    saveSection: (viewer, command) => save(deps, viewer, command),
    attach: (by, { upload, ...command }) =>
      change(deps, by, command, (state, viewer) => attachFile(state, upload, { viewer })),
    removeFile: (by, { fileId, ...command }) =>
      change(deps, by, command, (state, viewer) => removeFile(state, fileId, { viewer })),
    handOver: ({ by, caseId, from, to, note, ...key }) =>
      streams.handle(caseId, { ...key, by }, state => handOverCase(state, { from, to, note })),
    erasePatient: ({ caseId, patient }) =>
      change(deps, systemViewer, { caseId, commandId: erasureIdOf(caseId) }, state =>
        erasePatient(state, patient),
      ),
    moveFile: (by, { fileId, input, ...command }) =>
      change(deps, by, command, (state, viewer) => moveFile(state, fileId, input, { viewer })),
  };
}

/** Contains the values of both people, so that the second one can merge them. */
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
