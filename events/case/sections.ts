/**
 * Schemas of the wizard's sections. All fields are optional, because a section may be saved incomplete (lifecycle.md).
 * Present fields must be valid; unknown fields are refused. draft.ts decides when a section is complete.
 */
import * as z from 'zod/mini';
import { lingualOrderSchema } from '../lingual/schema.ts';
import { isFdi } from '../tooth/fdi.ts';
import { createEmptyMarks, type MarkConflict, markConflicts } from '../tooth/marks.ts';
import { contactKeySchema, iprAmountSchema } from '../tooth/schema.ts';
import {
  daySchema,
  distinct,
  lineSchema,
  lineSchemaUpTo,
  noteSchema,
  optionKeySchemaFor,
  optionKeysSchemaFor,
  personNameSchema,
  phoneSchema,
  textSchema,
  trackingNumberSchema,
  zipCodeSchema,
} from './fields.ts';
import { limits } from './limits.ts';
import { options } from './options.ts';

const optional = z.optional;

/** FDI code of a permanent tooth as a number, 11–18 … 41–48. */
export const fdiNumberSchema = z.int().check(z.refine(isFdi, { error: 'tooth-unknown' }));
const teeth = z.array(fdiNumberSchema).check(z.maxLength(32), distinct);

const patient = z.strictObject({
  name: optional(personNameSchema),
  gender: optional(optionKeySchemaFor('gender')),
  birthDate: optional(daySchema),
  address: optional(lineSchema),
  doctor: optional(personNameSchema),
  clinic: optional(lineSchema),
  clinicAddress: optional(lineSchema),
  outsideCaseNumber: optional(lineSchema),
  visitDate: optional(daySchema),
  remarks: optional(textSchema),
});

const diagnosis = z.strictObject({
  flags: optional(optionKeysSchemaFor('diagnosis')),
  bite: optional(optionKeySchemaFor('bite')),
  complaint: optional(textSchema),
  corrections: optional(optionKeysSchemaFor('correction')),
  info: optional(textSchema),
});

export const prescriptionSchema = z.strictObject({
  method: optional(optionKeySchemaFor('method')),
  productType: optional(optionKeySchemaFor('productType')),
  preset: optional(lineSchema),
  arch: optional(optionKeySchemaFor('arch')),
  extraction: optional(optionKeySchemaFor('yesNoUnsure')),
  ipr: optional(optionKeySchemaFor('yesNoUnsure')),
  anchorage: optional(optionKeySchemaFor('anchorage')),
  midline: optional(optionKeySchemaFor('midline')),
  midlineAmount: optional(optionKeySchemaFor('midlineAmount')),
  overbite: optional(optionKeySchemaFor('grade')),
  overjet: optional(optionKeySchemaFor('grade')),
  molarRight: optional(optionKeySchemaFor('molar')),
  molarLeft: optional(optionKeySchemaFor('molar')),
  crowdingRelief: optional(optionKeysSchemaFor('crowdingRelief')),
  step: optional(optionKeySchemaFor('step')),
  angle: optional(optionKeySchemaFor('angle')),
  overcorrection: optional(optionKeySchemaFor('overcorrection')),
  attachmentPosition: optional(optionKeySchemaFor('attachmentPosition')),
  attachmentTypes: optional(optionKeysSchemaFor('attachmentType', limits.attachmentTypes)),
  profile: optional(optionKeySchemaFor('profile')),
  bruxism: optional(optionKeySchemaFor('bruxism')),
  molarAdjustment: optional(optionKeySchemaFor('molarAdjustment')),
  posteriorLock: optional(optionKeySchemaFor('posteriorLock')),
  gaps: optional(optionKeySchemaFor('gaps')),
  note: optional(noteSchema),
  lingual: optional(lingualOrderSchema),
});

/** Field of a conflict between marks: the later of the two (`extractAndNoMove` → noMove). */
const markOf = ({ reason }: MarkConflict) => {
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
    ipr: optional(
      z
        .array(z.strictObject({ contact: contactKeySchema, mm: optional(iprAmountSchema) }))
        .check(z.maxLength(32)),
    ),
    confirmed: optional(z.boolean()),
  })
  .check(payload => {
    // Cast: the schema above has checked that the numbers are FDI codes.
    const marks = {
      ...createEmptyMarks(),
      ...(payload.value as Partial<ReturnType<typeof createEmptyMarks>>),
    };
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
export const deliveryAddressSchema = z.strictObject({
  consignee: personNameSchema,
  phone: phoneSchema,
  address: lineSchema,
  zip: zipCodeSchema,
  clinic: lineSchema,
});

/** An overridden warning of the contradiction check. It holds only for the values in `about` (overrideKey). */
const overruling = z.strictObject({
  rule: optionKeySchemaFor('contradiction'),
  about: lineSchemaUpTo(limits.noteMax),
  reason: textSchema,
});
const oncePerRule = z.refine<readonly { rule: string }[]>(
  list => new Set(list.map(one => one.rule)).size === list.length,
  { error: 'repeated' },
);

const data = z.strictObject({
  courier: optional(optionKeySchemaFor('courier')),
  trackingNumber: optional(trackingNumberSchema),
  dataOrderNumber: optional(
    z.string().check(z.regex(/^[A-Za-z0-9-]{3,40}$/, { error: 'order-number-format' })),
  ),
  receiver: optional(personNameSchema),
  deliveryAddress: optional(deliveryAddressSchema),
  overruled: optional(z.array(overruling).check(z.maxLength(options.contradiction.length), oncePerRule)),
});

export const sectionSchemas = { patient, diagnosis, prescription: prescriptionSchema, markers, data };
export type SectionName = keyof typeof sectionSchemas;
export const sectionNames = Object.keys(sectionSchemas) as SectionName[];
export type Sections = { [S in SectionName]: z.infer<(typeof sectionSchemas)[S]> };
export type Prescription = Sections['prescription'];
export type DeliveryAddress = z.infer<typeof deliveryAddressSchema>;
