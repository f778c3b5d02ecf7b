/** How long a JSON text is at most that a JSON Schema lets through. */

/** As Zod writes them. */
export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  maxLength?: number;
  pattern?: string;
  format?: string;
  maxItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
};

const written = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** UTF-8 has three bytes for a Chinese character; `"` and `\` take two, and controls are refused. */
const BYTES_EACH = 3;
/** As JavaScript writes the longest one. */
const NUMBER = 25;
/** Quotes, a colon, a comma. */
const AROUND = 4;
/** A pattern of digits, letters and signs: phone numbers, days, ids, addresses. */
const PATTERNED = 340;

const textOf = ({ maxLength, pattern, format }: Schema) => {
  if (maxLength !== undefined) return 2 + maxLength * BYTES_EACH;
  return pattern !== undefined || format !== undefined ? PATTERNED : Infinity;
};

const listOf = ({ items, prefixItems, maxItems }: Schema) => {
  if (prefixItems) return 2 + sum(prefixItems.map(item => largestOf(item) + 1));
  return maxItems === undefined ? Infinity : 2 + maxItems * (largestOf(items ?? {}) + 1);
};

function objectOf({ properties = {}, propertyNames, additionalProperties }: Schema): number {
  const named = Object.entries(properties).map(([name, of]) => written(name) + AROUND + largestOf(of));
  const more = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  if (!more) return 2 + sum(named);
  const names = propertyNames?.enum;
  if (!names) return Infinity;
  return 2 + sum(named) + sum(names.map(name => written(name) + AROUND + largestOf(more)));
}

const ofType: Record<string, (schema: Schema) => number> = {
  string: textOf,
  array: listOf,
  object: objectOf,
  number: () => NUMBER,
  integer: () => NUMBER,
  boolean: () => 5,
  null: () => 4,
};

/** In bytes of UTF-8; Infinity where the schema sets no bound. */
export function largestOf(schema: Schema): number {
  if ('const' in schema) return written(schema.const);
  if (schema.enum) return Math.max(...schema.enum.map(written));
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return Math.max(...either.map(largestOf));
  // Each of them has to hold, so that one bound is enough.
  const { type = '', allOf = [] } = schema;
  return Math.min(ofType[type]?.(schema) ?? Infinity, ...allOf.map(largestOf));
}
