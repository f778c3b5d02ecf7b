/** A person's own marks: moments of the replay with a short text. Pure. */
import * as z from 'zod/mini';
import { lineSchemaUpTo } from '../case/fields.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import { type MomentMarkEvent, momentMarkStreamOf } from './mark-events.ts';

export const momentMarkLimits = { marks: 200, text: 80 };

/** `at`: the marked moment, an ISO time in UTC. */
export const newMomentMarkInputSchema = z.strictObject({
  at: z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/, { error: 'date-format', abort: true }),
    z.refine(text => !Number.isNaN(Date.parse(text)), { error: 'date-invalid' }),
  ),
  text: lineSchemaUpTo(momentMarkLimits.text),
});

export type MomentMark = { id: string; at: string; text: string };
type Marks = { revision: number; list: readonly MomentMark[] };

function apply(list: readonly MomentMark[], e: MomentMarkEvent): readonly MomentMark[] {
  const { markId: id } = e.data;
  switch (e.type) {
    case 'MarkSet':
      return [...list, { id, at: e.data.at, text: e.personal.text }];
    case 'MarkRemoved':
      return list.filter(mark => mark.id !== id);
    default:
      return e satisfies never;
  }
}

/** The stream of a person's marks and its fold. */
export const momentMarkFold = {
  kind: 'marks',
  streamOf: momentMarkStreamOf,
  empty: { revision: -1, list: [] } as Marks,
  evolve: (state: Marks, e: MomentMarkEvent & { revision: number }): Marks =>
    e.revision <= state.revision ? state : { revision: e.revision, list: apply(state.list, e) },
} as const;

/** Owner of the marks, and the mark that is set or removed. */
type MarkRef = { personId: string; markId: string };

/** Adds a mark. @param now ms since 1970. @throws Refusal badInput for a moment in the future, and at the limit */
export function addMomentMark(
  { list }: Marks,
  input: unknown,
  { personId, markId, now }: MarkRef & { now: number },
): MomentMarkEvent[] {
  const { at, text } = parse(newMomentMarkInputSchema, input);
  if (Date.parse(at) > now) throw badField('at', 'date-future');
  if (list.length >= momentMarkLimits.marks)
    throw badField('', 'mark-limit', { max: momentMarkLimits.marks });
  return [{ type: 'MarkSet', data: { personId, markId, at }, personal: { text } }];
}

/** Removes a mark. @throws Refusal notFound */
export function removeMomentMark({ list }: Marks, { personId, markId }: MarkRef): MomentMarkEvent[] {
  if (!list.some(({ id }) => id === markId)) throw new Refusal('notFound');
  return [{ type: 'MarkRemoved', data: { personId, markId } }];
}
