/** Request bodies, read once at the door: JSON or form-encoded, of so many bytes and values, nothing that hides in them. */
import type * as z from 'zod/mini';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { issuesMax, parse } from '#events/parse.ts';
import type { Timers } from '../clock/clock.ts';
import type { ApiContext } from './context.ts';

/** Of somebody who is signed in. */
const MAX_BYTES = 1024 * 1024;
/** Of anybody: a name, a password and where to go next, each letter of them written as %E5%BC%A0, fit in. */
const PUBLIC_BYTES = 8 * 1024;
/** Time for the whole of such a body. Without it, a slow body would hold its connection for Node's five minutes. */
export const PUBLIC_BODY_MS = 10_000;
/** So many times what is taken is read of what is too large. */
const DRAINED = 32;
/** What says that it is this small is gathered by the server itself, which keeps a list of the pieces. */
const SMALL_BYTES = 16 * 1024;

type Schema = z.ZodMiniType;

/** `max`: bytes that are taken. `timers`: the body must arrive within PUBLIC_BODY_MS. */
export type BodyBounds = { max?: number; timers?: Timers };

/** The bounds of a body that anybody may send. */
export const publicBounds = ({ timers }: { timers: Timers }): BodyBounds => ({ max: PUBLIC_BYTES, timers });

/** The fields of an object schema; none where it is no object. */
function shapeOf(schema: Schema): Record<string, Schema> {
  const def: unknown = schema._zod.def;
  const shape: unknown = typeof def === 'object' && def !== null && 'shape' in def ? def.shape : undefined;
  // The boundary: zod keeps an object's fields there.
  return typeof shape === 'object' && shape !== null ? (shape as Record<string, Schema>) : {};
}

/**
 * The body in one piece. What is too large is read on all the same, and thrown away: a connection that is closed while
 * the client still sends is reset, and the client never sees the refusal.
 * Trap: a list of pieces of one byte each weighs a hundred times what they hold.
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

/** With room for `size` bytes, and for more that come. */
function grown(held: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(Math.max(size, 2 * held.length));
  wider.set(held);
  return wider;
}

/** Stops waiting for a body that drips, and closes its connection with the answer. @throws Refusal bodyTimeout */
async function inTime<T>(c: ApiContext, timers: Timers, body: Promise<T>): Promise<T> {
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

/** No body of ours is nested deeper; whoever walks one that is runs out of stack. */
const MAX_DEPTH = 32;
/** Values in a body. The fullest lingual sheet has five hundred; a megabyte holds half a million, and each is checked. */
const MAX_VALUES = 5000;

/** Counts the values of one body. @throws Refusal tooLarge */
function counted() {
  let values = 0;
  return () => {
    values += 1;
    if (values > MAX_VALUES) throw new Refusal('tooLarge', { values: MAX_VALUES });
  };
}

/** JSON.parse makes `__proto__` a field like any other; whoever copies it later would set a prototype. */
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
 * A form's field: text where the schema takes it as text, else the JSON that it holds. So `name=1` stays "1" and
 * `outcome=1` becomes 1.
 */
function fieldValue(schema: Schema | undefined, name: string, text: string, count: () => void): unknown {
  if (!schema || schema.safeParse(text).success) return text;
  if (!/^(?:[[{"\d-]|true$|false$|null$)/.test(text)) return text;
  try {
    return fromJson(text, name, count);
  } catch (error) {
    if (isRefusal(error) && error.refusal === 'tooLarge') throw error;
    // Where JSON was meant, say so; a text that only begins with a digit is the schema's to judge.
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
 * The body as JavaScript, before the schema has judged it. No body is an empty object.
 * @param schema only tells how a form's texts are to be taken
 * @throws Refusal tooLarge, bodyTimeout, wrongMediaType, badInput
 */
export async function readBody(c: ApiContext, schema: Schema, bounds: BodyBounds = {}): Promise<unknown> {
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

/** As `readBody`, but what cannot be read comes back as its refusal, for whoever has to refuse other things first. */
export async function readBodyOrRefusal(c: ApiContext, schema: Schema): Promise<unknown> {
  return readBody(c, schema).catch((error: unknown) => {
    if (isRefusal(error)) return error;
    throw error;
  });
}

/** What a route takes: its schema, and an example that it accepts as it stands. */
export type Accepts<S extends Schema> = {
  schema: S;
  example: z.input<S>;
  /** @throws Refusal */
  read(c: ApiContext, bounds?: BodyBounds): Promise<z.infer<S>>;
};

export function accepts<S extends Schema>(schema: S, example: z.input<S>): Accepts<S> {
  return { schema, example, read: async (c, bounds) => parse(schema, await readBody(c, schema, bounds)) };
}

/**
 * Refuses query fields that a schema does not name; without a schema, every field. Unlike a field's value, which is
 * checked last, its name is checked before the handler runs: an ignored `asOf` would answer with today's numbers.
 * Trap: Hono's `queries()` drops `__proto__`, so the names are read from the URL.
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

/** A query by its schema. A key given twice is refused, an unknown one as well. @throws Refusal badInput */
export function readQuery<S extends Schema>(c: ApiContext, schema: S): z.infer<S> {
  const given = c.req.queries();
  const repeated = Object.entries(given).find(([, values]) => values.length > 1);
  if (repeated) throw badField(repeated[0], 'repeated-key');
  return parse(schema, c.req.query());
}
