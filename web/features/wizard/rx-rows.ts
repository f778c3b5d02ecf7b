/** The progress of a prescription's form, and the order in which missing fields are named. Pure. */
import type { MissingField } from '#events/case/draft.ts';
import { slots } from '#events/case/options.ts';
import { type RxField, type RxGroup, rxFields, rxQuestions } from '#events/case/questions.ts';

/** How many of a group's required questions are answered. */
export function answered(group: RxGroup, required: readonly RxField[], missing: ReadonlySet<string>) {
  const asked = required.filter(field => rxQuestions[field].group === group);
  return { done: asked.filter(field => !missing.has(field)).length, of: asked.length };
}

/** Fields in the order of the pages, where draftStatus has another one. */
const onPage: readonly string[] = [
  'clinic',
  'doctor',
  ...rxFields,
  'models',
  ...slots.photo,
  'radiograph',
  'trackingNumber',
];

/** Sorts what is missing by the order of the pages. */
export const inPageOrder = (missing: readonly MissingField[]): MissingField[] =>
  missing.toSorted((a, b) => onPage.indexOf(a.field) - onPage.indexOf(b.field));
