/** Pasts of a case for tests: recorded events, made by the real decider. */

import type { DecisionContext } from '../case/action-definition.ts';
import { type CaseRecord, type CaseState, foldCase, initialCaseState } from '../case/case.ts';
import { actions, attachFile, createCase, decide, type NamedAction, saveSection } from '../case/decider.ts';
import { slots } from '../case/options.ts';
import { permissionFor, systemViewer } from '../case/permissions.ts';
import { rulesOf } from '../case/rules.ts';
import { sectionNames } from '../case/sections.ts';
import { Status } from '../case/status.ts';
import type { CaseEvent } from '../case/stream.ts';
import { isRefusal } from '../errors.ts';
import type { Viewer } from '../person/position.ts';
import type { InputChoices } from '../script/inputs.ts';
import { sampleAlignerOrder, sampleParcel } from '../script/orders.ts';
import { constantRandom } from '../script/random.ts';
import { inputOfAction } from '../script/script.ts';
import {
  designer,
  doctor,
  everybody,
  expert,
  patient,
  servingOrgByOrg,
  supervisor,
  technician,
  technician2,
  vendor,
} from './people.ts';
import { decisionContext, now, today, uploads } from './world.ts';

export { sampleParcel as parcel };

export type CasePast = readonly CaseRecord[];
/** One step of a past: an action, its viewer and its input. Default: the script's input. */
export type PastStep = readonly [
  viewer: Viewer,
  action: NamedAction,
  input?: unknown,
  more?: Partial<DecisionContext>,
];

export const caseId = 'CASE22';

const states = new WeakMap<CasePast, CaseState>();
/** The state after a past. Cached, because tests of all rules ask for each past's state hundreds of times. */
export function stateOf(past: CasePast): CaseState {
  const known = states.get(past) ?? foldCase(initialCaseState, past);
  states.set(past, known);
  return known;
}

/** Returns the past with events appended, as recorded by the log. */
export function recordEvents(past: CasePast, events: readonly CaseEvent[], by: string = doctor.id): CasePast {
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
export function playSteps(past: CasePast, ...steps: readonly PastStep[]): CasePast {
  return steps.reduce((so, [viewer, action, given, more]) => {
    const state = stateOf(so);
    const input = given ?? inputOfAction(action, state, fixedChoices(state));
    return recordEvents(so, decide(state, action, input, decisionContext(viewer, more)), viewer.id);
  }, past);
}

/** A new case, at 0. */
export function newCasePast(owner: Viewer = doctor, parentId: string | null = null): CasePast {
  const facts = {
    caseId,
    ownerId: owner.id,
    orgId: owner.orgId,
    servedBy: servingOrgByOrg[owner.orgId] ?? '',
    parentId,
  };
  return recordEvents([], createCase(facts), owner.id);
}

/** Saves sections of a draft, one after the other. */
export function fillSections(
  past: CasePast,
  sections: Partial<typeof sampleAlignerOrder>,
  owner: Viewer = doctor,
): CasePast {
  return sectionNames.reduce((so, name) => {
    const value = sections[name];
    return value
      ? recordEvents(so, saveSection(stateOf(so), name, value, decisionContext(owner)), owner.id)
      : so;
  }, past);
}

/** Attaches uploads of world.ts by id. */
export function attachFiles(past: CasePast, ids: readonly string[], owner: Viewer = doctor): CasePast {
  return ids.reduce((so, id) => {
    const upload = uploads.get(id);
    if (!upload) throw new Error(`world.ts has no upload ${id}`);
    return recordEvents(so, attachFile(stateOf(so), upload, decisionContext(owner)), owner.id);
  }, past);
}

export const pictureUploadIds = [...slots.photo, 'panoramic'];
export const samplePlanInput = { name: '方案一', upperStages: 24, lowerStages: 20, files: ['plan-24-20'] };

/** A complete case with both scans, which can be submitted. */
const toSubmit = (owner: Viewer) =>
  attachFiles(
    fillSections(newCasePast(owner), sampleAlignerOrder, owner),
    [...pictureUploadIds, 'upper', 'lower'],
    owner,
  );
/** A complete case with plaster models in the mail instead of scans, at 9. */
const toSubmitPlaster = attachFiles(
  fillSections(newCasePast(), {
    ...sampleAlignerOrder,
    data: { ...sampleAlignerOrder.data, ...sampleParcel },
  }),
  pictureUploadIds,
);

const submitted = playSteps(toSubmit(doctor), [doctor, 'submitCase']);
const processing = playSteps(submitted, [supervisor, 'acceptCase']);
const toDistribute = playSteps(processing, [systemViewer, 'modelsPrepared']);
const design = playSteps(toDistribute, [supervisor, 'allocateCase']);

export const rotationRequestOn12 = {
  what: 'movement',
  tooth: 12,
  axis: 'rotation',
  kind: 'total',
  amount: 24,
} as const;
/** Adds to the first version an open thread (1), a resolved thread (2) and a change request (1). */
const discussed = (past: CasePast, list: 'plans' | 'targets') =>
  playSteps(
    past,
    [
      expert,
      'commentPlan',
      { list, version: 1, stage: 12, tooth: 12, place: [0, 3, 1], note: '先让 12 就位' },
    ],
    [technician, 'replyComment', { comment: 1, note: '第 3 步粘附件' }],
    [expert, 'commentPlan', { list, version: 1, stage: 0, note: '中线已核对' }],
    [technician, 'resolveComment', { comment: 2 }],
    [expert, 'requestChange', { version: 1, change: rotationRequestOn12, note: '12 结束时仍扭转' }],
  );
const target = discussed(
  playSteps(design, [technician, 'submitTarget', { ...samplePlanInput, files: ['target'] }]),
  'targets',
);
const atExpert = discussed(playSteps(design, [technician, 'submitPlan', samplePlanInput]), 'plans');
const atDoctor = playSteps(atExpert, [expert, 'qualityAudit']);
const approved = playSteps(atDoctor, [doctor, 'confirmDoctor']);
const producing = playSteps(approved, [
  vendor,
  'scheduleProduction',
  { upper: { from: 1, to: 10 }, lower: { from: 1, to: 10 } },
]);
const shipping = playSteps(producing, [vendor, 'ship', sampleParcel]);
const between = playSteps(shipping, [doctor, 'confirmReceipt']);
const lastSent = playSteps(
  between,
  [doctor, 'nextBatch'],
  [vendor, 'scheduleProduction'],
  [vendor, 'ship', sampleParcel],
);
const allSent = playSteps(lastSent, [doctor, 'confirmReceipt']);
const refused = { result: 'refused', note: '33 号牙需要附件' };

/** For each status a typical past that ends there, made by the decider. */
export const pastAt: Record<Status, CasePast> = {
  [Status.ClinicalInfoIncomplete]: newCasePast(),
  [Status.TreatmentPlanIncomplete]: fillSections(newCasePast(), {
    patient: sampleAlignerOrder.patient,
    diagnosis: sampleAlignerOrder.diagnosis,
  }),
  [Status.SetupIncomplete]: fillSections(newCasePast(), {
    ...sampleAlignerOrder,
    prescription: { method: 2 },
  }),
  [Status.BracketsNotChosen]: fillSections(newCasePast(), {
    ...sampleAlignerOrder,
    prescription: { method: 2, lingual: { archShape: 'oval', archWidth: 'keep' } },
  }),
  [Status.TorqueIncomplete]: fillSections(newCasePast(), {
    ...sampleAlignerOrder,
    prescription: { method: 2, lingual: { archShape: 'oval', archWidth: 'keep', brackets: { '11': ['B'] } } },
  }),
  [Status.AlignerSetupIncomplete]: fillSections(newCasePast(), {
    ...sampleAlignerOrder,
    prescription: { method: 1 },
  }),
  [Status.ToothMarkersIncomplete]: fillSections(newCasePast(), { ...sampleAlignerOrder, markers: {} }),
  [Status.PhotosIncomplete]: fillSections(newCasePast(), sampleAlignerOrder),
  [Status.ModelsToProvide]: attachFiles(fillSections(newCasePast(), sampleAlignerOrder), pictureUploadIds),
  [Status.ToSubmit]: toSubmit(doctor),
  [Status.ToAccept]: submitted,
  [Status.InfoRequested]: playSteps(design, [technician, 'requestInfo']),
  [Status.CaseProcessing]: processing,
  [Status.PlanUnderDesign]: design,
  [Status.PlanAwaitingExpert]: atExpert,
  [Status.PlanAwaitingDoctor]: atDoctor,
  [Status.PrepareProduction]: approved,
  [Status.InProduction]: producing,
  [Status.DoctorRejected]: playSteps(atDoctor, [
    doctor,
    'confirmDoctor',
    { ...refused, reasons: ['midline', 'ipr'] },
  ]),
  [Status.ExpertRejected]: playSteps(atExpert, [expert, 'qualityAudit', refused]),
  [Status.SupervisorRejected]: playSteps(submitted, [supervisor, 'deniedCase']),
  [Status.ToDistribute]: toDistribute,
  [Status.ModelToBeShipped]: attachFiles(
    fillSections(newCasePast(), { ...sampleAlignerOrder, data: { ...sampleAlignerOrder.data, courier: 2 } }),
    pictureUploadIds,
  ),
  [Status.Shipping]: shipping,
  [Status.Completed]: playSteps(allSent, [doctor, 'complete', { outcome: 3, date: '2026-03-01' }]),
  [Status.AwaitingNextBatch]: between,
  [Status.InRefinement]: playSteps(allSent, [doctor, 'refine']),
  [Status.ModelProcessing]: playSteps(toSubmitPlaster, [doctor, 'submitCase'], [supervisor, 'acceptCase']),
  [Status.TargetAwaitingExpert]: target,
  [Status.TargetAwaitingDoctor]: playSteps(target, [expert, 'targetExpertReview']),
  [Status.AllSent]: allSent,
  [Status.Suspended]: playSteps(design, [technician, 'suspend']),
};

/** A self-designing doctor's own case at 21, not assigned. */
export const selfDesignedPast: CasePast = playSteps(
  toSubmit(designer),
  [designer, 'submitCase'],
  [supervisor, 'acceptCase'],
  [systemViewer, 'modelsPrepared'],
);

/** A case with a second plan version after the expert's refusal; the request of the first version was measured. */
export const requestMeasuredPast: CasePast = playSteps(
  pastAt[Status.ExpertRejected],
  [technician, 'submitPlan', { ...samplePlanInput, files: ['plan-any'] }],
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

const worn = playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'recordWear', actions.recordWear.example]);
/** A case with half of the aligners received and worn, and with open trays, retainers and process records. */
export const treatedPast: CasePast = playSteps(
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
export const missedAlignerPast: CasePast = playSteps(worn, [
  patient,
  'missAligner',
  actions.missAligner.example,
]);
const sent = playSteps(treatedPast, [vendor, 'shipTray'], [vendor, 'produceRetainer']);
const delivered = playSteps(sent, [vendor, 'deliverRetainer']);

/** Removes the delivery address, as in cases submitted with an older release. */
export const withoutDeliveryAddress = (past: CasePast): CasePast =>
  past.map(e =>
    e.type === 'SectionSaved' && e.data.section === 'data' ? { ...e, personal: { value: { data: {} } } } : e,
  );

/** A completed and archived case. */
export const archivedPast: CasePast = playSteps(pastAt[Status.Completed], [doctor, 'archive']);

const isAside = (action: NamedAction) => rulesOf(action).every(rule => rule.aside);

function takes(past: CasePast, action: NamedAction, viewer: Viewer): boolean {
  try {
    return decide(stateOf(past), action, actions[action].example, decisionContext(viewer)).length > 0;
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
export function pastPermitting(action: NamedAction): { past: CasePast; viewer: Viewer } {
  for (const past of [
    ...Object.values(pastAt),
    archivedPast,
    worn,
    treatedPast,
    missedAlignerPast,
    sent,
    delivered,
  ])
    for (const viewer of [...everybody, systemViewer, patient])
      if (
        permissionFor(viewer, action, stateOf(past)) === 'yes' &&
        (!isAside(action) || takes(past, action, viewer))
      )
        return { past, viewer };
  throw new Error(`nobody can ${action} after any past of events/testing/past.ts: add one to \`at\` there`);
}

/** Decides an action with its own example, on a past that permits the action. @throws Refusal */
export function decideExample(action: NamedAction): { past: CasePast; viewer: Viewer; events: CaseEvent[] } {
  const { past, viewer } = pastPermitting(action);
  return {
    past,
    viewer,
    events: decide(stateOf(past), action, actions[action].example, decisionContext(viewer)),
  };
}
