/** Parameters of a question in SQL. Each has a type and a value, which the engine binds. */
import * as z from 'zod/mini';
import { isDay, isDayOrTime } from '../case/fields.ts';
import { statusCodes } from '../case/status.ts';

const paramTypes = ['number', 'text', 'day', 'moment', 'status'] as const;
/** Null is bound as NULL. A day is yyyy-mm-dd, a moment an ISO time. */
export type QuestionParam = { type: (typeof paramTypes)[number]; value: string | number | null };
/** Parameters by name, without `$`. */
export type QuestionParams = Readonly<Record<string, QuestionParam>>;

const PARAMS = 20;
const VALUE_CHARACTERS = 1000;
/** Larger than other values, because the rules of a log's releases are passed as one text. */
const TEXT_CHARACTERS = 16_000;
/** Most characters of all parameters together, as JSON, so that a saved question fits into one append. */
const ALL_CHARACTERS = 40_000;

const textWhere = (test: (text: string) => boolean) =>
  z.string().check(z.maxLength(VALUE_CHARACTERS), z.refine(test, { error: 'date-format' }));
const paramOf = <T extends QuestionParam['type'], V extends z.ZodMiniType>(type: T, value: V) =>
  z.strictObject({ type: z.literal(type), value: z.nullable(value) });

const param = z.discriminatedUnion('type', [
  paramOf('number', z.number()),
  paramOf('text', z.string().check(z.maxLength(TEXT_CHARACTERS))),
  paramOf('day', textWhere(isDay)),
  paramOf('moment', textWhere(isDayOrTime)),
  paramOf('status', z.literal(statusCodes)),
]);

/** Schema of the parameters that are sent with a question. */
export const questionParamsSchema = z
  .record(z.string().check(z.regex(/^\w{1,64}$/, { error: 'invalid' })), param)
  .check(
    z.refine(params => Object.keys(params).length <= PARAMS, { error: 'too-many', params: { max: PARAMS } }),
    z.refine(params => JSON.stringify(params).length <= ALL_CHARACTERS, {
      error: 'too-long',
      params: { max: ALL_CHARACTERS },
    }),
    z.meta({ maxProperties: PARAMS, 'x-maxJsonCharacters': ALL_CHARACTERS }),
  );

/** Schema of recorded parameters, which today's input schema does not judge. */
export const recordedParamsSchema = z.record(
  z.string(),
  z.object({ type: z.enum(paramTypes), value: z.nullable(z.union([z.string(), z.number()])) }),
);

export const paramLimits = { params: PARAMS } as const;
