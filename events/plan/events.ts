/** The events of design and review: targets and plans, each submission a new version. */
import * as z from 'zod/mini';
import { family } from '../case/define.ts';
import { status } from '../case/events.ts';
import { option, stageCount } from '../case/fields.ts';
import { caseFile } from '../case/files.ts';

const submitted = {
  data: z.object({
    to: status,
    version: z.int(),
    upperStages: stageCount,
    lowerStages: stageCount,
    files: z.array(caseFile),
    /** SHA-256 over the bundle's files, in order: what an approval is bound to. */
    bundle: z.string(),
  }),
  /** Its name is free text: it may well be the patient's. */
  personal: z.object({
    name: z.string(),
    instructions: z.optional(z.string()),
    names: z.record(z.string(), z.string()),
  }),
  erased: { name: '', names: {} },
} as const;

const reviewed = {
  data: z.object({
    to: status,
    version: z.int(),
    result: option('review'),
    bundle: z.string(),
    /** Points of the checklist that were ticked. */
    checked: z.optional(z.array(z.string())),
    /** What was not as it should be and was taken as it is, by its key: `request:3`, `comment:2`, … */
    acknowledged: z.optional(z.array(z.string())),
  }),
  personal: z.object({ note: z.optional(z.string()) }),
  erased: {},
} as const;

const noted = { personal: z.object({ note: z.string() }), erased: { note: '' } } as const;

export const planEvents = family({
  TargetSubmitted: { reaches: [28], ...submitted },
  TargetExpertReviewed: { reaches: [29, 13], ...reviewed },
  TargetDoctorReviewed: { reaches: [13], ...reviewed },
  PlanSubmitted: { reaches: [14], ...submitted },
  PlanRecalled: { reaches: [13], data: z.object({ to: status, version: z.int() }), ...noted },
  PlanExpertReviewed: { reaches: [15, 19], ...reviewed },
  PlanDoctorReviewed: { reaches: [16, 18], ...reviewed },
  ReturnedToDesign: { reaches: [13], data: z.object({ to: status, version: z.int() }), ...noted },
});
