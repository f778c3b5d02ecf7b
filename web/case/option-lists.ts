/** The keyed list behind each field's answers, and the texts of its keys. */
import type { Option, OptionList } from '#events/case/options.ts';
import { type AnswerShape, orderRows } from '#events/order/form.ts';

const listIn = (shape: AnswerShape): OptionList | undefined => {
  if (shape.kind === 'choice') return shape.list;
  return shape.kind === 'list' ? listIn(shape.of) : undefined;
};

/** The keyed list of a field's answers, by the field's path. */
export const optionListByField: Readonly<Record<string, OptionList | undefined>> = Object.fromEntries(
  orderRows.map(row => [row.path, listIn(row.shape)]),
);

export const optionTextKey = (list: OptionList, key: number | string): string =>
  `rx:option.${list}.${String(key).replace('.', '_')}`;

/**
 * Measures of the bite grades, shown next to the words: textbook values (overjet in mm, overbite as a
 * fraction of the lower crown, molars by Angle class). Defaults that an orthodontist should check. Answers
 * are stored as keys only.
 */
type Measures<Key extends string> = Readonly<Record<Key, string>>;

const molar: Measures<Option<'molar'>> = { neutral: 'I', mesial: 'III', distal: 'II' };
const overjet: Measures<Option<'grade'>> = {
  normal: '≤ 3 mm',
  mild: '3–5 mm',
  moderate: '5–8 mm',
  severe: '> 8 mm',
};
const overbite: Measures<Option<'grade'>> = {
  normal: '≤ 1/3',
  mild: '1/3–1/2',
  moderate: '1/2–2/3',
  severe: '> 2/3',
};

const measures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  overjet,
  overbite,
  molarRight: molar,
  molarLeft: molar,
};

/** The measure of an answer; undefined if its word is self-explanatory. @param field of the prescription */
export const clinicalMeasureOfOption = (field: string, answer: number | string): string | undefined =>
  measures[field]?.[answer];
