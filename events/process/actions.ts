/** Actions that record pictures, chairside work and remarks during treatment. */
import * as z from 'zod/mini';
import { type DecisionContext, defineAction } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import { daySchema, distinct, idsSchema, noteSchema, textSchema } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import type { CaseEvent } from '../case/stream.ts';
import { checkUploads } from '../case/uploads.ts';
import { badField, Refusal } from '../errors.ts';
import { latestVersion } from '../plan/plan.ts';
import { fdiSchema } from '../retainer/events.ts';
import { contactKey, contactKeys, type Fdi, isFdi } from '../tooth/fdi.ts';
import { attachmentChanges } from './events.ts';

const number = z.int().check(z.minimum(1), z.maximum(999));
const stage = z.int().check(z.minimum(0), z.maximum(200));

/** Requires an existing stage, and a date not in the future. @throws Refusal badInput `stage`, `date` */
function refuseElsewhen(
  s: CaseState,
  input: { date: string; stage: number },
  { today }: DecisionContext,
): void {
  const plan = latestVersion(s.plans);
  const last = Math.max(plan?.upperStages ?? 0, plan?.lowerStages ?? 0);
  if (input.stage > last) throw badField('stage', 'stages-past-end', { last });
  if (input.date > today) throw badField('date', 'date-future');
}

const recordInput = z.strictObject({
  date: daySchema,
  stage,
  files: z.optional(idsSchema),
  remarks: z.optional(noteSchema),
});

function record(s: CaseState, input: z.infer<typeof recordInput>, ctx: DecisionContext): CaseEvent[] {
  refuseElsewhen(s, input, ctx);
  const taken = checkUploads(ctx, 'files', input.files, ['photo', 'stl']);
  if (taken.files.length === 0 && !input.remarks) throw badField('files', 'note-or-files');
  if (s.records.length >= limits.processRecords)
    throw badField('files', 'too-many', { max: limits.processRecords });
  const { date, stage: at, remarks } = input;
  const data = { record: s.recordsMade + 1, date, stage: at, files: taken.files };
  return [{ type: 'ProcessRecorded', data, personal: { names: taken.names, remarks } }];
}

/** Upper limit of IPR at one contact, mm. A larger value is a typing error. */
const mostReduced = 1;
const visitInput = z.strictObject({
  date: daySchema,
  stage,
  ipr: z.optional(
    z
      .array(
        z.strictObject({
          between: z.tuple([fdiSchema, fdiSchema]),
          mm: z.number().check(z.minimum(0), z.maximum(mostReduced)),
        }),
      )
      .check(z.maxLength(30)),
  ),
  attachments: z.optional(
    z
      .array(z.strictObject({ tooth: fdiSchema, what: z.enum(attachmentChanges) }))
      .check(z.maxLength(64), distinct),
  ),
  note: z.optional(noteSchema),
});

/** True for neighbouring teeth. Teeth that the order marks as missing or extracted are skipped. */
function areNeighbours({ sections: { markers } }: CaseState, pair: readonly [Fdi, Fdi]): boolean {
  const absent = [...(markers.missing ?? []), ...(markers.extract ?? [])].filter(isFdi);
  const [a, b] = pair;
  const key = contactKey(a, b);
  return contactKeys().includes(key) || contactKeys(absent).includes(key);
}

function visit(s: CaseState, input: z.infer<typeof visitInput>, ctx: DecisionContext): CaseEvent[] {
  refuseElsewhen(s, input, ctx);
  const { ipr = [], attachments = [], note: said, date, stage: at } = input;
  for (const [i, { between }] of ipr.entries()) {
    if (!areNeighbours(s, between)) throw badField(`ipr.${i}.between`, 'not-neighbours');
    if (ipr.slice(0, i).some(one => contactKey(...one.between) === contactKey(...between)))
      throw badField(`ipr.${i}.between`, 'repeated');
  }
  if (ipr.length + attachments.length === 0 && !said) throw badField('note', 'required');
  if (s.visits.length >= limits.visits) throw badField('note', 'too-many', { max: limits.visits });
  const data = { visit: s.visitsMade + 1, date, stage: at, ipr, attachments };
  return [{ type: 'VisitRecorded', data, personal: { note: said } }];
}

const remarkInput = z.strictObject({
  text: z.union([textSchema, z.literal('')]),
  /** Revision of the case at which the author read the remarks. */
  revision: z.optional(z.int().check(z.minimum(0))),
});

function remark(s: CaseState, input: z.infer<typeof remarkInput>): CaseEvent[] {
  const written = s.remarks?.revision ?? -1;
  if (input.revision !== undefined && input.revision < written) throw new Refusal('remarksFailed');
  if (input.text === (s.remarks?.text ?? '')) return [];
  return [{ type: 'RemarksChanged', data: {}, personal: { text: input.text } }];
}

function addOther(s: CaseState, { files }: { files: string[] }, ctx: DecisionContext): CaseEvent[] {
  const taken = checkUploads(ctx, 'files', files, ['archive', 'other']);
  if (taken.files.length === 0) throw badField('files', 'required');
  const max = limits.otherFiles;
  if (s.otherFiles.length + taken.files.length > max) throw badField('files', 'file-limit', { max });
  return [{ type: 'OtherFilesAdded', data: { files: taken.files }, personal: { names: taken.names } }];
}

export const processActions = {
  recordProcess: defineAction({
    input: recordInput,
    example: { date: '2026-03-01', stage: 4, files: ['after'], remarks: '13 的附件完好' },
    emit: record,
  }),
  removeProcess: defineAction({
    input: z.strictObject({ record: number }),
    example: { record: 1 },
    emit: (s, { record: at }) => {
      if (!s.records.some(r => r.record === at)) throw new Refusal('notFound');
      return [{ type: 'ProcessRemoved', data: { record: at } }];
    },
  }),
  recordVisit: defineAction({
    input: visitInput,
    example: {
      date: '2026-03-01',
      stage: 3,
      ipr: [{ between: [13, 12], mm: 0.2 }],
      attachments: [{ tooth: 13, what: 'bonded' as const }],
    },
    emit: visit,
  }),
  removeVisit: defineAction({
    input: z.strictObject({ visit: number }),
    example: { visit: 1 },
    emit: (s, { visit: at }) => {
      if (!s.visits.some(v => v.visit === at)) throw new Refusal('notFound');
      return [{ type: 'VisitRemoved', data: { visit: at } }];
    },
  }),
  remark: defineAction({ input: remarkInput, example: { text: '复诊请安排在周六' }, emit: remark }),
  addOther: defineAction({
    input: z.strictObject({ files: idsSchema }),
    example: { files: ['zip'] },
    emit: addOther,
  }),
};
