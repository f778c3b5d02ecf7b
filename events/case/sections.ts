/**
 * Schemas of the wizard's sections. All fields are optional, because a section may be saved incomplete (lifecycle.md).
 * Present fields must be valid; unknown fields are refused. draft.ts decides when a section is complete.
 */
import * as z from 'zod/mini';
import { lingual } from '../lingual/schema.ts';
import { isFdi } from '../tooth/fdi.ts';
import { type Conflict, emptyMarks, markConflicts } from '../tooth/marks.ts';
import { contact, iprAmount } from '../tooth/schema.ts';
import {
  day,
  distinct,
  line,
  lineUpTo,
  note,
  optionKey,
  optionKeys,
  personName,
  phone,
  text,
  trackingNumber,
  zipCode,
} from './fields.ts';
import { limits } from './limits.ts';
import { options } from './options.ts';

const optional = z.optional;

/** FDI code of a permanent tooth as a number, 11–18 … 41–48. */
export const fdi = z.int().check(z.refine(isFdi, { error: 'tooth-unknown' }));
const teeth = z.array(fdi).check(z.maxLength(32), distinct);

const patient = z.strictObject({
  name: optional(personName),
  gender: optional(optionKey('gender')),
  birthDate: optional(day),
  address: optional(line),
  doctor: optional(personName),
  clinic: optional(line),
  clinicAddress: optional(line),
  outsideCaseNumber: optional(line),
  visitDate: optional(day),
  remarks: optional(text),
});

const diagnosis = z.strictObject({
  flags: optional(optionKeys('diagnosis')),
  bite: optional(optionKey('bite')),
  complaint: optional(text),
  corrections: optional(optionKeys('correction')),
  info: optional(text),
});

export const prescription = z.strictObject({
  method: optional(optionKey('method')),
  productType: optional(optionKey('productType')),
  preset: optional(line),
  arch: optional(optionKey('arch')),
  extraction: optional(optionKey('yesNoUnsure')),
  ipr: optional(optionKey('yesNoUnsure')),
  anchorage: optional(optionKey('anchorage')),
  midline: optional(optionKey('midline')),
  midlineAmount: optional(optionKey('midlineAmount')),
  overbite: optional(optionKey('grade')),
  overjet: optional(optionKey('grade')),
  molarRight: optional(optionKey('molar')),
  molarLeft: optional(optionKey('molar')),
  crowdingRelief: optional(optionKeys('crowdingRelief')),
  step: optional(optionKey('step')),
  angle: optional(optionKey('angle')),
  overcorrection: optional(optionKey('overcorrection')),
  attachmentPosition: optional(optionKey('attachmentPosition')),
  attachmentTypes: optional(optionKeys('attachmentType', limits.attachmentTypes)),
  profile: optional(optionKey('profile')),
  bruxism: optional(optionKey('bruxism')),
  molarAdjustment: optional(optionKey('molarAdjustment')),
  posteriorLock: optional(optionKey('posteriorLock')),
  gaps: optional(optionKey('gaps')),
  note: optional(note),
  lingual: optional(lingual),
});

/** Field of a conflict between marks: the later of the two (`extractAndNoMove` → noMove). */
const markOf = ({ reason }: Conflict) => {
  const [, later] = reason.split('And');
  return later ? later.charAt(0).toLowerCase() + later.slice(1) : 'ipr';
};

const markers = z
  .strictObject({
    extract: optional(teeth),
    noMove: optional(teeth),
    noAttachment: optional(teeth),
    reserveSpace: optional(teeth),
    missing: optional(teeth),
    ipr: optional(z.array(z.strictObject({ contact, mm: optional(iprAmount) })).check(z.maxLength(32))),
    confirmed: optional(z.boolean()),
  })
  .check(payload => {
    // Cast: the schema above has checked that the numbers are FDI codes.
    const marks = { ...emptyMarks(), ...(payload.value as Partial<ReturnType<typeof emptyMarks>>) };
    for (const conflict of markConflicts(marks))
      payload.issues.push({
        code: 'custom',
        message: 'marks-conflict',
        path: [markOf(conflict)],
        params: { tooth: conflict.tooth ?? conflict.contact ?? '' },
        input: payload.value,
      });
  });

/** A delivery address: every part is required once there is one (product-spec.md 5, Consignee). */
export const deliveryAddress = z.strictObject({
  consignee: personName,
  phone,
  address: line,
  zip: zipCode,
  clinic: line,
});

/** An overridden warning of the contradiction check. It holds only for the values in `about` (overrideKey). */
const overruling = z.strictObject({
  rule: optionKey('contradiction'),
  about: lineUpTo(limits.noteMax),
  reason: text,
});
const oncePerRule = z.refine<readonly { rule: string }[]>(
  list => new Set(list.map(one => one.rule)).size === list.length,
  { error: 'repeated' },
);

const data = z.strictObject({
  courier: optional(optionKey('courier')),
  trackingNumber: optional(trackingNumber),
  dataOrderNumber: optional(
    z.string().check(z.regex(/^[A-Za-z0-9-]{3,40}$/, { error: 'order-number-format' })),
  ),
  receiver: optional(personName),
  deliveryAddress: optional(deliveryAddress),
  overruled: optional(z.array(overruling).check(z.maxLength(options.contradiction.length), oncePerRule)),
});

export const sections = { patient, diagnosis, prescription, markers, data };
export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];
export type Sections = { [S in SectionName]: z.infer<(typeof sections)[S]> };
export type Prescription = Sections['prescription'];
export type DeliveryAddress = z.infer<typeof deliveryAddress>;
