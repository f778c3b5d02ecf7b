/** The next step of a case by its status: a table over all statuses. */
import { Status } from '#events/case/status.ts';
import { draftStep, returnedStep } from './draft-steps.ts';
import { intakeSteps } from './intake-steps.ts';
import { planSteps } from './plan-steps.ts';
import { reviewSteps } from './review-steps.ts';
import { treatmentSteps } from './treatment-steps.ts';
import type { StepOf } from './year-world.ts';

const steps: Record<Status, StepOf> = {
  [Status.ClinicalInfoIncomplete]: draftStep,
  [Status.TreatmentPlanIncomplete]: draftStep,
  [Status.SetupIncomplete]: draftStep,
  [Status.BracketsNotChosen]: draftStep,
  [Status.TorqueIncomplete]: draftStep,
  [Status.AlignerSetupIncomplete]: draftStep,
  [Status.ToothMarkersIncomplete]: draftStep,
  [Status.PhotosIncomplete]: draftStep,
  [Status.ModelsToProvide]: draftStep,
  [Status.ModelToBeShipped]: draftStep,
  [Status.ToSubmit]: draftStep,
  [Status.SupervisorRejected]: returnedStep,
  ...intakeSteps,
  ...planSteps,
  ...reviewSteps,
  ...treatmentSteps,
};

/** Returns the next step of a case. */
export const stepOf: StepOf = (life, world) => steps[life.state.status](life, world);
