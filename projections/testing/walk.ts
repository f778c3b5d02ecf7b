/** A random walk over cases: valid actions of people through the real decider. A seed always gives the same walk. */

import type { DecisionContext } from '#events/case/action-definition.ts';
import type { CaseState } from '#events/case/case.ts';
import {
  attachFile,
  createCase,
  decide,
  type NamedAction,
  removeFile,
  saveSection,
} from '#events/case/decider.ts';
import { checkDraft } from '#events/case/draft.ts';
import { type Slot, slots } from '#events/case/options.ts';
import { listActionsFor, permissionFor, systemViewer } from '#events/case/permissions.ts';
import { type Action, rulesFrom } from '#events/case/rules.ts';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { Status } from '#events/case/status.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import { isRefusal } from '#events/errors.ts';
import type { Person } from '#events/person/directory.ts';
import { directoryStream } from '#events/person/events.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import { selfDesignersOrgId, type Viewer } from '#events/person/position.ts';
import type { InputChanges } from '#events/script/inputs.ts';
import { assertFitsSchema, inputOfAction } from '#events/script/script.ts';
import { sectionGenerators } from '#events/script/sections.ts';
import { directoryEventsOfWalk, mainOrgId, strangersOrgId } from './people.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export type WalkStep = { caseId: string; action: Action | 'create'; by: string; events: CaseEvent[] };

export type Walk = {
  people: readonly Person[];
  viewers: readonly Viewer[];
  /** State of every case as the walk folds it, which the read models must match. */
  states: ReadonlyMap<string, CaseState>;
  /** Appends the directory. Call it before the first step. */
  setUp(): Promise<void>;
  /** One action of one person on one case; undefined if it was refused. */
  step(): Promise<WalkStep | undefined>;
  /** ISO time of the walk's clock. */
  now(): string;
};

export type WalkOptions = WorldOptions & {
  /** Most cases to open, refinements included. */
  cases?: number;
  /** Replaces the default sections and inputs, to reach statuses that those never reach. */
  ways?: { sections?: Partial<typeof sectionGenerators>; inputs?: InputChanges };
};

const owners: readonly { id: string; orgId: string; servedBy: string }[] = [
  { id: 'doctor', orgId: mainOrgId, servedBy: mainOrgId },
  { id: 'doctor2', orgId: mainOrgId, servedBy: mainOrgId },
  { id: 'designer', orgId: selfDesignersOrgId, servedBy: mainOrgId },
  { id: 'other', orgId: strangersOrgId, servedBy: strangersOrgId },
];

/** Probability of considering actions beside the main course. A larger value keeps a walk from getting far. */
const besides = 0.5;

/** Actions that end or halt a case are taken less often, so that walks get far. */
const seldom: Partial<Record<Action, number>> = {
  deleteDraft: 0.05,
  withdraw: 0.1,
  deniedCase: 0.1,
  requestInfo: 0.2,
  suspend: 0.2,
  cancelRequest: 0.5,
  modelsRefused: 0.2,
  recallPlan: 0.1,
  returnToDesign: 0.2,
  batchFailed: 0.3,
  reportLost: 0.3,
  reassign: 0.2,
  complete: 0.4,
  archive: 0.05,
  unarchive: 0.05,
  setDelivery: 0.1,
};

type Owner = (typeof owners)[number];

export function createWalk(options: WalkOptions): Walk {
  const { log, cases = 8 } = options;
  const world = createWorld(options);
  const { random, states, people, ctxFor } = world;
  const act = createAct(world, options);
  const actors = [...people.map(viewerOf), systemViewer];

  const create = async (): Promise<WalkStep> => {
    const owner = random.pick(owners);
    const caseId = world.newCaseId();
    return {
      caseId,
      action: 'create',
      by: owner.id,
      events: await open(world, owner, owner.id, caseId, null),
    };
  };
  /** Actions that no list offers, such as comments on a plan. */
  const asides = (viewer: Viewer, state: CaseState) => {
    const beside = rulesFrom(state.status).filter(([, rule]) => rule.aside);
    const named = [...new Set(beside.map(([action]) => action))];
    const share = besides / Math.max(1, named.length);
    return named.filter(action => random.chance(share) && permissionFor(viewer, action, state) === 'yes');
  };
  const choicesAt = (state: CaseState) =>
    actors.flatMap(viewer =>
      [...listActionsFor(viewer, state), ...asides(viewer, state)]
        .filter(action => action !== 'refinementEnded' && random.chance(seldom[action] ?? 1))
        .map(action => ({ viewer, action })),
    );
  const step = async (): Promise<WalkStep | undefined> => {
    world.tick();
    const living = [...states.values()].filter(s => !s.deleted);
    if (living.length === 0 || (states.size < cases && random.chance(0.08))) return create();
    const state = random.pick(living);
    const choices = choicesAt(state);
    if (choices.length === 0) return undefined;
    const { viewer, action } = random.pick(choices);
    return act(state, action, ctxFor(viewer)).catch((error: unknown) => {
      if (isRefusal(error)) return undefined;
      throw error;
    });
  };
  const setUp = async () => {
    const where = { at: world.now(), by: 'system' };
    const events = directoryEventsOfWalk.map(e => ({
      ...e,
      id: world.nextId('d'),
      ...where,
      subject: 'people',
    }));
    await log.append(directoryStream, 'none', events);
  };
  return { people, viewers: people.map(viewerOf), states, step, now: world.now, setUp };
}

async function open(world: World, owner: Owner, by: string, caseId: string, parentId: string | null) {
  const { id: ownerId, orgId, servedBy } = owner;
  const events = createCase({ caseId, ownerId, orgId, servedBy, parentId });
  await world.append(caseId, events, by);
  return events;
}

/**
 * Performs an action and its follow-ups.
 * @throws Refusal
 */
function createAct(world: World, { ways }: WalkOptions) {
  const edit = createEdit(world, { ...sectionGenerators, ...ways?.sections });
  const inputFor = (action: NamedAction, state: CaseState) => {
    const input = inputOfAction(action, state, world.hand, ways?.inputs);
    assertFitsSchema(action, input);
    return input;
  };
  return async (state: CaseState, action: Action, ctx: DecisionContext): Promise<WalkStep> => {
    const events = action === 'edit' ? edit(state, ctx) : decide(state, action, inputFor(action, state), ctx);
    await world.append(state.caseId, events, ctx.viewer.id);
    for (const e of events) await follow(world, state, e, ctx.viewer.id);
    return { caseId: state.caseId, action, by: ctx.viewer.id, events };
  };
}

/** Automatic follow-ups: a refinement begins, or its parent learns that it ended. */
async function follow(world: World, state: CaseState, e: CaseEvent, by: string): Promise<void> {
  if (e.type === 'RefinementOpened') {
    const owner = { id: state.ownerId, orgId: state.orgId, servedBy: state.servedBy };
    await open(world, owner, by, e.data.childId, state.caseId);
  }
  if ((e.type !== 'CaseCompleted' && e.type !== 'DraftDeleted') || state.parentId === null) return;
  const parent = world.states.get(state.parentId);
  if (parent?.status !== Status.InRefinement) return;
  const how = e.type === 'CaseCompleted' ? 'completed' : 'deleted';
  const input = { childId: state.caseId, how };
  const ended = decide(parent, 'refinementEnded', input, world.ctxFor(systemViewer));
  await world.append(parent.caseId, ended, 'system');
}

const photoSlots: readonly Slot[] = slots.photo;

/** Fills in the first missing field of a draft. Sometimes saves a random section or removes a file. */
function createEdit({ random, hand, uploads }: World, values: typeof sectionGenerators) {
  const attach = (state: CaseState, ctx: DecisionContext, field: string) => {
    const slot = photoSlots.find(s => s === field);
    const id = hand.upload(slot ? { kind: 'photo', slot } : { kind: 'radiograph', slot: 'panoramic' });
    const upload = uploads.get(id);
    return upload ? attachFile(state, upload, ctx) : [];
  };
  return (state: CaseState, ctx: DecisionContext): CaseEvent[] => {
    const [first] = checkDraft(state.sections, state.files).missing;
    const save = (name: SectionName) => saveSection(state, name, values[name](random), ctx);
    const file = state.files[0];
    if (file && random.chance(0.03)) return removeFile(state, file.id, ctx);
    if (!first || random.chance(0.1)) return save(random.pick(sectionNames));
    if (first.section !== 'files') return save(first.section);
    return first.field === 'models' ? save('data') : attach(state, ctx, first.field);
  };
}
