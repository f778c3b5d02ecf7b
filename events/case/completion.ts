/** Completing a case: its outcomes, and the records that they require. */
import * as z from 'zod/mini';
import { badField } from '../errors.ts';
import { type DecisionContext, defineAction } from './action-definition.ts';
import type { CaseState } from './case.ts';
import { daySchema, idsSchema, optionKeySchemaFor } from './fields.ts';
import { type Option, options } from './options.ts';
import { Status } from './status.ts';
import type { CaseEvent } from './stream.ts';
import { checkUploads } from './uploads.ts';

type Outcome = Option<'outcome'>;

const restricted: Partial<Record<Status, readonly Outcome[]>> = {
  [Status.AwaitingNextBatch]: [2, 3, 4],
  [Status.Suspended]: [3],
};

/** Returns the outcomes with which a case may be completed at a status. */
export const outcomesAt = (status: Status): readonly Outcome[] => restricted[status] ?? options.outcome;

const completeInput = z.strictObject({
  outcome: optionKeySchemaFor('outcome'),
  date: daySchema,
  retainer: z.optional(z.boolean()),
  models: z.optional(z.boolean()),
  photos: z.optional(idsSchema),
  xrays: z.optional(idsSchema),
});

function complete(s: CaseState, input: z.infer<typeof completeInput>, ctx: DecisionContext): CaseEvent[] {
  if (!outcomesAt(s.status).includes(input.outcome)) throw badField('outcome', 'outcome-not-now');
  // No earliest day is required, because a treatment may have ended before its record was imported.
  if (input.date > ctx.today) throw badField('date', 'date-future');
  const photos = checkUploads(ctx, 'photos', input.photos, ['photo']);
  const xrays = checkUploads(ctx, 'xrays', input.xrays, ['radiograph']);
  if (input.outcome <= 2 && photos.files.length === 0) throw badField('photos', 'required');
  if (input.outcome <= 2 && xrays.files.length === 0) throw badField('xrays', 'required');
  const { outcome, date, retainer = false, models = false } = input;
  const data = {
    to: Status.Completed,
    outcome,
    date,
    retainer,
    models,
    photos: photos.files,
    xrays: xrays.files,
  };
  return [{ type: 'CaseCompleted', data, personal: { names: { ...photos.names, ...xrays.names } } }];
}

export const completionAction = defineAction({
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
});
