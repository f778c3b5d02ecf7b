/** An analyst's actions on a saved question. Pure: each returns events or refuses. */
import * as z from 'zod/mini';
import { isDayOrTime, lineSchemaUpTo } from '../case/fields.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../person/position.ts';
import { chartKinds, type QuestionContent, type QuestionEvent } from './events.ts';
import { questionLimits } from './limits.ts';
import { questionParamsSchema } from './params.ts';
import { mayReadQuestion, type SavedQuestion } from './saved-question.ts';

const COLUMN_MAX = 200;
const column = z.string().check(z.minLength(1), z.maxLength(COLUMN_MAX));

const MOMENT_MAX = 40;
const isPointInTime = (text: string) => isDayOrTime(text) || /^\w{1,8}-\d{1,18}$/.test(text);

export const questionTextSchema = z
  .string()
  .check(z.regex(/\S/, { error: 'required' }), z.maxLength(questionLimits.sqlMax));

export const questionSaveInputSchema = z.strictObject({
  title: lineSchemaUpTo(questionLimits.titleMax),
  sql: questionTextSchema,
  params: z.optional(questionParamsSchema),
  chart: z.optional(z.nullable(z.strictObject({ kind: z.enum(chartKinds), x: column, y: column }))),
  /** A position of the log, a day or an ISO time. Default: now, each time that it is asked. */
  asOf: z.optional(
    z.string().check(z.maxLength(MOMENT_MAX), z.refine(isPointInTime, { error: 'date-format' })),
  ),
  /** Whether the analysts of the organisation may read it. Default: as before. */
  shared: z.optional(z.boolean()),
});

type By = { viewer: Viewer };
type SaveCtx = By & {
  questionId: string;
  /** Questions that the person has. */
  count: number;
};
/** `ifRevision`: the revision that the change is based on. */
type ChangeCtx = By & { ifRevision?: number };

function refuseFull(count: number): void {
  if (count >= questionLimits.perPerson)
    throw badField('', 'question-limit', { max: questionLimits.perPerson });
}

const contentOf = ({ title, sql, params, chart, asOf }: SavedQuestion): QuestionContent => ({
  ...{ title, sql, params, chart },
  ...(asOf && { asOf }),
});
const same = (a: QuestionContent, b: QuestionContent) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the events that change a saved question to its new version; none if both are equal. */
function saved(
  which: { questionId: string; ownerId: string },
  before: SavedQuestion | undefined,
  input: unknown,
  { orgId }: Viewer,
): QuestionEvent[] {
  const { shared, params = {}, chart = null, title, sql, asOf } = parse(questionSaveInputSchema, input);
  const personal: QuestionContent = { title: title.trim(), sql, params, chart, ...(asOf && { asOf }) };
  const events: QuestionEvent[] = [];
  if (!before || before.removed || !same(contentOf(before), personal))
    events.push({ type: 'QuestionSaved', data: which, personal });
  // Does not keep it shared with an organisation that the person has left, whose analysts could otherwise still read
  // it.
  const known = before?.sharedWith ?? null;
  const wanted = (shared ?? known === orgId) ? orgId : null;
  if (wanted !== known) events.push({ type: 'QuestionShared', data: { ...which, orgId: wanted } });
  return events;
}

/** Saves a new question. @throws Refusal badInput */
export function addQuestion(input: unknown, { viewer, questionId, count }: SaveCtx): QuestionEvent[] {
  const events = saved({ questionId, ownerId: viewer.id }, undefined, input, viewer);
  refuseFull(count);
  return events;
}

/**
 * The question, if the viewer owns it.
 * @throws Refusal notFound if it is missing or hidden, notPermitted for a shared one of another person
 */
function ownQuestion(question: SavedQuestion | undefined, viewer: Viewer): SavedQuestion {
  if (!question) throw new Refusal('notFound');
  if (question.ownerId === viewer.id) return question;
  throw new Refusal(mayReadQuestion(viewer, question) ? 'notPermitted' : 'notFound');
}

function refuseStale({ revision, savedAt }: SavedQuestion, ifRevision: number | undefined): void {
  if (ifRevision !== undefined && revision > ifRevision) throw new Refusal('staleQuestion', { at: savedAt });
}

/**
 * Replaces the whole content, and restores a removed question.
 * @throws Refusal notFound, notPermitted, badInput, staleQuestion
 */
export function changeQuestion(
  question: SavedQuestion | undefined,
  input: unknown,
  { viewer, ifRevision, count }: ChangeCtx & Pick<SaveCtx, 'count'>,
): QuestionEvent[] {
  const before = ownQuestion(question, viewer);
  const events = saved({ questionId: before.id, ownerId: before.ownerId }, before, input, viewer);
  refuseStale(before, ifRevision);
  if (before.removed) refuseFull(count);
  return events;
}

/** Hides a question from every list. @throws Refusal notFound, notPermitted, staleQuestion */
export function removeQuestion(
  question: SavedQuestion | undefined,
  { viewer, ifRevision }: ChangeCtx,
): QuestionEvent[] {
  const { id, ownerId, ...before } = ownQuestion(question, viewer);
  if (before.removed) throw new Refusal('notFound');
  refuseStale({ id, ownerId, ...before }, ifRevision);
  return [{ type: 'QuestionRemoved', data: { questionId: id, ownerId } }];
}
