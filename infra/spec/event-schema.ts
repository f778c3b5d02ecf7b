/** Events as other systems read them, as JSON Schema: what events.schema.json holds, one definition for each type. */
import * as z from 'zod/mini';
import type { EventDef } from '#events/case/event-definition.ts';
import { versionOf } from '#events/case/upcasters.ts';
import { type StreamKind, streamKinds } from '#events/streams.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { topicOf } from '#services/relay/topics.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** What JSON Schema has no word for. A tooth is one of the 32; of anything else nobody outside would know the form. */
const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const { type } = zodSchema._zod.def;
  const takes = (value: unknown) => z.safeParse(zodSchema, value).success;
  if (type === 'custom' && TEETH.every(takes) && !takes(19)) Object.assign(jsonSchema, { enum: [...TEETH] });
  else if (['custom', 'transform', 'date', 'bigint', 'map', 'set', 'function'].includes(type))
    throw new Error(`JSON Schema has no word for a schema of the kind ${type}`);
};

const text = z.string();
const sealed = z
  .base64()
  .check(
    z.describe(
      'Sealed under the key of the subject: nobody but Archline opens it, nobody once the key is gone.',
    ),
  );

/** The whole event, as the value of a record. */
function recordSchema(type: string, def: EventDef, name: string) {
  return z.strictObject({
    id: text.check(z.describe('Of this event and no other: what was read twice is known by it.')),
    type: z.literal(type),
    v: z.literal(versionOf(type)),
    at: z.iso.datetime(),
    by: text.check(z.describe('Id of a person or of a share link, or system.')),
    cause: z.optional(text),
    correlation: z.optional(text),
    subject: z.optional(text.check(z.describe('Whose key seals what is personal.'))),
    data: def.data,
    ...(def.personal ? { personal: sealed } : {}),
    stream: z.string().check(z.regex(new RegExp(`^${name}(-|$)`))),
    revision: z.int().check(z.minimum(0), z.describe('0, 1, 2, … in its stream.')),
    position: z.string().check(z.regex(/^\d+$/), z.describe('In the log; later is larger.')),
  });
}

function definition(type: string, def: EventDef, [name, { family }]: [string, StreamKind]): Schema {
  try {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(recordSchema(type, def, name), {
      unrepresentable: 'any',
      override,
    });
    return { description: `topic ${topicOf(family)}, stream ${name}`, ...schema };
  } catch (error) {
    throw new Error(`${type}: ${error instanceof Error ? error.message : error}`);
  }
}

/** By type, in alphabetical order. @throws Error that names a type which cannot be told in JSON Schema */
export function eventDefinitions(): Record<string, Schema> {
  const all = Object.entries(streamKinds).flatMap(kind =>
    Object.entries(kind[1].events).map(([type, def]) => [type, definition(type, def, kind)] as const),
  );
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The document, a definition a line: what changed in a release is seen at once. */
export function eventSchemaText(): string {
  const definitions = eventDefinitions();
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Archline: events',
    description:
      'The value of a record of the relay, in the shape in which this release writes it; a record of an older version has the shape that its release has published.',
    anyOf: Object.keys(definitions).map(type => ({ $ref: `#/$defs/${type}` })),
  };
  const lines = Object.entries(definitions).map(([type, schema]) => `"${type}":${JSON.stringify(schema)}`);
  return `${JSON.stringify(head).slice(0, -1)},\n"$defs":{\n${lines.join(',\n')}\n}}\n`;
}
