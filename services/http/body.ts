/** Reads request bodies once: JSON or form-encoded, limited in bytes and values, without prototype keys. */
import * as z from 'zod/mini';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { issuesMax, parse } from '#events/parse.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import type { ApiContext } from './context.ts';

/** Maximum bytes of a signed-in person's body. */
const MAX_BYTES = 1024 * 1024;
/**
 * Maximum bytes of a body on a public route. A name, a password and a return path fit, with each character
 * percent-encoded.
 */
const PUBLIC_BYTES = 8 * 1024;
/**
 * Maximum time for the whole body on a public route. Without it, a slow body would hold its connection for Node's five
 * minutes.
 */
export const PUBLIC_BODY_MS = 10_000;
/** Reads and discards an oversized body up to this multiple of its limit. */
const DRAINED = 32;
/** The server library reads bodies of at most this stated length, because it keeps a list of pieces. */
const SMALL_BYTES = 16 * 1024;

type Schema = z.ZodMiniType;

/** `max`: accepted bytes. `timers`: the body must arrive within PUBLIC_BODY_MS. */
export type BodyBounds = { max?: number; timers?: RepeatingTimers };

/** Bounds of a body on a route without a session. */
export const createPublicBodyBounds = ({ timers }: { timers: RepeatingTimers }): BodyBounds => ({
  max: PUBLIC_BYTES,
  timers,
});

/** Returns the fields of an object schema; empty for other schemas. */
function shapeOf(schema: Schema): Record<string, Schema> {
  const def: unknown = schema._zod.def;
  const shape: unknown = typeof def === 'object' && def !== null && 'shape' in def ? def.shape : undefined;
  // Cast: zod keeps an object's fields there.
  return typeof shape === 'object' && shape !== null ? (shape as Record<string, Schema>) : {};
}

/**
 * Reads the body in one piece. Reads and discards an oversized body: closing the connection while the client sends
 * would reset it, and the client would never see the refusal. Trap: a list of one-byte pieces uses a hundred times
 * their size.
 * @throws Refusal tooLarge
 */
async function bytes(c: ApiContext, max: number): Promise<Uint8Array> {
  const stated = Number(c.req.header('content-length') ?? Number.NaN);
  if (stated <= Math.min(max, SMALL_BYTES)) return new Uint8Array(await c.req.arrayBuffer());
  let held = new Uint8Array();
  let size = 0;
  if (!(stated > max * DRAINED))
    for await (const piece of c.req.raw.body ?? []) {
      const from = size;
      size += piece.byteLength;
      if (size > max * DRAINED) break;
      if (size > max) held = new Uint8Array();
      else {
        if (size > held.length) held = grown(held, size);
        held.set(piece, from);
      }
    }
  if (size > max || stated > max) throw new Refusal('tooLarge', { limit: max });
  return held.subarray(0, size);
}

/** Grows the buffer to hold `size` bytes and more. */
function grown(held: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(Math.max(size, 2 * held.length));
  wider.set(held);
  return wider;
}

/** Stops waiting for a body that drips, and closes its connection with the answer. @throws Refusal bodyTimeout */
async function inTime<T>(c: ApiContext, timers: RepeatingTimers, body: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const stop = timers.every(PUBLIC_BODY_MS, () => {
    c.header('Connection', 'close');
    reject(new Refusal('bodyTimeout'));
  });
  try {
    return await Promise.race([body, late]);
  } finally {
    stop();
  }
}

function decoded(raw: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    throw badField('', 'not-json');
  }
}

/** Maximum depth. No valid body is nested deeper, and deeper recursion would exhaust the stack. */
const MAX_DEPTH = 32;
/**
 * Maximum number of values in a body. The fullest lingual sheet has five hundred. A megabyte holds half a million, and
 * each value is checked.
 */
const MAX_VALUES = 5000;

/** Counts the values of one body. @throws Refusal tooLarge */
function counted() {
  let values = 0;
  return () => {
    values += 1;
    if (values > MAX_VALUES) throw new Refusal('tooLarge', { values: MAX_VALUES });
  };
}

/**
 * Refuses `__proto__`. JSON.parse makes it an ordinary field, and code that copies the field later would set a
 * prototype.
 */
function refuseTraps(value: unknown, path: readonly string[], count: () => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (path.length > MAX_DEPTH) throw badField(path[0] ?? '', 'wrong-type');
  for (const key in value) {
    count();
    if (key === '__proto__') throw badField([...path, key].join('.'), 'unknown-field');
    const inner: unknown = Reflect.get(value, key);
    if (typeof inner === 'object') refuseTraps(inner, [...path, key], count);
  }
}

function fromJson(text: string, path: string, count: () => void): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badField(path, 'not-json');
  }
  refuseTraps(value, path ? [path] : [], count);
  return value;
}

/**
 * Returns a form field as text if the schema accepts text, otherwise as the JSON in it: `name=1` stays "1", but
 * `outcome=1` becomes 1.
 */
function fieldValue(schema: Schema | undefined, name: string, text: string, count: () => void): unknown {
  if (!schema || schema.safeParse(text).success) return text;
  if (!/^(?:[[{"\d-]|true$|false$|null$)/.test(text)) return text;
  try {
    return fromJson(text, name, count);
  } catch (error) {
    if (isRefusal(error) && error.refusal === 'tooLarge') throw error;
    // A list or an object was meant as JSON, so its error is reported. Other text goes to the schema.
    if (/^[[{]/.test(text)) throw error;
    return text;
  }
}

function fromForm(text: string, schema: Schema): Record<string, unknown> {
  const shape = shapeOf(schema);
  const fields = new Map<string, unknown>();
  const count = counted();
  for (const [name, value] of new URLSearchParams(text)) {
    count();
    if (name === '__proto__') throw badField(name, 'unknown-field');
    if (fields.has(name)) throw badField(name, 'repeated-key');
    fields.set(name, fieldValue(Object.hasOwn(shape, name) ? shape[name] : undefined, name, value, count));
  }
  return Object.fromEntries(fields);
}

/**
 * Parses the body to a JavaScript value, which is not validated. A missing body becomes an empty object.
 * @param schema decides how a form's texts are read
 * @throws Refusal tooLarge, bodyTimeout, wrongMediaType, badInput
 */
export async function readBodyValue(
  c: ApiContext,
  schema: Schema,
  bounds: BodyBounds = {},
): Promise<unknown> {
  const { max = MAX_BYTES, timers } = bounds;
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const form = type === 'application/x-www-form-urlencoded';
  const json = type === 'application/json';
  const raw = await (timers ? inTime(c, timers, bytes(c, max)) : bytes(c, max));
  if (raw.byteLength === 0) return {};
  if (!form && !json) throw new Refusal('wrongMediaType');
  const text = decoded(raw);
  return form ? fromForm(text, schema) : fromJson(text, '', counted());
}

/**
 * Like `readBodyValue`, but returns the refusal of an unreadable body instead of throwing it, for callers that must
 * check other things first.
 */
export async function readBodyOrRefusal(c: ApiContext, schema: Schema): Promise<unknown> {
  return readBodyValue(c, schema).catch((error: unknown) => {
    if (isRefusal(error)) return error;
    throw error;
  });
}

/** A route's input: its schema, and an example that is valid unchanged. */
export type BodySchema<S extends Schema> = {
  schema: S;
  example: z.input<S>;
  /** @throws Refusal */
  read(c: ApiContext, bounds?: BodyBounds): Promise<z.infer<S>>;
};

export function defineBody<S extends Schema>(schema: S, example: z.input<S>): BodySchema<S> {
  return {
    schema,
    example,
    read: async (c, bounds) => parse(schema, await readBodyValue(c, schema, bounds)),
  };
}

/** The body of a command without fields: `{}`. */
export const emptyBody = defineBody(z.strictObject({}), {});

/**
 * Refuses query fields that a schema does not name; without a schema, refuses every field. The names are checked
 * before the handler runs, although values are checked last, because an ignored `asOf` would answer with today's
 * numbers. Trap: Hono's `queries()` drops `__proto__`, so the names are read from the URL.
 * @throws Refusal badInput
 */
export function refuseUnknownQuery(c: ApiContext, schema?: Schema): void {
  const known = schema ? shapeOf(schema) : {};
  const unknown = [...new Set(new URL(c.req.url).searchParams.keys())].filter(
    name => !Object.hasOwn(known, name),
  );
  if (unknown.length === 0) return;
  const issues = unknown.slice(0, issuesMax).map(path => ({ path, issue: 'unknown-field' }));
  throw new Refusal('badInput', { issues });
}

/** Parses a query by its schema. Refuses unknown keys, and keys that are given twice. @throws Refusal badInput */
export function readQuery<S extends Schema>(c: ApiContext, schema: S): z.infer<S> {
  const given = c.req.queries();
  const repeated = Object.entries(given).find(([, values]) => values.length > 1);
  if (repeated) throw badField(repeated[0], 'repeated-key');
  return parse(schema, c.req.query());
}
