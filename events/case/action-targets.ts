/** Names in the specification for the targets of the case list's actions. */
import type { Action } from './rules.ts';
import { Status } from './status.ts';

/** The specification's names of the list's actions (product-spec.md 2, "Case list action targets"). */
export const actionTargetNames: Partial<Record<Action, string>> = {
  submitCase: 'submitCase',
  acceptCase: 'acceptCase',
  deniedCase: 'deniedCase',
  requestInfo: 'pendingCases',
  modelsPrepared: 'caseProcess',
  modelsRefused: 'caseProcess',
  scansRecorded: 'caseProcess',
  suspend: 'caseSuspendedBtn',
  continue: 'caseRecoveryBtn',
  qualityAudit: 'qualityAudit',
  confirmDoctor: 'confirmDoctor',
  scheduleProduction: 'scheduleProduction',
  getCase: 'getCase',
  allocateCase: 'allocateCase',
  ship: 'first-order-shipment',
  confirmReceipt: 'confirmReceipt',
  refine: 'stageAdjustment',
  complete: 'completed',
  targetExpertReview: 'toothArrangementQualityAudit',
  targetDoctorReview: 'toothArrangementConfirmDoctor',
};

/** Target of "update info" by draft status (lifecycle.md, "List targets"). */
export const updateInfoTargets: Partial<Record<Status, string>> = {
  [Status.ClinicalInfoIncomplete]: 'addInfo-diagnostic',
  [Status.TreatmentPlanIncomplete]: 'addInfo-treatPlan',
  [Status.SetupIncomplete]: 'addInfo-toothLingual',
  [Status.BracketsNotChosen]: 'addInfo-bracketLingual',
  [Status.TorqueIncomplete]: 'addInfo-torqueLingual',
  [Status.AlignerSetupIncomplete]: 'addInfo-toothTransparent',
  [Status.ToothMarkersIncomplete]: 'addInfo-dentalTransparent',
  [Status.PhotosIncomplete]: 'addInfo-photo',
  [Status.ModelsToProvide]: 'addInfo-STLdata',
  [Status.ModelToBeShipped]: 'addInfo-STLdata',
};
