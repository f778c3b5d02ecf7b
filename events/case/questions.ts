/**
 * The questions of a clear-aligner prescription in the order of the form: one row for each field of its schema. The
 * draft's completeness, the wizard's form and summary, presets and the merge of two edits read this table.
 */
import * as z from 'zod/mini';
import { prescriptionSchema, type Sections } from './sections.ts';

type Prescription = Sections['prescription'];
export type RxField = Exclude<keyof Prescription, 'method' | 'productType' | 'preset' | 'lingual'>;

export const rxGroupNames = ['space', 'occlusion', 'movement', 'further'] as const;
export type RxGroupName = (typeof rxGroupNames)[number];

/** How a question is answered: one key of its list, several keys in order, several pictures, or a text. */
export type RxControl = 'choice' | 'ranked' | 'pictures' | 'text';

/** The answer that a question details. Merging two edits takes both fields from the same edit. */
type Details = { field: RxField; answer: string };

/** An inline question is in the row of the field that it details. Only choices fit there. */
type Placed =
  | { control: RxControl; details?: Details; inline?: never }
  | { control: 'choice'; details: Details; inline: true };

type Question = Placed & {
  group: RxGroupName;
  /** `detail`: required once `details` holds. `crowding`: required if crowding is diagnosed. */
  required?: 'always' | 'detail' | 'crowding';
  /** A finding or text about one patient, which presets exclude. */
  patientsOwn?: true;
  /** The question has a hint below its label, `rxNote` in wizard.json. */
  hint?: true;
  /** Id of the term in the glossary (events/term) that explains the question. */
  term?: string;
};

// biome-ignore format: a question is a line
const table = {
  arch: { group: 'space', control: 'choice', required: 'always' },
  extraction: { group: 'space', control: 'choice', required: 'always', hint: true, term: 'extraction' },
  ipr: { group: 'space', control: 'choice', required: 'always', term: 'ipr' },
  crowdingRelief: { group: 'space', control: 'ranked', required: 'crowding', hint: true, term: 'crowding' },
  gaps: { group: 'space', control: 'choice', hint: true, term: 'spacing' },
  anchorage: { group: 'space', control: 'choice', required: 'always', term: 'anchorage' },
  midline: { group: 'occlusion', control: 'choice', required: 'always', hint: true, term: 'midlineCorrection' },
  midlineAmount: { group: 'occlusion', control: 'choice', required: 'detail', details: { field: 'midline', answer: 'adjust' }, inline: true },
  overjet: { group: 'occlusion', control: 'choice', required: 'always', patientsOwn: true, hint: true, term: 'overjet' },
  overbite: { group: 'occlusion', control: 'choice', required: 'always', patientsOwn: true, hint: true, term: 'overbite' },
  molarRight: { group: 'occlusion', control: 'choice', required: 'always', patientsOwn: true, hint: true, term: 'molarRelationship' },
  molarLeft: { group: 'occlusion', control: 'choice', required: 'always', patientsOwn: true, hint: true, term: 'molarRelationship' },
  molarAdjustment: { group: 'occlusion', control: 'choice', hint: true },
  posteriorLock: { group: 'occlusion', control: 'choice', hint: true, term: 'scissorBite' },
  step: { group: 'movement', control: 'choice', required: 'always', hint: true },
  angle: { group: 'movement', control: 'choice', required: 'always', hint: true },
  attachmentPosition: { group: 'movement', control: 'choice', required: 'always' },
  attachmentTypes: { group: 'movement', control: 'pictures', required: 'detail', details: { field: 'attachmentPosition', answer: 'specified' }, hint: true, term: 'attachment' },
  overcorrection: { group: 'movement', control: 'choice', required: 'always', term: 'overcorrection' },
  profile: { group: 'further', control: 'choice', term: 'profile' },
  bruxism: { group: 'further', control: 'choice', patientsOwn: true },
  note: { group: 'further', control: 'text', patientsOwn: true },
} as const satisfies Record<RxField, Question>;

export const rxQuestions: Readonly<Record<RxField, Question>> = table;
/** The fields in the order of the form. */
export const rxFields = Object.keys(table) as RxField[];

/** The groups of the form with their fields. `rows` omits inline fields, which share the row of another field. */
export const rxGroups = rxGroupNames.map(id => {
  const fields = rxFields.filter(field => rxQuestions[field].group === id);
  return { id, fields, rows: fields.filter(field => !rxQuestions[field].inline) };
});

/** Returns the inline question in the row of a field; undefined if there is none. */
export const inlineQuestionOf = (field: RxField): RxField | undefined =>
  rxFields.find(one => rxQuestions[one].inline && rxQuestions[one].details?.field === field);

/** The most characters that the schema accepts for the text of a question. @throws Error without such a limit */
export function rxTextMax(field: RxField): number {
  const checks: readonly z.core.$ZodCheck[] =
    prescriptionSchema.shape[field].def.innerType._zod.def.checks ?? [];
  const limit = checks.find(one => one instanceof z.core.$ZodCheckMaxLength);
  if (!limit) throw new Error(`the schema of ${field} has no greatest length`);
  return limit._zod.def.maximum;
}

/** True if the answer that a question details is given. */
export function hasAnswerToDetail(field: RxField, rx: Prescription): boolean {
  const { details } = rxQuestions[field];
  return details !== undefined && rx[details.field] === details.answer;
}

/** Diagnosis flag of crowding. Without this flag, crowding relief is not required. */
const CROWDING = 92;

/** Why a field is required, in the order in which missing fields are listed. */
const reasons = ['always', 'detail', 'crowding'] as const;
const inSchema = Object.keys(prescriptionSchema.shape).filter((key): key is RxField =>
  Object.hasOwn(table, key),
);

/** Returns the fields that a prescription requires: by reason, and within a reason in the order of the schema. */
export function requiredRxFields({
  prescription: rx,
  diagnosis,
}: Pick<Sections, 'prescription' | 'diagnosis'>): RxField[] {
  const holds: Record<(typeof reasons)[number], (field: RxField) => boolean> = {
    always: () => true,
    detail: field => hasAnswerToDetail(field, rx),
    crowding: () => diagnosis.flags?.includes(CROWDING) ?? false,
  };
  return reasons.flatMap(why =>
    inSchema.filter(field => rxQuestions[field].required === why && holds[why](field)),
  );
}
