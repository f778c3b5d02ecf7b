/** Validates input with a schema, and refuses invalid input with an issue for each field. */
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
  /** Values of a custom check for the issue's text. */
  params?: Issue['values'];
};

/** Pattern of a dictionary word in a check's message. Other messages are replaced by a word for the issue's code. */
const word = /^[a-z]+(?:-[a-z]+)*$/;

/** Issue words for too small and too big, by the checked type: characters, entries, or a number. */
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

/** Issues of one refusal at most, because a large body can have a hundred thousand invalid fields. */
export const issuesMax = 100;
const toldOf = (all: readonly unknown[]): Issue[] => {
  const told: Issue[] = [];
  for (const one of all) {
    if (told.length >= issuesMax) break;
    told.push(...issuesOf(one as ZodIssue).slice(0, issuesMax - told.length));
  }
  return told;
};

/** Returns the issues of a value, one for each field, at most `issuesMax`; empty for a valid value. */
export function findIssues(schema: z.ZodMiniType, value: unknown): Issue[] {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : toldOf(result.error.issues);
}

/**
 * Parses a value with a schema.
 * @param value the input, or the refusal of an unreadable body, which is rethrown
 * @throws Refusal badInput with an issue for each invalid field
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  if (isRefusal(value)) throw value;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data as z.infer<S>;
  throw new Refusal('badInput', { issues: toldOf(result.error.issues) });
}
