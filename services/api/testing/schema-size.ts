/** Upper bound, in UTF-8 bytes, of a JSON text that a JSON Schema accepts. */

/** A JSON Schema as Zod generates it. */
export type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  maxLength?: number;
  pattern?: string;
  maxItems?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  maxProperties?: number;
  /** A rule of ours that JSON Schema has no word for: characters of the value written as JSON. */
  'x-maxJsonCharacters'?: number;
};

const written = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** Maximum number of bytes of a JSON character in UTF-8. */
const BYTES_OF_JSON = 3;
/** Maximum number of bytes of a code unit: JSON writes a control character or a lone surrogate as `\u0000`. */
const BYTES_EACH = 6;
/** Length of the longest number that JavaScript writes. */
const NUMBER = 25;
/** Bytes around a field: quotes, a colon, a comma. */
const AROUND = 4;

/** Length bound of a pattern without unbounded repetition: a day, a code, a phone number. */
const SHORT = 340;
const characterClass = /\[(?:\\.|[^\]])*\]/g;
const lookahead = /\(\?[=!][^)]*\)/g;
const endlessRepeat = /(?<!\\)[*+]|\{\d*,\}/;
const isEndless = (pattern: string) =>
  endlessRepeat.test(pattern.replace(characterClass, '.').replace(lookahead, ''));

const textOf = ({ maxLength, pattern }: JsonSchema) => {
  if (maxLength !== undefined) return 2 + maxLength * BYTES_EACH;
  return pattern === undefined || isEndless(pattern) ? Infinity : SHORT;
};

const listOf = ({ items, prefixItems, maxItems }: JsonSchema) => {
  if (prefixItems) return 2 + sum(prefixItems.map(item => maxJsonBytes(item) + 1));
  return maxItems === undefined ? Infinity : 2 + maxItems * (maxJsonBytes(items ?? {}) + 1);
};

function objectOf({
  properties = {},
  propertyNames,
  additionalProperties,
  maxProperties,
}: JsonSchema): number {
  const named = Object.entries(properties).map(([name, of]) => written(name) + AROUND + maxJsonBytes(of));
  const more = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  if (!more) return 2 + sum(named);
  const names = propertyNames?.enum;
  if (!names && maxProperties !== undefined)
    return 2 + sum(named) + maxProperties * (maxJsonBytes(propertyNames ?? {}) + AROUND + maxJsonBytes(more));
  if (!names) return Infinity;
  return 2 + sum(named) + sum(names.map(name => written(name) + AROUND + maxJsonBytes(more)));
}

const ofType: Record<string, (schema: JsonSchema) => number> = {
  string: textOf,
  array: listOf,
  object: objectOf,
  number: () => NUMBER,
  integer: () => NUMBER,
  boolean: () => 5,
  null: () => 4,
};

/** Returns the bound in bytes of UTF-8. Infinity if the schema has no bound. */
export function maxJsonBytes(schema: JsonSchema): number {
  if ('const' in schema) return written(schema.const);
  if (schema.enum) return Math.max(...schema.enum.map(written));
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return Math.max(...either.map(maxJsonBytes));
  // All schemas of `allOf` must hold, so the smallest bound counts.
  const { type = '', allOf = [] } = schema;
  const largest = Math.max(...[type].flat().map(one => ofType[one]?.(schema) ?? Infinity));
  const asJson = (schema['x-maxJsonCharacters'] ?? Infinity) * BYTES_OF_JSON;
  return Math.min(largest, asJson, ...allOf.map(maxJsonBytes));
}
