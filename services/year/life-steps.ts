/** The next step of a case by its status: a table over all statuses. */
import { Status } from '#events/case/status.ts';
import { nextStepOfDraft, nextStepOfReturnedCase } from './draft-steps.ts';
import { intakeSteps } from './intake-steps.ts';
import { treatmentPlanSteps } from './plan-steps.ts';
import { reviewSteps } from './review-steps.ts';
import { treatmentSteps } from './treatment-steps.ts';
import type { FindNextStep } from './year-world.ts';

const steps: Record<Status, FindNextStep> = {
  [Status.ClinicalInfoIncomplete]: nextStepOfDraft,
  [Status.TreatmentPlanIncomplete]: nextStepOfDraft,
  [Status.SetupIncomplete]: nextStepOfDraft,
  [Status.BracketsNotChosen]: nextStepOfDraft,
  [Status.TorqueIncomplete]: nextStepOfDraft,
  [Status.AlignerSetupIncomplete]: nextStepOfDraft,
  [Status.ToothMarkersIncomplete]: nextStepOfDraft,
  [Status.PhotosIncomplete]: nextStepOfDraft,
  [Status.ModelsToProvide]: nextStepOfDraft,
  [Status.ModelToBeShipped]: nextStepOfDraft,
  [Status.ToSubmit]: nextStepOfDraft,
  [Status.SupervisorRejected]: nextStepOfReturnedCase,
  ...intakeSteps,
  ...treatmentPlanSteps,
  ...reviewSteps,
  ...treatmentSteps,
};

/** Returns the next step of a case. */
export const nextStepOf: FindNextStep = (life, world) => steps[life.state.status](life, world);
