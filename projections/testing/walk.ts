/** A random walk over cases: valid actions of real people through the real decider, the same again for the same seed. */
import { createHash } from 'node:crypto';
import { type CaseState, foldCase, initial } from '#events/case/case.ts';
import type { Ctx, Upload } from '#events/case/decide.ts';
import { attachFile, createCase, decide, removeFile, saveSection } from '#events/case/decider.ts';
import { draftStatus } from '#events/case/draft.ts';
import { openActions, systemViewer } from '#events/case/may.ts';
import { type Slot, slots } from '#events/case/options.ts';
import type { Action } from '#events/case/rules.ts';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { type CaseEvent, caseStream } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import { type Person, viewerOf } from '#events/person/directory.ts';
import { directoryStream } from '#events/person/events.ts';
import { selfDesigners, type Viewer } from '#events/person/position.ts';
import { type Hand, inputs, sectionValues, uploadOf } from './inputs.ts';
import { directoryOfWalk, mainOrg, peopleOfWalk, strangers } from './people.ts';
import { createRandom } from './random.ts';

export type WalkLog = {
  append(stream: string, expected: bigint | 'none' | 'any', events: NewEvent[]): Promise<unknown>;
};

export type Step = { caseId: string; action: Action | 'create'; by: string; events: CaseEvent[] };

export type Walk = {
  people: readonly Person[];
  viewers: readonly Viewer[];
  /** Every case's state as the walk knows it: what the read models must agree with. */
  states: ReadonlyMap<string, CaseState>;
  /** Appends the directory: before the first step. */
  setUp(): Promise<void>;
  /** One action of somebody on some case; undefined where what was tried was refused. */
  step(): Promise<Step | undefined>;
  /** ISO time of the walk's clock. */
  now(): string;
};

export type WalkOptions = {
  seed: number;
  log: WalkLog;
  /** Cases that are opened at most, refinements included. */
  cases?: number;
  /** ISO time at which it begins; each step takes a minute. */
  start?: string;
  /** Instead of the usual sections and inputs: statuses that those never come to. */
  ways?: { sections?: Partial<typeof sectionValues>; inputs?: typeof inputs };
};

const owners: readonly { id: string; orgId: string; servedBy: string }[] = [
  { id: 'doctor', orgId: mainOrg, servedBy: mainOrg },
  { id: 'doctor2', orgId: mainOrg, servedBy: mainOrg },
  { id: 'designer', orgId: selfDesigners, servedBy: mainOrg },
  { id: 'other', orgId: strangers, servedBy: strangers },
];

/** Actions that end or halt a case are taken less often, or no walk would come far. */
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
};

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export function createWalk(options: WalkOptions): Walk {
  const { seed, log, cases = 8, start = '2026-09-01T01:00:00.000Z' } = options;
  const values = { ...sectionValues, ...options.ways?.sections };
  const asked = { ...inputs, ...options.ways?.inputs };
  const random = createRandom(seed);
  const people = peopleOfWalk();
  const byId = new Map(people.map(p => [p.id, p]));
  const states = new Map<string, CaseState>();
  const uploads = new Map<string, Upload>();
  let minutes = 0;
  let ids = 0;
  const now = () => new Date(Date.parse(start) + minutes * 60_000).toISOString();
  const nextId = (word: string) => `${word}-${seed}-${ids++}`;
  const newCaseId = (): string => {
    const id = Array.from({ length: 6 }, () => random.pick([...alphabet])).join('');
    return states.has(id) ? newCaseId() : id;
  };

  const hand: Hand = {
    random,
    upload: (kind, slot) => {
      const id = nextId('f');
      uploads.set(id, uploadOf(id, kind, slot));
      return id;
    },
    get today() {
      return now().slice(0, 10);
    },
  };
  const ctxFor = (viewer: Viewer): Ctx => ({
    viewer,
    now: now(),
    today: now().slice(0, 10),
    person: id => {
      const person = byId.get(id);
      return person && { ...person, active: !person.frozen };
    },
    upload: id => uploads.get(id),
    digest: words => createHash('sha256').update(words.join('\n')).digest('hex'),
    childId: newCaseId(),
  });

  const append = async (caseId: string, events: CaseEvent[], by: string) => {
    if (events.length === 0) return;
    const before = states.get(caseId) ?? initial;
    const where = { at: now(), by, v: 1, subject: caseId };
    const records = events.map(e => ({ ...e, id: nextId('e'), ...where }));
    const after = records.map((e, i) => ({ ...e, revision: before.revision + 1 + i }));
    states.set(caseId, foldCase(before, after));
    // The boundary where a case's event becomes the log's.
    const stored = records as unknown as NewEvent[];
    await log.append(caseStream(caseId), before.revision < 0 ? 'none' : BigInt(before.revision), stored);
  };
  const open = async (
    owner: (typeof owners)[number],
    by: string,
    caseId: string,
    parentId: string | null,
  ) => {
    const { id: ownerId, orgId, servedBy } = owner;
    const events = createCase({ caseId, ownerId, orgId, servedBy, parentId });
    await append(caseId, events, by);
    return events;
  };

  const edit = createEdit(hand, uploads, values);
  /** What follows by itself: a refinement begins, or its parent hears that it ended. */
  const follow = async (state: CaseState, events: CaseEvent[], by: string) => {
    for (const e of events) {
      if (e.type === 'RefinementOpened')
        await open(
          { id: state.ownerId, orgId: state.orgId, servedBy: state.servedBy },
          by,
          e.data.childId,
          state.caseId,
        );
      if ((e.type === 'CaseCompleted' || e.type === 'DraftDeleted') && state.parentId !== null) {
        const parent = states.get(state.parentId);
        if (parent?.status !== 26) continue;
        const how = e.type === 'CaseCompleted' ? 'completed' : 'deleted';
        const input = { childId: state.caseId, how };
        await append(parent.caseId, decide(parent, 'refinementEnded', input, ctxFor(systemViewer)), 'system');
      }
    }
  };
  const act = async (state: CaseState, action: Action, viewer: Viewer): Promise<Step | undefined> => {
    const ctx = ctxFor(viewer);
    const events =
      action === 'edit' ? edit(state, ctx) : decide(state, action, asked[action]?.(state, hand) ?? {}, ctx);
    await append(state.caseId, events, viewer.id);
    await follow(state, events, viewer.id);
    return { caseId: state.caseId, action, by: viewer.id, events };
  };

  const actors = [...people.map(viewerOf), systemViewer];
  const create = async (): Promise<Step> => {
    const owner = random.pick(owners);
    const caseId = newCaseId();
    return { caseId, action: 'create', by: owner.id, events: await open(owner, owner.id, caseId, null) };
  };
  const step = async (): Promise<Step | undefined> => {
    minutes += 1;
    const living = [...states.values()].filter(s => !s.deleted);
    if (living.length === 0 || (states.size < cases && random.chance(0.08))) return create();
    const state = random.pick(living);
    const choices = actors.flatMap(viewer =>
      openActions(viewer, state)
        .filter(action => action !== 'refinementEnded' && random.chance(seldom[action] ?? 1))
        .map(action => ({ viewer, action })),
    );
    if (choices.length === 0) return undefined;
    const { viewer, action } = random.pick(choices);
    try {
      return await act(state, action, viewer);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };
  return {
    people,
    viewers: people.map(viewerOf),
    states,
    step,
    now,
    setUp: async () => {
      const where = { at: now(), by: 'system', v: 1 };
      const events = directoryOfWalk.map(e => ({ ...e, id: nextId('d'), ...where, subject: 'people' }));
      // The boundary where a directory's event becomes the log's.
      await log.append(directoryStream, 'none', events as unknown as NewEvent[]);
    },
  };
}

const photoSlots: readonly Slot[] = slots.photo;

/** Brings a draft on by what it lacks first; now and then saves any section, or takes a file off. */
function createEdit(hand: Hand, uploads: ReadonlyMap<string, Upload>, values: typeof sectionValues) {
  const { random } = hand;
  const attach = (state: CaseState, ctx: Ctx, field: string) => {
    const slot = photoSlots.find(s => s === field);
    const id = slot ? hand.upload('photo', slot) : hand.upload('radiograph', 'panoramic');
    const upload = uploads.get(id);
    return upload ? attachFile(state, upload, ctx) : [];
  };
  return (state: CaseState, ctx: Ctx): CaseEvent[] => {
    const [first] = draftStatus(state.sections, state.files).missing;
    const save = (name: SectionName) => saveSection(state, name, values[name](random), ctx);
    const file = state.files[0];
    if (file && random.chance(0.03)) return removeFile(state, file.id, ctx);
    if (!first || random.chance(0.1)) return save(random.pick(sectionNames));
    if (first.section !== 'files') return save(first.section);
    return first.field === 'models' ? save('data') : attach(state, ctx, first.field);
  };
}
