/** The decider: returns events or refuses for a state, an action and its input. Pure: time, ids and lookups are in `ctx`. */
import * as z from 'zod/mini';
import { contradictionRules, type Overruling } from '../contradiction/contradictions.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import { planActions } from '../plan/actions.ts';
import { discussionActions } from '../plan/discussion-actions.ts';
import { processActions } from '../process/actions.ts';
import { retainerActions } from '../retainer/actions.ts';
import { shipmentActions } from '../shipment/actions.ts';
import { trayActions } from '../tray/actions.ts';
import { wearActions } from '../wear/actions.ts';
import type { ActionDefinition, DecisionContext, Upload } from './action-definition.ts';
import { lifecycleActions } from './actions.ts';
import type { CaseState } from './case.ts';
import { deliveryActions } from './delivery.ts';
import { checkDraft, hasClinicalInfo } from './draft.ts';
import { applySlotMoves, movableSlots, slotNames } from './files.ts';
import { limits } from './limits.ts';
import { maskedPaths } from './masking.ts';
import { offerIssues } from './offer.ts';
import { type FileKind, type Slot, slots } from './options.ts';
import { patientDateIssues } from './patient-dates.ts';
import { permissionFor } from './permissions.ts';
import type { Action } from './rules.ts';
import { type SectionName, type Sections, sectionSchemas } from './sections.ts';
import { isDraft, Status } from './status.ts';
import { type CaseEvent, caseEvents } from './stream.ts';

/** Every action that is requested by name. `edit` has functions of its own, for sections and files. */
export type NamedAction = Exclude<Action, 'edit'>;

// The table loses the tie between an action's input type and its `emit`, so `decide` parses the input before `emit`.
export const actions = {
  ...lifecycleActions,
  ...deliveryActions,
  ...planActions,
  ...shipmentActions,
  ...discussionActions,
  ...trayActions,
  ...wearActions,
  ...retainerActions,
  ...processActions,
} as unknown as Record<NamedAction, ActionDefinition>;

const refusalOf = { unseen: 'caseUnknown', never: 'notPermitted', notNow: 'actionClosed' } as const;

/** Checks permission. @throws Refusal in lifecycle.md's order: case not visible, position not permitted, wrong status */
export function assertActionAllowed(
  state: CaseState,
  name: Action,
  ctx: Pick<DecisionContext, 'viewer'>,
): void {
  const answer = state.revision < 0 ? 'unseen' : permissionFor(ctx.viewer, name, state);
  // A draft without clinical information has an error code of its own.
  if (
    answer === 'notNow' &&
    name === 'submitCase' &&
    isDraft(state.status) &&
    !hasClinicalInfo(state.sections)
  )
    throw new Refusal('noClinicalInfo');
  if (answer !== 'yes') throw new Refusal(refusalOf[answer]);
}

function emitted(state: CaseState, events: CaseEvent[]): CaseEvent[] {
  for (const e of events) {
    const reaches: readonly number[] = caseEvents[e.type].reaches;
    if ('to' in e.data && !reaches.includes(e.data.to))
      throw new Error(
        `${e.type} from ${state.status} reaches ${e.data.to}, which its definition does not name`,
      );
  }
  return events;
}

/** Decides an action by name. @throws Refusal */
export function decide(
  state: CaseState,
  name: NamedAction,
  input: unknown,
  ctx: DecisionContext,
): CaseEvent[] {
  assertActionAllowed(state, name, ctx);
  const def = actions[name];
  return emitted(state, def.emit(state, parse(def.input, input), ctx));
}

/** Creates a case of a case owner. The caller has checked the right. */
export function createCase(facts: {
  caseId: string;
  ownerId: string;
  orgId: string;
  servedBy: string;
  parentId: string | null;
}): CaseEvent[] {
  return [{ type: 'CaseCreated', data: { to: Status.ClinicalInfoIncomplete, ...facts } }];
}

/** Erases a patient in one of the patient's cases. Checks no permission, because an operator does this. @throws Refusal */
export function erasePatient(state: CaseState, patient: string): CaseEvent[] {
  if (state.revision < 0) throw new Refusal('caseUnknown');
  return [{ type: 'PatientErased', data: { patient } }];
}

export type CaseHandOver = { from: string; to: string; note: string };

/**
 * Gives the case to another owner, at any status. The directory decides who may do this. Returns no event unless `from`
 * owns the case.
 */
export function handOverCase(state: CaseState, { from, to, note }: CaseHandOver): CaseEvent[] {
  if (state.ownerId !== from || state.deleted || state.erased) return [];
  return [{ type: 'CaseHandedOver', data: { ownerId: to, from }, personal: { note } }];
}

const changed = (before: object, after: object): string[] => {
  const was: Record<string, unknown> = { ...before };
  const is: Record<string, unknown> = { ...after };
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    k => JSON.stringify(was[k]) !== JSON.stringify(is[k]),
  );
};

const kept = (state: CaseState, next: Pick<CaseState, 'sections' | 'files'>) =>
  state.status === Status.SupervisorRejected ? 20 : checkDraft(next.sections, next.files).status;

/** Only a warning can be overruled. */
function refuseErrors(overruled: readonly Overruling[] | undefined): void {
  const at = (overruled ?? []).findIndex(one => contradictionRules[one.rule].level === 'error');
  if (at >= 0) throw badField(`overruled.${at}.rule`, 'not-overrulable');
}

/**
 * Refuses masking stars, because a client that reads masked values and sends them back would overwrite the real ones.
 */
function refuseStars(name: SectionName, value: unknown): void {
  const issues = maskedPaths(name, value).map(path => ({ path, issue: 'eye-hidden' }));
  if (issues.length > 0) throw new Refusal('badInput', { issues });
}

/**
 * Saves one section whole: absent fields become empty. Returns no event if nothing changes.
 * @throws Refusal
 */
export function saveSection<S extends SectionName>(
  state: CaseState,
  name: S,
  value: unknown,
  ctx: DecisionContext,
): CaseEvent[] {
  assertActionAllowed(state, 'edit', ctx);
  refuseStars(name, value);
  const parsed = parse(sectionSchemas[name], value) as Sections[S];
  const issues = [
    ...(name === 'patient' ? patientDateIssues(parsed as Sections['patient'], ctx.today) : []),
    ...(name === 'prescription'
      ? offerIssues(state.sections.prescription, parsed as Sections['prescription'], ctx.offer)
      : []),
  ];
  if (issues.length > 0) throw new Refusal('badInput', { issues });
  if ('overruled' in parsed) refuseErrors(parsed.overruled);
  const fields = changed(state.sections[name], parsed);
  if (fields.length === 0) return [];
  const next = { sections: { ...state.sections, [name]: parsed }, files: state.files };
  const data = { to: kept(state, next), section: name, fields };
  return emitted(state, [{ type: 'SectionSaved', data, personal: { value: { [name]: parsed } } }]);
}

/** The kinds of file that a draft takes, and the slots of each. */
const draftKinds: Partial<Record<FileKind, readonly string[]>> = { ...slots, archive: [], other: [] };

/** Limits files without a slot, which replace no other. @throws Refusal badInput at the limit */
export function refuseMoreFiles({ files }: Pick<CaseState, 'files'>, slot: Slot | null): void {
  const others = files.filter(f => f.slot === null && f.kind in draftKinds);
  if (slot === null && others.length >= limits.otherFiles)
    throw badField('file', 'file-limit', { max: limits.otherFiles });
}

/** Attaches a finished upload to a draft and replaces the file of its slot. @throws Refusal */
export function attachFile(
  state: CaseState,
  upload: Upload,
  ctx: Pick<DecisionContext, 'viewer'>,
): CaseEvent[] {
  assertActionAllowed(state, 'edit', ctx);
  const { name, stages: _stages, ...file } = upload;
  const places = draftKinds[file.kind];
  if (!places) throw badField('kind', 'file-kind');
  if (file.slot !== null && !places.includes(file.slot)) throw badField('slot', 'file-slot');
  refuseMoreFiles(state, file.slot);
  const others = state.files.filter(f => file.slot === null || f.slot !== file.slot);
  const files = [...others, { ...file, name, by: ctx.viewer.id, at: '' }];
  const to = kept(state, { sections: state.sections, files });
  return emitted(state, [{ type: 'FileAttached', data: { to, file }, personal: { name } }]);
}

/** Removes a file from a draft. @throws Refusal notFound for a file of another case */
export function removeFile(
  state: CaseState,
  fileId: string,
  ctx: Pick<DecisionContext, 'viewer'>,
): CaseEvent[] {
  assertActionAllowed(state, 'edit', ctx);
  if (!state.files.some(f => f.id === fileId)) throw new Refusal('notFound');
  const files = state.files.filter(f => f.id !== fileId);
  return emitted(state, [{ type: 'FileRemoved', data: { to: kept(state, { ...state, files }), fileId } }]);
}

/** The slot to move a file to. */
export const moveFileInputSchema = z.strictObject({ slot: z.enum(slotNames) });

/**
 * Moves a file of a draft to another slot of its kind; pictures move to any picture's slot. Two files swap their slots.
 * @throws Refusal notFound if the case does not hold it
 */
export function moveFile(
  state: CaseState,
  fileId: string,
  input: unknown,
  ctx: Pick<DecisionContext, 'viewer'>,
): CaseEvent[] {
  assertActionAllowed(state, 'edit', ctx);
  const file = state.files.find(f => f.id === fileId);
  if (!file) throw new Refusal('notFound');
  const { slot } = parse(moveFileInputSchema, input);
  const { slot: from } = file;
  if (from === null || !movableSlots(file.kind).includes(slot)) throw badField('slot', 'file-slot');
  if (from === slot) return [];
  const other = state.files.find(f => f.slot === slot);
  const places = [{ fileId, slot }, ...(other ? [{ fileId: other.id, slot: from }] : [])];
  const files = applySlotMoves(state.files, places);
  return emitted(state, [{ type: 'FilesMoved', data: { to: kept(state, { ...state, files }), places } }]);
}
