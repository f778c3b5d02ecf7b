/** The actions of the lifecycle's own family: their inputs and what they lead to. Who and when stands in rules.ts. */
import * as z from 'zod/mini';
import { type Contradiction, contradictions, holding, unresolved } from '../contradiction/contradictions.ts';
import { badField, Refusal } from '../errors.ts';
import { modelFound } from '../file/model-found.ts';
import type { CaseState } from './case.ts';
import { action, type Ctx } from './decide.ts';
import { draftStatus, hasClinicalInfo, modelsComplete, orderedArches } from './draft.ts';
import { day, id, ids, note, option } from './fields.ts';
import { sectionNames } from './sections.ts';
import type { Status } from './status.ts';
import type { CaseEvent } from './stream.ts';
import { oncePerSlot, take } from './uploads.ts';

const nothing = z.strictObject({});
const noted = z.strictObject({ note });

/** An action without input that leads to one status. */
const plain = (emit: (s: CaseState, ctx: Ctx) => CaseEvent[]) =>
  action({ input: nothing, example: {}, emit: (s, _input, ctx) => emit(s, ctx) });

/** An action that takes a note and leads to one event. */
const withNote = (example: string, emit: (s: CaseState, note: string) => CaseEvent) =>
  action({ input: noted, example: { note: example }, emit: (s, input) => [emit(s, input.note)] });

/** The status before 11, 26 or 33; a case there always has one. */
function prior(s: CaseState): Status {
  if (s.prior === null) throw new Refusal('actionClosed');
  return s.prior;
}

/** What was overruled and is not there any more falls away: what is submitted says what still stands. */
function settled(s: CaseState, status: Status, all: readonly Contradiction[]): CaseEvent[] {
  const { overruled = [], ...data } = s.sections.data;
  const held = holding(all);
  if (held.length === overruled.length) return [];
  const value = { data: held.length > 0 ? { ...data, overruled: held } : data };
  const saved = { to: s.status === 20 ? s.status : status, section: 'data' as const, fields: ['overruled'] };
  return [{ type: 'SectionSaved', data: saved, personal: { value } }];
}

const submitInput = z.strictObject({ revision: z.optional(z.number().check(z.int(), z.gte(0))) });

/** What whoever submits has not seen: nobody answers for what somebody else said since. */
function refuseUnseen(s: CaseState, revision = s.revision): void {
  if (s.revision <= revision) return;
  const newer = sectionNames.filter(name => (s.saved[name]?.revision ?? 0) > revision);
  throw new Refusal('staleCase', { issues: newer.map(path => ({ path, issue: 'stale' })) });
}

function submit(s: CaseState, { revision }: z.infer<typeof submitInput>, { today }: Ctx): CaseEvent[] {
  refuseUnseen(s, revision);
  if (!hasClinicalInfo(s.sections)) throw new Refusal('noClinicalInfo');
  const { missing, status } = draftStatus(s.sections, s.files);
  if (missing.length > 0) {
    const issues = missing.map(m => ({ path: `${m.section}.${m.field}`, issue: 'required' }));
    throw new Refusal('caseIncomplete', { issues });
  }
  const all = contradictions({ sections: s.sections, files: s.files, today });
  const issues = unresolved(all).map(({ name, level, at }) => ({
    path: `${at.section}.${at.field}`,
    issue: 'contradiction',
    values: { rule: name, level },
  }));
  if (issues.length > 0) throw new Refusal('caseContradictory', { issues });
  return [...settled(s, status, all), { type: 'CaseSubmitted', data: { to: 10 } }];
}

const answerInput = z.strictObject({ note: z.optional(note), files: z.optional(ids) });

function answer(s: CaseState, input: z.infer<typeof answerInput>, ctx: Ctx): CaseEvent[] {
  const taken = take(ctx, 'files', input.files, ['stl', 'photo', 'radiograph', 'archive', 'other']);
  oncePerSlot('files', taken);
  if (!input.note && taken.files.length === 0) throw badField('note', 'note-or-files');
  for (const { fileId, slot } of s.request?.defects ?? [])
    if (!taken.files.some(f => f.kind === 'stl' && f.slot === slot && f.id !== fileId))
      throw badField('files', slot === null ? 'model-not-replaced' : `${slot}-model-not-replaced`);
  const replaced = taken.files.some(f => f.kind === 'stl');
  const to =
    replaced && modelsComplete(s.sections.prescription, [...s.files, ...taken.files]) ? 12 : prior(s);
  return [
    {
      type: 'InfoAnswered',
      data: { to, files: taken.files },
      personal: { note: input.note, names: taken.names },
    },
  ];
}

function scansRecorded(s: CaseState, input: { files?: string[] }, ctx: Ctx): CaseEvent[] {
  const taken = take(ctx, 'files', input.files, ['stl']);
  oncePerSlot('files', taken);
  const all = [...s.files, ...taken.files];
  const lacking = orderedArches(s.sections.prescription).find(
    arch => !all.some(f => f.kind === 'stl' && f.slot === arch),
  );
  if (lacking) throw badField('files', `${lacking}-model-missing`);
  return [{ type: 'ScansRecorded', data: { to: 12, files: taken.files }, personal: { names: taken.names } }];
}

function technician(s: CaseState, technicianId: string, ctx: Ctx): string {
  const person = ctx.person(technicianId);
  if (!person?.active || person.position !== 'Technician' || person.orgId !== s.servedBy)
    throw badField('technicianId', 'technician-unknown');
  return person.id;
}

const completeInput = z.strictObject({
  outcome: option('outcome'),
  date: day,
  retainer: z.optional(z.boolean()),
  models: z.optional(z.boolean()),
  photos: z.optional(ids),
  xrays: z.optional(ids),
});

/** Outcomes that a case may end with, by the status it ends at; every other status allows all. */
export const outcomesAt: Partial<Record<Status, readonly number[]>> = { 25: [2, 3, 4], 33: [3] };

function complete(s: CaseState, input: z.infer<typeof completeInput>, ctx: Ctx): CaseEvent[] {
  if (!(outcomesAt[s.status] ?? [1, 2, 3, 4]).includes(input.outcome))
    throw badField('outcome', 'outcome-not-now');
  // No earliest day: the treatment may have ended before its record was moved here.
  if (input.date > ctx.today) throw badField('date', 'date-future');
  const photos = take(ctx, 'photos', input.photos, ['photo']);
  const xrays = take(ctx, 'xrays', input.xrays, ['radiograph']);
  if (input.outcome <= 2 && photos.files.length === 0) throw badField('photos', 'required');
  if (input.outcome <= 2 && xrays.files.length === 0) throw badField('xrays', 'required');
  const { outcome, date, retainer = false, models = false } = input;
  const data = { to: 24 as const, outcome, date, retainer, models, photos: photos.files, xrays: xrays.files };
  return [{ type: 'CaseCompleted', data, personal: { names: { ...photos.names, ...xrays.names } } }];
}

const prepared = z.strictObject({
  models: z.array(
    z.strictObject({
      fileId: id,
      triangles: z.number(),
      box: z.array(z.number()),
      found: z.optional(modelFound),
    }),
  ),
});
const refused = z.strictObject({
  defects: z
    .array(z.strictObject({ fileId: id, slot: z.nullable(z.string()), defects: z.array(z.string()) }))
    .check(z.minLength(1)),
});
const ended = z.strictObject({
  childId: id,
  how: z.enum(['completed', 'deleted']),
  endedBy: z.optional(id),
});

export const lifecycleActions = {
  deleteDraft: plain(() => [{ type: 'DraftDeleted', data: {} }]),
  /** `revision`: of the case as whoever submits has seen it. */
  submitCase: action({ input: submitInput, example: {}, emit: submit }),
  withdraw: plain(() => [{ type: 'CaseWithdrawn', data: { to: 9 } }]),
  acceptCase: plain(s => [
    { type: 'CaseAccepted', data: { to: modelsComplete(s.sections.prescription, s.files) ? 12 : 27 } },
  ]),
  deniedCase: withNote('The upper scan misses 17 and 27.', (_s, n) => ({
    type: 'CaseDenied',
    data: { to: 20 },
    personal: { note: n },
  })),
  modelsPrepared: action({
    input: prepared,
    example: { models: [] },
    emit: (s, input) => [
      { type: 'ModelsPrepared', data: { to: s.assigneeId === null ? 21 : 13, models: input.models } },
    ],
  }),
  modelsRefused: action({
    input: refused,
    example: { defects: [{ fileId: 'f', slot: 'upper', defects: ['not-a-number'] }] },
    emit: (_s, input) => [{ type: 'ModelsRefused', data: { to: 11, defects: input.defects } }],
  }),
  scansRecorded: action({
    input: z.strictObject({ files: z.optional(ids) }),
    example: { files: ['f-upper', 'f-lower'] },
    emit: scansRecorded,
  }),
  requestInfo: withNote('Please send a bite record: the lower scan misses 37.', (_s, n) => ({
    type: 'InfoRequested',
    data: { to: 11 },
    personal: { note: n },
  })),
  answer: action({ input: answerInput, example: { note: 'The bite record is attached.' }, emit: answer }),
  cancelRequest: plain(s => [{ type: 'RequestCancelled', data: { to: prior(s) } }]),
  suspend: plain(() => [{ type: 'CaseSuspended', data: { to: 33 } }]),
  continue: plain(s => [{ type: 'CaseContinued', data: { to: prior(s) } }]),
  getCase: plain((_s, ctx) => [{ type: 'CaseTaken', data: { to: 13, assigneeId: ctx.viewer.id } }]),
  allocateCase: action({
    input: z.strictObject({ technicianId: id, note: z.optional(note) }),
    example: { technicianId: 'p-technician' },
    emit: (s, input, ctx) => [
      {
        type: 'CaseAllocated',
        data: { to: 13, assigneeId: technician(s, input.technicianId, ctx) },
        personal: { note: input.note },
      },
    ],
  }),
  reassign: action({
    input: z.strictObject({ technicianId: id, note }),
    example: { technicianId: 'p-technician2', note: 'Wang is on leave this week.' },
    emit: (s, input, ctx) => {
      const assigneeId = technician(s, input.technicianId, ctx);
      if (assigneeId === s.assigneeId) throw badField('technicianId', 'technician-same');
      return [{ type: 'CaseReassigned', data: { to: s.status, assigneeId }, personal: { note: input.note } }];
    },
  }),
  refine: action({
    input: z.strictObject({ reason: note }),
    example: { reason: '13 has not derotated: a refinement from stage 12.' },
    emit: (_s, input, ctx) => [
      {
        type: 'RefinementOpened',
        data: { to: 26, childId: ctx.childId },
        personal: { reason: input.reason },
      },
    ],
  }),
  refinementEnded: action({
    input: ended,
    example: { childId: 'CHLD22', how: 'completed' as const },
    emit: (s, input) => {
      if (input.childId !== s.childId) throw badField('childId', 'refinement-other');
      return [{ type: 'RefinementEnded', data: { to: input.how === 'completed' ? 24 : prior(s), ...input } }];
    },
  }),
  complete: action({
    input: completeInput,
    example: {
      outcome: 3 as const,
      date: '2025-03-14',
      retainer: false,
      models: false,
      photos: [],
      xrays: [],
    },
    emit: complete,
  }),
  archive: plain(() => [{ type: 'CaseArchived', data: {} }]),
  unarchive: plain(() => [{ type: 'CaseUnarchived', data: {} }]),
};
