/** Events of a case outside design and production: drafts, acceptance, requests for information, suspension, completion. */
import * as z from 'zod/mini';
import { recordedModelFindingsSchema } from '../file/recorded-model-findings.ts';
import { defineEvents } from './event-definition.ts';
import { daySchema, optionKeySchemaFor, recordedReasonsSchema } from './fields.ts';
import { caseFileSchema, fileNamesSchema, slotMoveSchema } from './files.ts';
import { type SectionName, type Sections, sectionNames } from './sections.ts';
import { computedDraftStatuses, Status, statusCodes } from './status.ts';

export const statusSchema = z.literal(statusCodes as [Status]);
const noted = z.object({ note: z.string() });
const maybeNoted = z.object({
  note: z.optional(z.string()),
  names: z.optional(z.record(z.string(), z.string())),
});

const defect = z.object({ fileId: z.string(), slot: z.nullable(z.string()), defects: z.array(z.string()) });
export type Defect = z.infer<typeof defect>;
const drafts = [...computedDraftStatuses, Status.SupervisorRejected] as const;
/** Statuses at which information may be requested; an answer returns the case to them. */
const asking = [
  Status.CaseProcessing,
  Status.PlanUnderDesign,
  Status.PlanAwaitingExpert,
  Status.DoctorRejected,
  Status.ExpertRejected,
  Status.ToDistribute,
  Status.ModelProcessing,
] as const;

/** Schema of a recorded section. Accepts any object, because today's input schema does not apply to old events. */
const saved = <S extends SectionName>() =>
  z.optional(z.custom<Sections[S]>(v => typeof v === 'object' && v !== null && !Array.isArray(v)));
const savedSections = z.object({
  patient: saved<'patient'>(),
  diagnosis: saved<'diagnosis'>(),
  prescription: saved<'prescription'>(),
  markers: saved<'markers'>(),
  data: saved<'data'>(),
});

export const lifecycleEvents = defineEvents({
  CaseCreated: {
    reaches: [Status.ClinicalInfoIncomplete],
    data: z.object({
      to: statusSchema,
      caseId: z.string(),
      ownerId: z.string(),
      orgId: z.string(),
      servedBy: z.string(),
      parentId: z.nullable(z.string()),
    }),
  },
  SectionSaved: {
    reaches: drafts,
    data: z.object({ to: statusSchema, section: z.enum(sectionNames), fields: z.array(z.string()) }),
    personal: z.object({ value: savedSections }),
    erased: { value: {} },
  },
  FileAttached: {
    reaches: drafts,
    data: z.object({ to: statusSchema, file: caseFileSchema }),
    personal: z.object({ name: z.string() }),
    erased: { name: '' },
  },
  FileRemoved: { reaches: drafts, data: z.object({ to: statusSchema, fileId: z.string() }) },
  FilesMoved: {
    reaches: drafts,
    // One file, or two files that swapped slots.
    data: z.object({ to: statusSchema, places: z.array(slotMoveSchema) }),
  },
  DraftDeleted: { reaches: [], data: z.object({}) },
  CaseSubmitted: { reaches: [Status.ToAccept], data: z.object({ to: statusSchema }) },
  CaseWithdrawn: { reaches: [Status.ToSubmit], data: z.object({ to: statusSchema }) },
  CaseAccepted: {
    reaches: [Status.CaseProcessing, Status.ModelProcessing],
    data: z.object({ to: statusSchema }),
  },
  CaseDenied: {
    reaches: [Status.SupervisorRejected],
    data: z.object({ to: statusSchema, reasons: recordedReasonsSchema }),
    personal: noted,
    erased: { note: '' },
  },
  ModelsPrepared: {
    reaches: [Status.ToDistribute, Status.PlanUnderDesign],
    data: z.object({
      to: statusSchema,
      models: z.array(
        z.object({
          fileId: z.string(),
          triangles: z.number(),
          /** Bounding box in mm: [minX, minY, minZ, maxX, maxY, maxZ]. */
          box: z.array(z.number()),
          /** Findings of the model's preview; absent in older events. */
          found: z.optional(recordedModelFindingsSchema),
        }),
      ),
    }),
  },
  ModelsRefused: {
    reaches: [Status.InfoRequested],
    data: z.object({ to: statusSchema, defects: z.array(defect) }),
  },
  ScansRecorded: {
    reaches: [Status.CaseProcessing],
    data: z.object({ to: statusSchema, files: z.array(caseFileSchema) }),
    personal: fileNamesSchema,
    erased: { names: {} },
  },
  InfoRequested: {
    reaches: [Status.InfoRequested],
    data: z.object({ to: statusSchema, reasons: recordedReasonsSchema }),
    personal: noted,
    erased: { note: '' },
  },
  InfoAnswered: {
    reaches: asking,
    data: z.object({ to: statusSchema, files: z.array(caseFileSchema) }),
    personal: maybeNoted,
    erased: {},
  },
  RequestCancelled: { reaches: asking, data: z.object({ to: statusSchema }) },
  CaseSuspended: { reaches: [Status.Suspended], data: z.object({ to: statusSchema }) },
  CaseContinued: {
    reaches: [Status.PlanUnderDesign, Status.ModelProcessing],
    data: z.object({ to: statusSchema }),
  },
  CaseTaken: {
    reaches: [Status.PlanUnderDesign],
    data: z.object({ to: statusSchema, assigneeId: z.string() }),
  },
  CaseAllocated: {
    reaches: [Status.PlanUnderDesign],
    data: z.object({ to: statusSchema, assigneeId: z.string() }),
    personal: maybeNoted,
    erased: {},
  },
  CaseReassigned: {
    reaches: [Status.PlanUnderDesign, Status.DoctorRejected, Status.ExpertRejected],
    data: z.object({ to: statusSchema, assigneeId: z.string() }),
    personal: noted,
    erased: { note: '' },
  },
  RefinementOpened: {
    reaches: [Status.InRefinement],
    data: z.object({ to: statusSchema, childId: z.string(), reasons: recordedReasonsSchema }),
    personal: z.object({ reason: z.string() }),
    erased: { reason: '' },
  },
  RefinementEnded: {
    reaches: [Status.Completed, Status.AwaitingNextBatch, Status.AllSent],
    data: z.object({
      to: statusSchema,
      childId: z.string(),
      how: z.enum(['completed', 'deleted']),
      /** The person who deleted or completed the refinement; the system only repeats that act here. */
      endedBy: z.optional(z.string()),
    }),
  },
  CaseCompleted: {
    reaches: [Status.Completed],
    data: z.object({
      to: statusSchema,
      outcome: optionKeySchemaFor('outcome'),
      date: daySchema,
      retainer: z.boolean(),
      models: z.boolean(),
      photos: z.array(caseFileSchema),
      xrays: z.array(caseFileSchema),
    }),
    personal: fileNamesSchema,
    erased: { names: {} },
  },
  /** The case belongs to another doctor from now on. */
  CaseHandedOver: {
    reaches: [],
    data: z.object({ ownerId: z.string(), from: z.string() }),
    personal: noted,
    erased: { note: '' },
  },
  CaseArchived: { reaches: [], data: z.object({}) },
  CaseUnarchived: { reaches: [], data: z.object({}) },
  /** The last event of a case. `patient`: id of the deleted key, which is the first case's id for all refinements. */
  PatientErased: { reaches: [], data: z.object({ patient: z.string() }) },
});
