/** Canned answers: what a desk says often, in both languages, with places that the conversation fills. Pure. */
import * as z from 'zod/mini';
import { draftUpTo, isVisible, lineUpTo } from '../case/fields.ts';

/** Written `{{doctor}}`: filled in when the answer is taken. */
export const placeholders = ['doctor', 'case', 'me'] as const;
export type Placeholder = (typeof placeholders)[number];

export const cannedLimits = { title: 60, text: 1000, answers: 60 } as const;

const known = (text: string) =>
  [...text.matchAll(/\{\{(.*?)\}\}/g)].every(([, name]) => placeholders.some(one => one === name));

const title = lineUpTo(cannedLimits.title);
/** What a message may be: it becomes one. */
const answer = draftUpTo(cannedLimits.text).check(
  z.refine(isVisible, { error: 'blank' }),
  z.refine(known, { error: 'placeholder-unknown' }),
);
const both = <S extends z.ZodMiniType>(schema: S) => z.strictObject({ en: schema, 'zh-CN': schema });

export const newCanned = z.strictObject({
  title: both(title),
  text: both(answer),
  /** Its place among the others, from 0; where it is left out, a new one comes last and another stays. */
  order: z.optional(z.int().check(z.gte(0), z.lte(9999))),
});

export type CannedContent = Omit<z.infer<typeof newCanned>, 'order'> & { order: number };
export type Canned = CannedContent & { id: string };

/** The text with its places filled; one without a value stays as it is, to be seen. */
export const filled = (text: string, values: Partial<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] || whole);

/** In the order in which they are offered. */
export const sorted = (list: readonly Canned[]): Canned[] =>
  list.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
