/** Pasts of a case for tests: recorded events, made by the real decider. */
import { type CaseRecord, type CaseState, foldCase, initial } from '../case/case.ts';
import type { Ctx } from '../case/decide.ts';
import { actions, attachFile, createCase, decide, type NamedAction, saveSection } from '../case/decider.ts';
import { may, systemViewer } from '../case/may.ts';
import { slots } from '../case/options.ts';
import { rulesOf } from '../case/rules.ts';
import { sectionNames } from '../case/sections.ts';
import { Status } from '../case/status.ts';
import type { CaseEvent } from '../case/stream.ts';
import { isRefusal } from '../errors.ts';
import type { Viewer } from '../person/position.ts';
import type { InputChoices } from '../script/inputs.ts';
import { alignerOrder, parcel } from '../script/orders.ts';
import { constantRandom } from '../script/random.ts';
import { inputOf } from '../script/script.ts';
import {
  designer,
  doctor,
  everybody,
  expert,
  patient,
  servedBy,
  supervisor,
  technician,
  technician2,
  vendor,
} from './people.ts';
import { now, today, uploads, world } from './world.ts';

export { parcel };

export type Past = readonly CaseRecord[];
/** One step of a past: viewer, action and input. Default: the script's input. */
export type Step = readonly [viewer: Viewer, action: NamedAction, input?: unknown, more?: Partial<Ctx>];

export const caseId = 'CASE22';
export const stateOf = (past: Past): CaseState => foldCase(initial, past);

/** Returns the past with events appended, as recorded by the log. */
export function record(past: Past, events: readonly CaseEvent[], by: string = doctor.id): Past {
  return [...past, ...events.map((e, i) => ({ ...e, by, at: now, revision: past.length + i }))];
}

/** Deterministic choices for inputs. Files are uploads of world.ts that are not in the case. */
export const fixedChoices = ({ files, assigneeId }: CaseState): InputChoices => ({
  random: constantRandom,
  today,
  technicians: [technician.id, technician2.id].filter(id => id !== assigneeId),
  upload: ({ kind, slot }) => {
    const open = [...uploads.values()].find(
      u => u.kind === kind && u.slot === slot && !u.stages && !files.some(f => f.id === u.id),
    );
    if (!open) throw new Error(`world.ts has no ${slot} ${kind} that the case does not hold`);
    return open.id;
  },
});

/** Returns the past after some steps, each decided on the state before it. @throws Refusal */
export function play(past: Past, ...steps: readonly Step[]): Past {
  return steps.reduce((so, [viewer, action, given, more]) => {
    const state = stateOf(so);
    const input = given ?? inputOf(action, state, fixedChoices(state));
    return record(so, decide(state, action, input, world(viewer, more)), viewer.id);
  }, past);
}

/** A new case, at 0. */
export function created(owner: Viewer = doctor, parentId: string | null = null): Past {
  const facts = {
    caseId,
    ownerId: owner.id,
    orgId: owner.orgId,
    servedBy: servedBy[owner.orgId] ?? '',
    parentId,
  };
  return record([], createCase(facts), owner.id);
}

/** Saves sections of a draft, one after the other. */
export function fill(past: Past, sections: Partial<typeof alignerOrder>, owner: Viewer = doctor): Past {
  return sectionNames.reduce((so, name) => {
    const value = sections[name];
    return value ? record(so, saveSection(stateOf(so), name, value, world(owner)), owner.id) : so;
  }, past);
}

/** Attaches uploads of world.ts by id. */
export function attach(past: Past, ids: readonly string[], owner: Viewer = doctor): Past {
  return ids.reduce((so, id) => {
    const upload = uploads.get(id);
    if (!upload) throw new Error(`world.ts has no upload ${id}`);
    return record(so, attachFile(stateOf(so), upload, world(owner)), owner.id);
  }, past);
}

export const pictures = [...slots.photo, 'panoramic'];
export const plan = { name: '方案一', upperStages: 24, lowerStages: 20, files: ['plan-24-20'] };

/** A complete case with both scans, at 9. */
const toSubmit = (owner: Viewer) =>
  attach(fill(created(owner), alignerOrder, owner), [...pictures, 'upper', 'lower'], owner);
/** A complete case with plaster models in the mail instead of scans, at 9. */
const toSubmitPlaster = attach(
  fill(created(), { ...alignerOrder, data: { ...alignerOrder.data, ...parcel } }),
  pictures,
);

const submitted = play(toSubmit(doctor), [doctor, 'submitCase']);
const processing = play(submitted, [supervisor, 'acceptCase']);
const toDistribute = play(processing, [systemViewer, 'modelsPrepared']);
const design = play(toDistribute, [supervisor, 'allocateCase']);

export const rotate12 = { what: 'movement', tooth: 12, axis: 'rotation', kind: 'total', amount: 24 } as const;
/** Adds to the first version an open thread (1), a resolved thread (2) and a change request (1). */
const discussed = (past: Past, list: 'plans' | 'targets') =>
  play(
    past,
    [
      expert,
      'commentPlan',
      { list, version: 1, stage: 12, tooth: 12, place: [0, 3, 1], note: '先让 12 就位' },
    ],
    [technician, 'replyComment', { comment: 1, note: '第 3 步粘附件' }],
    [expert, 'commentPlan', { list, version: 1, stage: 0, note: '中线已核对' }],
    [technician, 'resolveComment', { comment: 2 }],
    [expert, 'requestChange', { version: 1, change: rotate12, note: '12 结束时仍扭转' }],
  );
const target = discussed(
  play(design, [technician, 'submitTarget', { ...plan, files: ['target'] }]),
  'targets',
);
const atExpert = discussed(play(design, [technician, 'submitPlan', plan]), 'plans');
const atDoctor = play(atExpert, [expert, 'qualityAudit']);
const approved = play(atDoctor, [doctor, 'confirmDoctor']);
const producing = play(approved, [
  vendor,
  'scheduleProduction',
  { upper: { from: 1, to: 10 }, lower: { from: 1, to: 10 } },
]);
const shipping = play(producing, [vendor, 'ship', parcel]);
const between = play(shipping, [doctor, 'confirmReceipt']);
const lastSent = play(
  between,
  [doctor, 'nextBatch'],
  [vendor, 'scheduleProduction'],
  [vendor, 'ship', parcel],
);
const allSent = play(lastSent, [doctor, 'confirmReceipt']);
const refused = { result: 'refused', note: '33 号牙需要附件' };

/** For each status a typical past that ends there, made by the decider. */
export const at: Record<Status, Past> = {
  [Status.ClinicalInfoIncomplete]: created(),
  [Status.TreatmentPlanIncomplete]: fill(created(), {
    patient: alignerOrder.patient,
    diagnosis: alignerOrder.diagnosis,
  }),
  [Status.SetupIncomplete]: fill(created(), { ...alignerOrder, prescription: { method: 2 } }),
  [Status.BracketsNotChosen]: fill(created(), {
    ...alignerOrder,
    prescription: { method: 2, lingual: { archShape: 'oval', archWidth: 'keep' } },
  }),
  [Status.TorqueIncomplete]: fill(created(), {
    ...alignerOrder,
    prescription: { method: 2, lingual: { archShape: 'oval', archWidth: 'keep', brackets: { '11': ['B'] } } },
  }),
  [Status.AlignerSetupIncomplete]: fill(created(), { ...alignerOrder, prescription: { method: 1 } }),
  [Status.ToothMarkersIncomplete]: fill(created(), { ...alignerOrder, markers: {} }),
  [Status.PhotosIncomplete]: fill(created(), alignerOrder),
  [Status.ModelsToProvide]: attach(fill(created(), alignerOrder), pictures),
  [Status.ToSubmit]: toSubmit(doctor),
  [Status.ToAccept]: submitted,
  [Status.InfoRequested]: play(design, [technician, 'requestInfo']),
  [Status.CaseProcessing]: processing,
  [Status.PlanUnderDesign]: design,
  [Status.PlanAwaitingExpert]: atExpert,
  [Status.PlanAwaitingDoctor]: atDoctor,
  [Status.PrepareProduction]: approved,
  [Status.InProduction]: producing,
  [Status.DoctorRejected]: play(atDoctor, [doctor, 'confirmDoctor', refused]),
  [Status.ExpertRejected]: play(atExpert, [expert, 'qualityAudit', refused]),
  [Status.SupervisorRejected]: play(submitted, [supervisor, 'deniedCase']),
  [Status.ToDistribute]: toDistribute,
  [Status.ModelToBeShipped]: attach(
    fill(created(), { ...alignerOrder, data: { ...alignerOrder.data, courier: 2 } }),
    pictures,
  ),
  [Status.Shipping]: shipping,
  [Status.Completed]: play(allSent, [doctor, 'complete', { outcome: 3, date: '2026-03-01' }]),
  [Status.AwaitingNextBatch]: between,
  [Status.InRefinement]: play(allSent, [doctor, 'refine']),
  [Status.ModelProcessing]: play(toSubmitPlaster, [doctor, 'submitCase'], [supervisor, 'acceptCase']),
  [Status.TargetAwaitingExpert]: target,
  [Status.TargetAwaitingDoctor]: play(target, [expert, 'targetExpertReview']),
  [Status.AllSent]: allSent,
  [Status.Suspended]: play(design, [technician, 'suspend']),
};

/** A self-designing doctor's own case at 21, not assigned. */
export const ownDesign: Past = play(
  toSubmit(designer),
  [designer, 'submitCase'],
  [supervisor, 'acceptCase'],
  [systemViewer, 'modelsPrepared'],
);

/** A case with a second plan version after the expert's refusal; the request of the first version was measured. */
export const measured: Past = play(
  at[Status.ExpertRejected],
  [technician, 'submitPlan', { ...plan, files: ['plan-any'] }],
  [
    systemViewer,
    'requestsMeasured',
    {
      list: 'plans',
      version: 2,
      measured: [
        { request: 1, verdict: 'partly', value: 18, wanted: 24, before: 2, tolerance: 1, why: null },
      ],
    },
  ],
);

const worn = play(at[Status.AwaitingNextBatch], [doctor, 'recordWear', actions.recordWear.example]);
/** A case with half of the aligners received and worn, and with open trays, retainers and process records. */
export const treated: Past = play(
  worn,
  [doctor, 'holdWear', { from: '2025-03-20' }],
  [doctor, 'checkWear', actions.checkWear.example],
  [doctor, 'orderTray', actions.orderTray.example],
  [doctor, 'applyRetainer'],
  [doctor, 'recordProcess', actions.recordProcess.example],
  [doctor, 'recordVisit', actions.recordVisit.example],
  [doctor, 'remark'],
);
/** A case whose patient reported a lost aligner. */
export const missed: Past = play(worn, [patient, 'missAligner', actions.missAligner.example]);
const sent = play(treated, [vendor, 'shipTray'], [vendor, 'produceRetainer']);
const delivered = play(sent, [vendor, 'deliverRetainer']);

/** Removes the delivery address, as in cases submitted with an older release. */
export const withoutAddress = (past: Past): Past =>
  past.map(e =>
    e.type === 'SectionSaved' && e.data.section === 'data' ? { ...e, personal: { value: { data: {} } } } : e,
  );

/** A completed and archived case. */
export const archived: Past = play(at[Status.Completed], [doctor, 'archive']);

const isAside = (action: NamedAction) => rulesOf(action).every(rule => rule.aside);

function takes(past: Past, action: NamedAction, viewer: Viewer): boolean {
  try {
    return decide(stateOf(past), action, actions[action].example, world(viewer)).length > 0;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/**
 * Returns a past and a viewer that permit an action: the first of the pasts above for which the rules do. Actions beside
 * the plan need a past that contains the things named in their example.
 * @throws Error if no past permits the action
 */
export function readyFor(action: NamedAction): { past: Past; viewer: Viewer } {
  for (const past of [...Object.values(at), archived, worn, treated, missed, sent, delivered])
    for (const viewer of [...everybody, systemViewer, patient])
      if (may(viewer, action, stateOf(past)) === 'yes' && (!isAside(action) || takes(past, action, viewer)))
        return { past, viewer };
  throw new Error(`nobody can ${action} after any past of events/testing/past.ts: add one to \`at\` there`);
}

/** Decides an action with its own example, on a past that permits the action. @throws Refusal */
export function decided(action: NamedAction): { past: Past; viewer: Viewer; events: CaseEvent[] } {
  const { past, viewer } = readyFor(action);
  return { past, viewer, events: decide(stateOf(past), action, actions[action].example, world(viewer)) };
}
