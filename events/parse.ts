/** Parsing at the door: a schema and a value, or a refusal that names each field. */
import type * as z from 'zod/mini';
import { type Issue, isRefusal, Refusal } from './errors.ts';

type ZodIssue = {
  code?: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
  input?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  origin?: string;
  /** Numbers and names that a custom check tells of. */
  params?: Issue['values'];
};

/** Own words that a check carries as its message; anything else is told by its code. */
const word = /^[a-z]+(?:-[a-z]+)*$/;

/** What falls short or goes over, by what was counted: characters, entries, or the number itself. */
const sizes: Record<string, readonly [small: string, big: string]> = {
  string: ['too-short', 'too-long'],
  array: ['too-few', 'too-many'],
};
const numbers = ['too-small', 'too-big'] as const;

const byCode: Record<string, (i: ZodIssue) => Pick<Issue, 'issue' | 'values'>> = {
  invalid_type: i => ({ issue: i.input === undefined ? 'required' : 'wrong-type' }),
  invalid_value: i => ({ issue: i.input === undefined ? 'required' : 'not-a-choice' }),
  too_small: i => ({ issue: (sizes[i.origin ?? ''] ?? numbers)[0], values: { min: Number(i.minimum) } }),
  too_big: i => ({ issue: (sizes[i.origin ?? ''] ?? numbers)[1], values: { max: Number(i.maximum) } }),
};

function issuesOf(i: ZodIssue): Issue[] {
  const path = i.path.map(String).join('.');
  if (i.code === 'unrecognized_keys')
    return (i.keys ?? []).map(key => ({ path: path ? `${path}.${key}` : key, issue: 'unknown-field' }));
  if (word.test(i.message))
    return [i.params ? { path, issue: i.message, values: i.params } : { path, issue: i.message }];
  return [{ path, ...(byCode[i.code ?? '']?.(i) ?? { issue: 'invalid' }) }];
}

/** Issues that one refusal names at most: a body of a megabyte can be wrong in a hundred thousand places. */
export const issuesMax = 100;
const toldOf = (all: readonly unknown[]): Issue[] => {
  const told: Issue[] = [];
  for (const one of all) {
    if (told.length >= issuesMax) break;
    told.push(...issuesOf(one as ZodIssue).slice(0, issuesMax - told.length));
  }
  return told;
};

/** What is wrong with a value, field by field, the first hundred; empty where nothing is. */
export function issuesWith(schema: z.ZodMiniType, value: unknown): Issue[] {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : toldOf(result.error.issues);
}

/**
 * The value as the schema has it.
 * @param value may be the refusal of a body that could not be read: it is thrown in the input's turn
 * @throws Refusal badInput with an issue for each field that is wrong
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  if (isRefusal(value)) throw value;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data as z.infer<S>;
  throw new Refusal('badInput', { issues: toldOf(result.error.issues) });
}
