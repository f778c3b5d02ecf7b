/** The events of design and review: targets and plans. Each submission is a new version. */

import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { statusSchema } from '../case/events.ts';
import { optionKeySchemaFor, recordedReasonsSchema, stageCountSchema } from '../case/fields.ts';
import { caseFileSchema } from '../case/files.ts';
import { Status } from '../case/status.ts';

const submitted = {
  data: z.object({
    to: statusSchema,
    version: z.int(),
    upperStages: stageCountSchema,
    lowerStages: stageCountSchema,
    files: z.array(caseFileSchema),
    /** SHA-256 over the bundle's files, in order. An approval is bound to it. */
    bundle: z.string(),
  }),
  /** The name is free text and may contain the patient's name. */
  personal: z.object({
    name: z.string(),
    instructions: z.optional(z.string()),
    names: z.record(z.string(), z.string()),
  }),
  erased: { name: '', names: {} },
} as const;

const reviewed = {
  data: z.object({
    to: statusSchema,
    version: z.int(),
    result: optionKeySchemaFor('review'),
    bundle: z.string(),
    /** Checklist points that were ticked. */
    checked: z.optional(z.array(z.string())),
    /** Keys of findings accepted knowingly: `request:3`, `comment:2`, … */
    acknowledged: z.optional(z.array(z.string())),
    /** Reasons of a refusal. */
    reasons: recordedReasonsSchema,
  }),
  personal: z.object({ note: z.optional(z.string()) }),
  erased: {},
} as const;

const noted = { personal: z.object({ note: z.string() }), erased: { note: '' } } as const;

export const planEvents = defineEvents({
  TargetSubmitted: { reaches: [Status.TargetAwaitingExpert], ...submitted },
  TargetExpertReviewed: { reaches: [Status.TargetAwaitingDoctor, Status.PlanUnderDesign], ...reviewed },
  TargetDoctorReviewed: { reaches: [Status.PlanUnderDesign], ...reviewed },
  PlanSubmitted: { reaches: [Status.PlanAwaitingExpert], ...submitted },
  PlanRecalled: {
    reaches: [Status.PlanUnderDesign],
    data: z.object({ to: statusSchema, version: z.int(), reasons: recordedReasonsSchema }),
    ...noted,
  },
  PlanExpertReviewed: { reaches: [Status.PlanAwaitingDoctor, Status.ExpertRejected], ...reviewed },
  PlanDoctorReviewed: { reaches: [Status.PrepareProduction, Status.DoctorRejected], ...reviewed },
  ReturnedToDesign: {
    reaches: [Status.PlanUnderDesign],
    data: z.object({ to: statusSchema, version: z.int(), reasons: recordedReasonsSchema }),
    ...noted,
  },
});
