/** The next step of a case by its status: a table over all statuses. */
import { Status } from '#events/case/status.ts';
import { nextDraftStep, nextReturnedStep } from './draft-steps.ts';
import { intakeSteps } from './intake-steps.ts';
import { planSteps } from './plan-steps.ts';
import { reviewSteps } from './review-steps.ts';
import { treatmentSteps } from './treatment-steps.ts';
import type { FindNextStep } from './year-world.ts';

const steps: Record<Status, FindNextStep> = {
  [Status.ClinicalInfoIncomplete]: nextDraftStep,
  [Status.TreatmentPlanIncomplete]: nextDraftStep,
  [Status.SetupIncomplete]: nextDraftStep,
  [Status.BracketsNotChosen]: nextDraftStep,
  [Status.TorqueIncomplete]: nextDraftStep,
  [Status.AlignerSetupIncomplete]: nextDraftStep,
  [Status.ToothMarkersIncomplete]: nextDraftStep,
  [Status.PhotosIncomplete]: nextDraftStep,
  [Status.ModelsToProvide]: nextDraftStep,
  [Status.ModelToBeShipped]: nextDraftStep,
  [Status.ToSubmit]: nextDraftStep,
  [Status.SupervisorRejected]: nextReturnedStep,
  ...intakeSteps,
  ...planSteps,
  ...reviewSteps,
  ...treatmentSteps,
};

/** Returns the next step of a case. */
export const nextStepOf: FindNextStep = (life, world) => steps[life.state.status](life, world);
