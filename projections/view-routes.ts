/** GET endpoints of views, and the query fields that all lists share. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import type { Position } from '#events/person/position.ts';
import type { PresentCtx } from './present.ts';
import type { ViewRowReads } from './row-access.ts';

type Schema = z.ZodMiniType;

export type ViewRouteCall<Item, Q extends Schema = Schema> = {
  own: ViewRowReads<Item>;
  ctx: PresentCtx;
  query: z.infer<Q>;
  /** Current time, milliseconds since 1970. */
  now: number;
};

/** A GET of the API: the route follows from it, and the type of its answer in the browser from `answer`. */
export type ViewRoute<Item> = {
  path: `/api/${string}`;
  /** Permitted positions, or `session` for everybody who is signed in. */
  rule: 'session' | readonly Position[];
  tag: string;
  summary: string;
  query: Schema;
  // A method, not a property, because only methods let views of different row types share one array.
  answer(call: ViewRouteCall<Item>): unknown;
};

/** `asOf`: a position of the log or an ISO time. */
export const momentQuerySchema = z.strictObject({ asOf: z.optional(z.string().check(z.maxLength(40))) });

const count = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,7}$/, { error: 'page-range' })),
    z.transform(Number).check(z.refine(n => n >= 1 && n <= max, { error: 'page-range' })),
  );

/** `?page=1&size=10` of every list. */
export const pagingParamSchemas = {
  page: z.optional(count(9_999_999)),
  size: z.optional(count(limits.pageSizeMax)),
};

export const flagParamSchema = z.pipe(
  z.enum(['1', '0', 'true', 'false']),
  z.transform(text => text === '1' || text === 'true'),
);

export const keywordParamSchema = z.optional(z.string().check(z.maxLength(100)));

/** Schema of a whole number whose digits match the pattern. */
export const wholeNumberParamSchemaFor = (pattern: RegExp, error: string) =>
  z.pipe(z.string().check(z.regex(pattern, { error })), z.transform(Number));

/** Schema of a comma-separated list of numbers that match the pattern. */
export const numberListParamSchemaFor = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern, { error: 'not-a-choice' })),
    z.transform((text: string) => text.split(',').map(Number)),
  );

/** Schema of a comma-separated list of an option's choices. */
export const choiceListParamSchemaFor = <T extends string | number>(choices: readonly T[]) => {
  const known = new Map(choices.map(choice => [String(choice), choice]));
  return z.pipe(
    z
      .string()
      .check(z.refine(text => text.split(',').every(part => known.has(part)), { error: 'not-a-choice' })),
    z.transform((text: string) => text.split(',').flatMap(part => known.get(part) ?? [])),
  );
};

type SortWord<S extends string> = S | `-${S}`;

/** Schema of a sort: its name, with a leading minus for descending order. */
export const sortParamSchemaFor = <S extends string>(names: readonly [S, ...S[]]) =>
  z.pipe(
    // The boundary: these words are exactly the names and the names with a minus.
    z.enum(names.flatMap(name => [name, `-${name}`]) as [SortWord<S>, ...SortWord<S>[]], {
      error: 'sort-unknown',
    }),
    z.transform(word => ({
      sort: names.find(name => word === name || word === `-${name}`) ?? names[0],
      descending: word.startsWith('-'),
    })),
  );
