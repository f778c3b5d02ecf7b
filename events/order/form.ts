/**
 * The order form: a row for every field of a case's sections, derived from their schemas, and one for every
 * record. The case's page, its PDF and the difference between submissions read their rows from here.
 */
import * as z from 'zod/mini';
import { optionListOf } from '../case/fields.ts';
import type { CaseFileFacts } from '../case/files.ts';
import { type FileKind, type OptionList, type Slot, slots } from '../case/options.ts';
import { fdiNumberSchema, type Sections, sectionNames, sectionSchemas } from '../case/sections.ts';
import { isFdi } from '../tooth/fdi.ts';
import { contactKeySchema } from '../tooth/schema.ts';

/** Structure of an answer on the order form. */
export type AnswerShape =
  | { kind: 'text' | 'number' | 'yesNo' | 'tooth' | 'contact' | 'record' }
  | { kind: 'choice'; list: OptionList }
  | { kind: 'list'; of: AnswerShape }
  /** Values by tooth. */
  | { kind: 'chart'; of: AnswerShape }
  /** Fields that belong together within a list: an archwire, or a contact with its amount. */
  | { kind: 'entry'; fields: Readonly<Record<string, AnswerShape>> };

export type OrderFormRow = {
  /** Path of the field, `prescription.lingual.archShape`; the first part is the section. */
  path: string;
  /** Dictionary key of the question. */
  label: string;
  shape: AnswerShape;
};

const orderSectionNames = [...sectionNames, 'files'] as const;
export type OrderSectionName = (typeof orderSectionNames)[number];
export type OrderSection = { name: OrderSectionName; rows: readonly OrderFormRow[] };

type Schema = z.core.$ZodType;

const unwrapped = (schema: Schema): Schema =>
  schema instanceof z.ZodMiniOptional ? unwrapped(schema.def.innerType) : schema;

const isChart = (fields: object) => Object.keys(fields).every(key => isFdi(Number(key)));

/** Converts a field's schema to the structure of its answer. @throws Error for a kind of schema that no row can show */
function shapeOf(wrapped: Schema): AnswerShape {
  const schema = unwrapped(wrapped);
  if (schema === fdiNumberSchema) return { kind: 'tooth' };
  if (schema === contactKeySchema) return { kind: 'contact' };
  if (schema instanceof z.ZodMiniString) return { kind: 'text' };
  if (schema instanceof z.ZodMiniNumber) return { kind: 'number' };
  if (schema instanceof z.ZodMiniBoolean) return { kind: 'yesNo' };
  if (schema instanceof z.ZodMiniArray) return { kind: 'list', of: shapeOf(schema.def.element) };
  if (schema instanceof z.ZodMiniLiteral) {
    const list = optionListOf(schema.def.values);
    if (list) return { kind: 'choice', list };
  }
  if (schema instanceof z.ZodMiniObject) {
    const fields: [string, Schema][] = Object.entries(schema.shape);
    const [first] = fields;
    if (first && isChart(schema.shape)) return { kind: 'chart', of: shapeOf(first[1]) };
    return { kind: 'entry', fields: Object.fromEntries(fields.map(([name, of]) => [name, shapeOf(of)])) };
  }
  throw new Error(`the order form cannot show a ${schema._zod.def.type}`);
}

/** Rows of an object's fields. A nested object has rows of its own, with words under its own name. */
function rowsOf(path: string, group: string, schema: z.ZodMiniObject): OrderFormRow[] {
  const fields: [string, Schema][] = Object.entries(schema.shape);
  return fields.flatMap(([field, wrapped]) => {
    const inner = unwrapped(wrapped);
    const at = `${path}.${field}`;
    if (inner instanceof z.ZodMiniObject && !isChart(inner.shape)) return rowsOf(at, field, inner);
    return [{ path: at, label: `rx:field.${group}.${field}`, shape: shapeOf(inner) }];
  });
}

const slotted: readonly Slot[] = [...slots.photo, ...slots.radiograph, ...slots.stl];
/** Kinds of a case's files without slots. */
const loose = ['archive', 'other'] as const satisfies readonly FileKind[];

const records: readonly OrderFormRow[] = [
  ...slotted.map(slot => ({ path: `files.${slot}`, label: `rx:slot.${slot}` })),
  ...loose.map(kind => ({ path: `files.${kind}`, label: `rx:fileKind.${kind}` })),
].map(row => ({ ...row, shape: { kind: 'list', of: { kind: 'record' } } }));

/** The form's sections in order, each with its rows. */
export const orderForm: readonly OrderSection[] = [
  ...sectionNames.map(name => ({ name, rows: rowsOf(name, name, sectionSchemas[name]) })),
  { name: 'files', rows: records },
];

export const orderRows: readonly OrderFormRow[] = orderForm.flatMap(section => section.rows);

/** The content of an order as its reader sees it: the case's sections and records. */
export type Order = { sections: Partial<Sections>; files: readonly CaseFileFacts[] };

/** Returns the files of a row. */
export function filesOfRow<F extends CaseFileFacts>(files: readonly F[], row: OrderFormRow): F[] {
  const name = row.path.slice('files.'.length);
  return files.filter(file => (file.slot ?? file.kind) === name);
}

const sectionOf = (row: OrderFormRow) => row.path.split('.', 1)[0] as OrderSectionName;

/** Questions that are asked with either method. */
const ofBoth: readonly string[] = ['prescription.method', 'prescription.productType'];

/** Returns the method that asks a row's question; undefined for both. Lingual cases have their own tooth chart. */
function methodOf({ path }: OrderFormRow): Sections['prescription']['method'] {
  if (path.startsWith('prescription.lingual.')) return 2;
  if (path.startsWith('markers.')) return 1;
  return path.startsWith('prescription.') && !ofBoth.includes(path) ? 1 : undefined;
}

/** False for questions of the other method. Their earlier answers are kept, but are not part of the order. */
export function isRowOfMethod({ sections: said }: Pick<Order, 'sections'>, row: OrderFormRow): boolean {
  const [method, asking] = [said.prescription?.method, methodOf(row)];
  return method === undefined || asking === undefined || asking === method;
}

/** Returns an order's answer in a row; SHA-256 hashes for files. Undefined if unanswered. */
export function orderAnswerOf({ sections: said, files }: Order, row: OrderFormRow): unknown {
  const name = sectionOf(row);
  if (name === 'files') {
    const held = filesOfRow(files, row).map(file => file.sha256);
    return held.length > 0 ? held : undefined;
  }
  const [, ...parts] = row.path.split('.');
  const value = parts.reduce<unknown>(
    (at, part) => (at as Record<string, unknown> | undefined)?.[part],
    said[name],
  );
  return isNothing(value) ? undefined : value;
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isNothing));
