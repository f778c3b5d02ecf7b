/**
 * Checks that the golden events have every field of today's schemas. A new optional field without a line would lose the
 * example of its shape: copy a line of its type in golden/v1.ndjson, add the field, and give the line an id of its own.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type StreamKind, streamKinds } from '../streams.ts';

type Schema = z.core.$ZodType;
type Golden = { type: string; data: unknown; personal?: unknown };

const golden: Golden[] = readFileSync(new URL('./golden/v1.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));

/** Paths of all fields that a schema describes, through optional parts, lists and alternatives. */
function fieldsOf(schema: Schema, at: string): string[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return fieldsOf(schema.def.innerType, at);
  if (schema instanceof z.ZodMiniArray) return fieldsOf(schema.def.element, `${at}[]`);
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap(one => fieldsOf(one, at));
  if (!(schema instanceof z.ZodMiniObject)) return [at];
  return Object.entries(schema.shape).flatMap(([name, of]) => fieldsOf(of as Schema, `${at}.${name}`));
}

/** Paths of all values, in the same format. Empty lists and null give their own path only. */
function pathsOf(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return [at, ...value.flatMap(item => pathsOf(item, `${at}[]`))];
  if (value === null || typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([name, of]) => pathsOf(of, `${at}.${name}`))];
}

/** Fields that had no golden value when this test was written. Remove entries, do not add any. */
const withoutLine: readonly string[] = [
  'AddressChanged.personal.city',
  'AllMessagesRead.data.messageIds[]',
  'AllReadTakenBack.data.messageIds[]',
  'ArticleSaved.data.texts.zh-CN.body',
  'ArticleSaved.data.texts.zh-CN.title',
  'CaseAllocated.personal.names',
  'CaseAllocated.personal.note',
  'ModelsPrepared.data.models[].found.scattered',
  'PlanDoctorReviewed.data.acknowledged[]',
  'PlanDoctorReviewed.data.checked[]',
  'PlanExpertReviewed.data.acknowledged[]',
  'PlanExpertReviewed.data.checked[]',
  'PlanSubmitted.personal.instructions',
  'RefinementEnded.data.endedBy',
  'RetainerApplied.data.files[].id',
  'RetainerApplied.data.files[].kind',
  'RetainerApplied.data.files[].mime',
  'RetainerApplied.data.files[].sha256',
  'RetainerApplied.data.files[].size',
  'RetainerApplied.data.files[].slot',
  'RetainerApplied.data.pontics[]',
  'RetainerApplied.personal.note',
  'TargetDoctorReviewed.data.acknowledged[]',
  'TargetDoctorReviewed.data.checked[]',
  'TargetExpertReviewed.data.acknowledged[]',
  'TargetExpertReviewed.data.checked[]',
  'TargetSubmitted.personal.instructions',
  'TrayOrdered.personal.note',
  'VisitRecorded.personal.note',
  'WearChecked.personal.note',
];

it('the golden events have every field of every event', () => {
  const written = new Set(
    golden.flatMap(({ type, data, personal }) => [
      ...pathsOf(data, `${type}.data`),
      ...pathsOf(personal, `${type}.personal`),
    ]),
  );
  const kinds: readonly StreamKind[] = Object.values(streamKinds);
  const fields = kinds.flatMap(({ events }) =>
    Object.entries(events).flatMap(([type, { data, personal }]) => [
      ...fieldsOf(data, `${type}.data`),
      ...(personal ? fieldsOf(personal, `${type}.personal`) : []),
    ]),
  );
  expect([...new Set(fields)].filter(field => !written.has(field)).sort()).toEqual(withoutLine);
});
