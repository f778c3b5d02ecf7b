/** A preference preset: a name, and the answers that a clear-aligner prescription starts from. Pure. */
import * as z from 'zod/mini';
import { distinct, lineUpTo } from '../case/fields.ts';
import { limits } from '../case/options.ts';
import { fdi, prescription } from '../case/sections.ts';

/** A case's own: the method and what belongs to another one, the product, and where the answers came from. */
const questions = z.omit(prescription, { method: true, productType: true, preset: true, lingual: true });
const answers = questions.check(z.refine(given => answeredBy(given).length > 0, { error: 'preset-empty' }));
export type PresetAnswers = z.infer<typeof questions>;

/** Blanks around a name are cut off, and are not endless. */
export const presetName = z.pipe(
  z.string().check(z.maxLength(1_000), z.trim()),
  lineUpTo(limits.presetNameMax),
);

/** Teeth that go with the answer that teeth are extracted. */
const extract = z.array(fdi).check(z.maxLength(32), distinct);

export const newPreset = z.strictObject({
  name: presetName,
  prescription: answers,
  extract: z.optional(extract),
});
/** What is left out stays as it is. */
export const presetChange = z.strictObject({
  name: z.optional(presetName),
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

/** The questions that a preset answers, in the prescription's order. */
export function answeredBy(given: PresetAnswers): PresetField[] {
  const fields = Object.keys(questions.shape) as PresetField[];
  return fields.filter(field => isAnswer(given[field]));
}

/** Two names that a person takes for the same: without regard to case, width, blanks and what shows nothing. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
