/** Progress of a prescription form, and the order of missing fields. Pure. */
import type { MissingField } from '#events/case/draft.ts';
import { slots } from '#events/case/options.ts';
import { type RxField, type RxGroupName, rxFields, rxQuestions } from '#events/case/questions.ts';

/** Number of answered required questions of a group. */
export function countAnsweredAndRequired(
  group: RxGroupName,
  required: readonly RxField[],
  missing: ReadonlySet<string>,
) {
  const asked = required.filter(field => rxQuestions[field].group === group);
  return { done: asked.filter(field => !missing.has(field)).length, of: asked.length };
}

/** Field order of the pages, where it differs from checkDraft. */
const onPage: readonly string[] = [
  'clinic',
  'doctor',
  ...rxFields,
  'models',
  ...slots.photo,
  'radiograph',
  'trackingNumber',
];

/** Sorts missing items in page order. */
export const sortMissingByPage = (missing: readonly MissingField[]): MissingField[] =>
  missing.toSorted((a, b) => onPage.indexOf(a.field) - onPage.indexOf(b.field));
