/** A preference preset: a name and default answers of a clear-aligner prescription. Pure. */
import * as z from 'zod/mini';
import { distinct, lineSchemaUpTo } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { fdiNumberSchema, prescriptionSchema } from '../case/sections.ts';

/** Omits what belongs to one case: the method, the product, the lingual part, and the name of the applied preset. */
const questions = z.omit(prescriptionSchema, {
  method: true,
  productType: true,
  preset: true,
  lingual: true,
});
const answers = questions.check(
  z.refine(given => fieldsAnsweredBy(given).length > 0, { error: 'preset-empty' }),
);
export type PresetAnswers = z.infer<typeof questions>;

/** Trims the name. The first limit bounds the work of trimming. */
export const presetNameSchema = z.pipe(
  z.string().check(z.maxLength(1_000), z.trim()),
  lineSchemaUpTo(limits.presetNameMax),
);

/** Teeth to extract, for the answer `yes` to extraction. */
const extract = z.array(fdiNumberSchema).check(z.maxLength(32), distinct);

export const newPresetInputSchema = z.strictObject({
  name: presetNameSchema,
  prescription: answers,
  extract: z.optional(extract),
});
/** Absent parts stay unchanged. */
export const presetChangeInputSchema = z.strictObject({
  name: z.optional(presetNameSchema),
  prescription: z.optional(answers),
  extract: z.optional(extract),
});

/** `extract`: FDI codes. */
export type PresetContent = {
  name: string;
  prescription: PresetAnswers;
  extract: readonly number[];
};
export type Preset = PresetContent & { id: string };

export type PresetField = keyof PresetAnswers & string;

const isAnswer = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Returns the fields that a preset answers, in the order of the schema. */
export function fieldsAnsweredBy(given: PresetAnswers): PresetField[] {
  const fields = Object.keys(questions.shape) as PresetField[];
  return fields.filter(field => isAnswer(given[field]));
}

/** Normalises a name for comparison: ignores case, width, blanks and invisible characters. */
export const presetNameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
