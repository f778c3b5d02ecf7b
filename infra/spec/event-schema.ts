/**
 * Generates events.schema.json: events as other systems read them, as JSON Schema with one definition per
 * type.
 */
import * as z from 'zod/mini';
import type { EventDefinition } from '#events/case/event-definition.ts';
import { type StreamKind, streamKinds } from '#events/streams.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { upcaster } from '#events/upcasters.ts';
import { topicOfFamily } from '#services/relay/relay-topics.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Describes custom schemas that JSON Schema cannot express. A tooth becomes an enum of the 32 teeth; any
 * other custom schema is an error, because readers could not know its form.
 */
const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const { type } = zodSchema._zod.def;
  const takes = (value: unknown) => z.safeParse(zodSchema, value).success;
  if (type === 'custom' && TEETH.every(takes) && !takes(19)) Object.assign(jsonSchema, { enum: [...TEETH] });
  else if (['custom', 'transform', 'date', 'bigint', 'map', 'set', 'function'].includes(type))
    throw new Error(`JSON Schema cannot express a schema of the kind ${type}`);
};

const text = z.string();
const sealed = z
  .base64()
  .check(
    z.describe(
      'Encrypted with the key of the subject. Only Archline can decrypt it; nobody can once the key is deleted.',
    ),
  );

/** Schema of the whole event, as the value of a relay record. */
function recordSchema(type: string, def: EventDefinition, name: string) {
  return z.strictObject({
    id: text.check(z.describe('Unique id of the event. Use it to recognise an event that was read twice.')),
    type: z.literal(type),
    v: z.literal(upcaster.versionOf(type)),
    at: z.iso.datetime(),
    by: text.check(z.describe('Id of the acting person or share link, or `system`.')),
    cause: z.optional(text),
    correlation: z.optional(text),
    subject: z.optional(text.check(z.describe('Id of the subject whose key encrypts the personal part.'))),
    data: def.data,
    ...(def.personal ? { personal: sealed } : {}),
    stream: z.string().check(z.regex(new RegExp(`^${name}(-|$)`))),
    revision: z.int().check(z.minimum(0), z.describe('Number of the event in its stream: 0, 1, 2, …')),
    position: z
      .string()
      .check(
        z.regex(/^\d+$/),
        z.describe('Position of the event in the log. Later events have larger positions.'),
      ),
  });
}

function definition(type: string, def: EventDefinition, [name, { family }]: [string, StreamKind]): Schema {
  try {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(recordSchema(type, def, name), {
      unrepresentable: 'any',
      override,
    });
    return { description: `topic ${topicOfFamily(family)}, stream ${name}`, ...schema };
  } catch (error) {
    throw new Error(`${type}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Definitions by event type, in alphabetical order. @throws Error naming a type that JSON Schema cannot
 * express
 */
export function createEventDefinitions(): Record<string, Schema> {
  const all = Object.entries(streamKinds).flatMap(kind =>
    Object.entries(kind[1].events).map(([type, def]) => [type, definition(type, def, kind)] as const),
  );
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The whole document with one definition per line, so that diffs of a release are readable. */
export function createEventSchemaText(): string {
  const definitions = createEventDefinitions();
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Archline: events',
    description:
      'The value of a relay record as this release writes it. A record of an older version has the shape that its own release published.',
    anyOf: Object.keys(definitions).map(type => ({ $ref: `#/$defs/${type}` })),
  };
  const lines = Object.entries(definitions).map(([type, schema]) => `"${type}":${JSON.stringify(schema)}`);
  return `${JSON.stringify(head).slice(0, -1)},\n"$defs":{\n${lines.join(',\n')}\n}}\n`;
}
