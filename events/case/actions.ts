/** The actions of the lifecycle's own family: their inputs and events. Actors and statuses are in rules.ts. */
import * as z from 'zod/mini';
import {
  applicableOverrulings,
  type Contradiction,
  findContradictions,
  unresolvedContradictions,
} from '../contradiction/contradictions.ts';
import { badField, Refusal } from '../errors.ts';
import { recordedModelFindingsSchema } from '../file/recorded-model-findings.ts';
import { type DecisionContext, defineAction } from './action-definition.ts';
import type { CaseState } from './case.ts';
import { completionAction } from './completion.ts';
import { checkDraft, hasAllOrderedModels, hasClinicalInfo, orderedArches } from './draft.ts';
import { idSchema, idsSchema, noteSchema, reasonsSchemaFor } from './fields.ts';
import type { Reason } from './reasons.ts';
import { sectionNames } from './sections.ts';
import { Status } from './status.ts';
import type { CaseEvent } from './stream.ts';
import { checkUploads, refuseRepeatedSlots } from './uploads.ts';

const nothing = z.strictObject({});

/** An action without input that leads to one status. */
const plain = (emit: (s: CaseState, ctx: DecisionContext) => CaseEvent[]) =>
  defineAction({ input: nothing, example: {}, emit: (s, _input, ctx) => emit(s, ctx) });

/** An action that takes a note with reasons, and leads to one event. */
function withReasons(
  name: 'deniedCase' | 'requestInfo',
  example: { note: string; reasons: Reason[] },
  emit: (note: string, reasons: Reason[] | undefined) => CaseEvent,
) {
  const input = z.strictObject({ note: noteSchema, reasons: reasonsSchemaFor(name) });
  return defineAction({ input, example, emit: (_s, taken) => [emit(taken.note, taken.reasons)] });
}

/** Returns `prior`. Every case at a status with `returns` has one. */
function prior(s: CaseState): Status {
  if (s.prior === null) throw new Refusal('actionClosed');
  return s.prior;
}

/** Drops overrides for contradictions that no longer apply. */
function settled(s: CaseState, status: Status, all: readonly Contradiction[]): CaseEvent[] {
  const { overruled = [], ...data } = s.sections.data;
  const held = applicableOverrulings(all);
  if (held.length === overruled.length) return [];
  const value = { data: held.length > 0 ? { ...data, overruled: held } : data };
  const saved = {
    to: s.status === Status.SupervisorRejected ? s.status : status,
    section: 'data' as const,
    fields: ['overruled'],
  };
  return [{ type: 'SectionSaved', data: saved, personal: { value } }];
}

const submitInput = z.strictObject({ revision: z.optional(z.number().check(z.int(), z.gte(0))) });

/** Rejects a submit based on a stale revision, because the submitter has not seen later changes. */
function refuseUnseen(s: CaseState, revision = s.revision): void {
  if (s.revision <= revision) return;
  const newer = sectionNames.filter(name => (s.saved[name]?.revision ?? 0) > revision);
  throw new Refusal('staleCase', { issues: newer.map(path => ({ path, issue: 'stale' })) });
}

function submit(
  s: CaseState,
  { revision }: z.infer<typeof submitInput>,
  { today }: DecisionContext,
): CaseEvent[] {
  refuseUnseen(s, revision);
  if (!hasClinicalInfo(s.sections)) throw new Refusal('noClinicalInfo');
  const { missing, status } = checkDraft(s.sections, s.files);
  if (missing.length > 0) {
    const issues = missing.map(m => ({ path: `${m.section}.${m.field}`, issue: 'required' }));
    throw new Refusal('caseIncomplete', { issues });
  }
  const all = findContradictions({ sections: s.sections, files: s.files, today });
  const issues = unresolvedContradictions(all).map(({ name, level, at }) => ({
    path: `${at.section}.${at.field}`,
    issue: 'contradiction',
    values: { rule: name, level },
  }));
  if (issues.length > 0) throw new Refusal('caseContradictory', { issues });
  return [...settled(s, status, all), { type: 'CaseSubmitted', data: { to: Status.ToAccept } }];
}

const answerInput = z.strictObject({ note: z.optional(noteSchema), files: z.optional(idsSchema) });

function answer(s: CaseState, input: z.infer<typeof answerInput>, ctx: DecisionContext): CaseEvent[] {
  const taken = checkUploads(ctx, 'files', input.files, ['stl', 'photo', 'radiograph', 'archive', 'other']);
  refuseRepeatedSlots('files', taken);
  if (!input.note && taken.files.length === 0) throw badField('note', 'note-or-files');
  for (const { fileId, slot } of s.request?.defects ?? [])
    if (!taken.files.some(f => f.kind === 'stl' && f.slot === slot && f.id !== fileId))
      throw badField('files', slot === null ? 'model-not-replaced' : `${slot}-model-not-replaced`);
  const replaced = taken.files.some(f => f.kind === 'stl');
  const to =
    replaced && hasAllOrderedModels(s.sections.prescription, [...s.files, ...taken.files])
      ? Status.CaseProcessing
      : prior(s);
  return [
    {
      type: 'InfoAnswered',
      data: { to, files: taken.files },
      personal: { note: input.note, names: taken.names },
    },
  ];
}

function scansRecorded(s: CaseState, input: { files?: string[] }, ctx: DecisionContext): CaseEvent[] {
  const taken = checkUploads(ctx, 'files', input.files, ['stl']);
  refuseRepeatedSlots('files', taken);
  const all = [...s.files, ...taken.files];
  const lacking = orderedArches(s.sections.prescription).find(
    arch => !all.some(f => f.kind === 'stl' && f.slot === arch),
  );
  if (lacking) throw badField('files', `${lacking}-model-missing`);
  return [
    {
      type: 'ScansRecorded',
      data: { to: Status.CaseProcessing, files: taken.files },
      personal: { names: taken.names },
    },
  ];
}

function technician(s: CaseState, technicianId: string, ctx: DecisionContext): string {
  const person = ctx.person(technicianId);
  if (!person?.active || person.position !== 'Technician' || person.orgId !== s.servedBy)
    throw badField('technicianId', 'technician-unknown');
  return person.id;
}

const prepared = z.strictObject({
  models: z.array(
    z.strictObject({
      fileId: idSchema,
      triangles: z.number(),
      box: z.array(z.number()),
      found: z.optional(recordedModelFindingsSchema),
    }),
  ),
});
const refused = z.strictObject({
  defects: z
    .array(z.strictObject({ fileId: idSchema, slot: z.nullable(z.string()), defects: z.array(z.string()) }))
    .check(z.minLength(1)),
});
const ended = z.strictObject({
  childId: idSchema,
  how: z.enum(['completed', 'deleted']),
  endedBy: z.optional(idSchema),
});

export const lifecycleActions = {
  deleteDraft: plain(() => [{ type: 'DraftDeleted', data: {} }]),
  /** `revision` of the case that the submitter has seen. */
  submitCase: defineAction({ input: submitInput, example: {}, emit: submit }),
  withdraw: plain(() => [{ type: 'CaseWithdrawn', data: { to: Status.ToSubmit } }]),
  acceptCase: plain(s => [
    {
      type: 'CaseAccepted',
      data: {
        to: hasAllOrderedModels(s.sections.prescription, s.files)
          ? Status.CaseProcessing
          : Status.ModelProcessing,
      },
    },
  ]),
  deniedCase: withReasons(
    'deniedCase',
    { note: 'The upper scan misses 17 and 27.', reasons: ['records'] },
    (n, reasons) => ({
      type: 'CaseDenied',
      data: { to: Status.SupervisorRejected, reasons },
      personal: { note: n },
    }),
  ),
  modelsPrepared: defineAction({
    input: prepared,
    example: { models: [] },
    emit: (s, input) => [
      {
        type: 'ModelsPrepared',
        data: {
          to: s.assigneeId === null ? Status.ToDistribute : Status.PlanUnderDesign,
          models: input.models,
        },
      },
    ],
  }),
  modelsRefused: defineAction({
    input: refused,
    example: { defects: [{ fileId: 'f', slot: 'upper', defects: ['not-a-number'] }] },
    emit: (_s, input) => [
      { type: 'ModelsRefused', data: { to: Status.InfoRequested, defects: input.defects } },
    ],
  }),
  scansRecorded: defineAction({
    input: z.strictObject({ files: z.optional(idsSchema) }),
    example: { files: ['f-upper', 'f-lower'] },
    emit: scansRecorded,
  }),
  requestInfo: withReasons(
    'requestInfo',
    { note: 'Please send a bite record: the lower scan misses 37.', reasons: ['records', 'occlusion'] },
    (n, reasons) => ({
      type: 'InfoRequested',
      data: { to: Status.InfoRequested, reasons },
      personal: { note: n },
    }),
  ),
  answer: defineAction({
    input: answerInput,
    example: { note: 'The bite record is attached.' },
    emit: answer,
  }),
  cancelRequest: plain(s => [{ type: 'RequestCancelled', data: { to: prior(s) } }]),
  suspend: plain(() => [{ type: 'CaseSuspended', data: { to: Status.Suspended } }]),
  continue: plain(s => [{ type: 'CaseContinued', data: { to: prior(s) } }]),
  getCase: plain((_s, ctx) => [
    { type: 'CaseTaken', data: { to: Status.PlanUnderDesign, assigneeId: ctx.viewer.id } },
  ]),
  allocateCase: defineAction({
    input: z.strictObject({ technicianId: idSchema, note: z.optional(noteSchema) }),
    example: { technicianId: 'p-technician' },
    emit: (s, input, ctx) => [
      {
        type: 'CaseAllocated',
        data: { to: Status.PlanUnderDesign, assigneeId: technician(s, input.technicianId, ctx) },
        personal: { note: input.note },
      },
    ],
  }),
  reassign: defineAction({
    input: z.strictObject({ technicianId: idSchema, note: noteSchema }),
    example: { technicianId: 'p-technician2', note: 'Wang is on leave this week.' },
    emit: (s, input, ctx) => {
      const assigneeId = technician(s, input.technicianId, ctx);
      if (assigneeId === s.assigneeId) throw badField('technicianId', 'technician-same');
      return [{ type: 'CaseReassigned', data: { to: s.status, assigneeId }, personal: { note: input.note } }];
    },
  }),
  refine: defineAction({
    input: z.strictObject({ reason: noteSchema, reasons: reasonsSchemaFor('refine') }),
    example: { reason: '13 has not derotated: a refinement from stage 12.', reasons: ['movement'] },
    emit: (_s, input, ctx) => [
      {
        type: 'RefinementOpened',
        data: { to: Status.InRefinement, childId: ctx.childId, reasons: input.reasons },
        personal: { reason: input.reason },
      },
    ],
  }),
  refinementEnded: defineAction({
    input: ended,
    example: { childId: 'CHLD22', how: 'completed' as const },
    emit: (s, input) => {
      if (input.childId !== s.childId) throw badField('childId', 'refinement-other');
      return [
        {
          type: 'RefinementEnded',
          data: { to: input.how === 'completed' ? Status.Completed : prior(s), ...input },
        },
      ];
    },
  }),
  complete: completionAction,
  archive: plain(() => [{ type: 'CaseArchived', data: {} }]),
  unarchive: plain(() => [{ type: 'CaseUnarchived', data: {} }]),
};
