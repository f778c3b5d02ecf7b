/** The prescription's questions in their order, and which of them a case cannot do without. Pure. */
import { draftStatus, type Missing } from '#events/case/draft.ts';
import { slots } from '#events/case/options.ts';
import type { Prescription, Sections } from '#events/case/sections.ts';
import type { Edited } from './fields.ts';

export type RxField = Exclude<keyof Prescription, 'method' | 'productType' | 'preset' | 'lingual'> & string;

export const rxGroups = [
  { id: 'space', rows: ['arch', 'extraction', 'ipr', 'crowdingRelief', 'gaps', 'anchorage'] },
  {
    id: 'occlusion',
    rows: ['midline', 'overjet', 'overbite', 'molarRight', 'molarLeft', 'molarAdjustment', 'posteriorLock'],
  },
  { id: 'movement', rows: ['step', 'angle', 'attachmentPosition', 'attachmentTypes', 'overcorrection'] },
  { id: 'further', rows: ['profile', 'bruxism', 'note'] },
] as const satisfies readonly { id: string; rows: readonly RxField[] }[];

/** Terms of the glossary (events/term) that explain a question. */
export const termOfField: Partial<Record<RxField, string>> = {
  extraction: 'extraction',
  ipr: 'ipr',
  crowdingRelief: 'crowding',
  gaps: 'spacing',
  anchorage: 'anchorage',
  midline: 'midlineCorrection',
  overjet: 'overjet',
  overbite: 'overbite',
  molarRight: 'molarRelationship',
  molarLeft: 'molarRelationship',
  posteriorLock: 'scissorBite',
  attachmentTypes: 'attachment',
  overcorrection: 'overcorrection',
  profile: 'profile',
};

/** Questions that stand within the row of another. */
const within: Partial<Record<RxField, string>> = { midlineAmount: 'midline' };

/** What a clear-aligner prescription must answer, given what has been answered. */
export function requiredFields(edited: Edited): Set<string> {
  const { midline, attachmentPosition } = edited.prescription;
  const bare = { method: 1 as const };
  const of = (prescription: Prescription) =>
    draftStatus({ ...(edited as Sections), prescription }, [])
      .missing.filter(m => m.section === 'prescription')
      .map(m => m.field);
  return new Set([...of(bare), ...of({ ...bare, midline, attachmentPosition })]);
}

/** How many of a group's required questions are answered. */
export function answered(
  rows: readonly string[],
  required: ReadonlySet<string>,
  missing: ReadonlySet<string>,
) {
  const asked = [...required].filter(field => rows.includes(within[field as RxField] ?? field));
  return { done: asked.filter(field => !missing.has(field)).length, of: asked.length };
}

/** Fields as they stand on their pages, from top to bottom, where draftStatus has another order. */
const onPage: readonly string[] = [
  'clinic',
  'doctor',
  ...rxGroups.flatMap(group =>
    group.rows.flatMap(row => (row === 'midline' ? [row, 'midlineAmount'] : [row])),
  ),
  'models',
  ...slots.photo,
  'radiograph',
  'trackingNumber',
];

/** What is missing, in the order of its pages. */
export const inPageOrder = (missing: readonly Missing[]): Missing[] =>
  missing.toSorted((a, b) => onPage.indexOf(a.field) - onPage.indexOf(b.field));
