/** Canned answers of a desk, in both languages, with placeholders filled from the conversation. Pure. */
import * as z from 'zod/mini';
import { draftTextSchemaUpTo, hasVisibleCharacter, lineSchemaUpTo } from '../case/fields.ts';

/** Placeholders of canned answers, written `{{doctor}}`. They are filled when an answer is inserted. */
export const cannedAnswerPlaceholders = ['doctor', 'case', 'me'] as const;

export const cannedLimits = { title: 60, text: 1000, answers: 60 } as const;

const known = (text: string) =>
  [...text.matchAll(/\{\{(.*?)\}\}/g)].every(([, name]) =>
    cannedAnswerPlaceholders.some(one => one === name),
  );

const title = lineSchemaUpTo(cannedLimits.title);
/** Text of a canned answer, limited like a message. */
const answer = draftTextSchemaUpTo(cannedLimits.text).check(
  z.refine(hasVisibleCharacter, { error: 'blank' }),
  z.refine(known, { error: 'placeholder-unknown' }),
);
const both = <S extends z.ZodMiniType>(schema: S) => z.strictObject({ en: schema, 'zh-CN': schema });

/** Input that adds or changes a canned answer. */
export const cannedAnswerInputSchema = z.strictObject({
  title: both(title),
  text: both(answer),
  /** Position in the list, from 0. Default: last for a new answer, unchanged for a changed one. */
  order: z.optional(z.int().check(z.gte(0), z.lte(9999))),
});

export type CannedAnswerContent = Omit<z.infer<typeof cannedAnswerInputSchema>, 'order'> & { order: number };
export type CannedAnswer = CannedAnswerContent & { id: string };

/** Fills the placeholders of a canned answer. A placeholder without a value stays visible. */
export const fillPlaceholders = (text: string, values: Partial<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] || whole);

/** Sorts canned answers by their order. */
export const sortCannedAnswers = (list: readonly CannedAnswer[]): CannedAnswer[] =>
  list.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
