/** The fields of an action dialog, derived from the schema of the action's input. Pure. */
import * as z from 'zod/mini';
import {
  daySchema,
  noteSchema,
  optionListOf,
  textSchema,
  trackingNumberSchema,
} from '#events/case/fields.ts';
import type { OptionList } from '#events/case/options.ts';

export type ChoiceValue = string | number;

/** The kind of answer that a field takes. `own`: the schema names no control, so the dialog draws one. */
export type AnswerKind =
  | { kind: 'day' | 'line' | 'code' | 'yesNo' | 'files' | 'own' }
  | { kind: 'text'; max?: number | undefined }
  | { kind: 'number'; min?: number | undefined; max?: number | undefined }
  | { kind: 'choice'; values: readonly ChoiceValue[]; list?: OptionList | undefined }
  | { kind: 'choices'; values: readonly ChoiceValue[]; max?: number | undefined };

export type InputField = {
  answer: AnswerKind;
  isRequired: boolean;
  /** Null is a valid answer: it is sent, not omitted. */
  isNullable: boolean;
};

export type InputSchema = z.ZodMiniObject;
export type InputFields = Readonly<Record<string, InputField>>;

type Schema = z.core.$ZodType;

/** The narrowest bounds among a schema's checks. */
function boundsOf(schema: Schema) {
  const checks = schema._zod.def.checks ?? [];
  const least = checks.flatMap(one =>
    one instanceof z.core.$ZodCheckGreaterThan ? Number(one._zod.def.value) : [],
  );
  const most = checks.flatMap(one =>
    one instanceof z.core.$ZodCheckLessThan
      ? Number(one._zod.def.value)
      : one instanceof z.core.$ZodCheckMaxLength
        ? one._zod.def.maximum
        : [],
  );
  return {
    min: least.length > 0 ? Math.max(...least) : undefined,
    max: most.length > 0 ? Math.min(...most) : undefined,
  };
}

function stringOf(schema: z.ZodMiniString): AnswerKind {
  if (schema === daySchema) return { kind: 'day' };
  if (schema === trackingNumberSchema) return { kind: 'code' };
  if (schema === noteSchema || schema === textSchema) return { kind: 'text', max: boundsOf(schema).max };
  return { kind: 'line' };
}

function choiceOf(schema: Schema): AnswerKind | undefined {
  if (schema instanceof z.ZodMiniEnum) return { kind: 'choice', values: Object.values(schema.def.entries) };
  if (!(schema instanceof z.ZodMiniLiteral)) return undefined;
  const { values } = schema.def;
  return { kind: 'choice', values: values as readonly ChoiceValue[], list: optionListOf(values) };
}

/** Several of a list's choices, at most `max` of them. */
function choicesOf(schema: Schema): AnswerKind | undefined {
  if (!(schema instanceof z.ZodMiniArray)) return undefined;
  const of = choiceOf(schema.def.element);
  return of?.kind === 'choice'
    ? { kind: 'choices', values: of.values, max: boundsOf(schema).max }
    : undefined;
}

function answerOf(schema: Schema): AnswerKind {
  if (schema instanceof z.ZodMiniString) return stringOf(schema);
  if (schema instanceof z.ZodMiniNumber) return { kind: 'number', ...boundsOf(schema) };
  if (schema instanceof z.ZodMiniBoolean) return { kind: 'yesNo' };
  if (schema instanceof z.ZodMiniArray && schema.def.element instanceof z.ZodMiniString)
    return { kind: 'files' };
  return choicesOf(schema) ?? choiceOf(schema) ?? { kind: 'own' };
}

function fieldOf(schema: Schema): InputField {
  if (schema instanceof z.ZodMiniOptional) return { ...fieldOf(schema.def.innerType), isRequired: false };
  if (schema instanceof z.ZodMiniNullable) return { ...fieldOf(schema.def.innerType), isNullable: true };
  return { answer: answerOf(schema), isRequired: true, isNullable: false };
}

export const inputFields = (schema: InputSchema): InputFields =>
  Object.fromEntries(Object.entries(schema.shape).map(([name, of]) => [name, fieldOf(of)]));

/** Whether a dialog field has an answer. */
export const isAnswered = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) ? value.length > 0 : value != null;

/** A field's value in the command's format; undefined omits the field. */
export function commandValue({ answer, isNullable }: InputField, value: unknown): unknown {
  if (typeof value === 'string') {
    const trimmed = answer.kind === 'code' ? value.trim().toUpperCase() : value.trim();
    return trimmed === '' ? undefined : trimmed;
  }
  if (answer.kind === 'choices' && !isAnswered(value)) return undefined;
  return value ?? (isNullable ? null : undefined);
}
