/**
 * Three-way merge of a section, field by field: takes changes of one side, leaves fields that both changed
 * open for a
 * person. Pure.
 */
import { rxFields, rxQuestions } from '#events/case/questions.ts';
import { type SectionName, sectionSchemas } from '#events/case/sections.ts';
import { type FieldValues, isFieldGroup, isSameValue, normalizeFields, withValueAtPath } from './fields.ts';

/** Fields that depend on another field. Both are taken from the same side. */
const belongsTo: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    rxFields.flatMap(field => {
      const { details } = rxQuestions[field];
      return details ? [[field, details.field]] : [];
    }),
  ),
  trackingNumber: 'courier',
};
/** Groups that are merged as a whole: half an address is useless. */
const whole: readonly string[] = ['deliveryAddress'];

/** A field by path (`clinic`, `lingual.torque.11`) with its dependent fields by their paths. */
type Parts = ReadonlyMap<string, unknown>;
type Split = ReadonlyMap<string, Parts>;

function* leaves(value: FieldValues, at: string): Generator<[path: string, value: unknown]> {
  for (const [key, part] of Object.entries(value)) {
    const path = at + key;
    if (isFieldGroup(part) && !whole.includes(key)) yield* leaves(part, `${path}.`);
    else yield [path, part];
  }
}

function splitFields(value: FieldValues): Split {
  const fields = new Map<string, Map<string, unknown>>();
  for (const [path, part] of leaves(value, '')) {
    const field = belongsTo[path] ?? path;
    const parts = fields.get(field) ?? new Map<string, unknown>();
    fields.set(field, parts.set(path, part));
  }
  return fields;
}

const answer = (of: Split, field: string): FieldValues =>
  normalizeFields(Object.fromEntries(of.get(field) ?? []));

const joinFields = (fields: Iterable<Parts>): FieldValues => {
  let value: FieldValues = {};
  for (const parts of fields) for (const [path, part] of parts) value = withValueAtPath(value, path, part);
  return value;
};

/** All fields of the given versions, in schema order. */
function fieldsOf(section: SectionName, ...all: readonly Split[]): string[] {
  const order = Object.keys(sectionSchemas[section].shape);
  const place = (field: string) => order.indexOf(field.split('.', 1)[0] ?? field);
  return [...new Set(all.flatMap(each => [...each.keys()]))].toSorted(
    (a, b) => place(a) - place(b) || a.localeCompare(b, 'en', { numeric: true }),
  );
}

const unconfirmed = ({ confirmed: _, ...marks }: FieldValues) => normalizeFields(marks);

/**
 * A confirmation of tooth marks applies to the marks that its person saw, so it does not cover marks merged
 * from two sides.
 */
function confirmedAsSeen(value: FieldValues, sides: readonly FieldValues[]): FieldValues {
  if (!value.confirmed) return value;
  const seen = sides.some(side => side.confirmed && isSameValue(unconfirmed(side), unconfirmed(value)));
  return seen ? value : { ...value, confirmed: undefined };
}

export type MergedSection = {
  /** The merged value; open fields contain this person's value. */
  value: FieldValues;
  /** Fields that both sides changed differently, in schema order. */
  open: string[];
};

/**
 * Rebases typed changes onto another person's save. @param base the common version @param stillOpen fields
 * that were open before: their value need not have changed again
 */
export function mergeSection(
  section: SectionName,
  { base, mine, theirs }: { base: FieldValues; mine: FieldValues; theirs: FieldValues },
  stillOpen: readonly string[] = [],
): MergedSection {
  const [was, own, other] = [splitFields(base), splitFields(mine), splitFields(theirs)];
  const open: string[] = [];
  const taken: Parts[] = [];
  for (const field of fieldsOf(section, was, own, other)) {
    const [before, here, there] = [answer(was, field), answer(own, field), answer(other, field)];
    const untouched = isSameValue(here, before);
    const agreed = isSameValue(here, there);
    taken.push((untouched && !agreed ? other : own).get(field) ?? new Map());
    const moved = stillOpen.includes(field) || !isSameValue(there, before);
    if (!untouched && moved && !agreed && field !== 'confirmed') open.push(field);
  }
  return { value: confirmedAsSeen(joinFields(taken), [mine, theirs]), open };
}

/** Returns the value with these fields taken from the other side. */
export function takeTheirs(
  section: SectionName,
  value: FieldValues,
  theirs: FieldValues,
  fields: readonly string[],
): FieldValues {
  if (fields.length === 0) return value;
  const [own, other] = [splitFields(value), splitFields(theirs)];
  const taken = [...fields, 'confirmed'];
  const parts = fieldsOf(section, own, other).map(
    field => (taken.includes(field) ? other : own).get(field) ?? new Map(),
  );
  return confirmedAsSeen(joinFields(parts), [theirs]);
}

/** Returns the parts of a field with their paths, for display. */
export const fieldParts = (value: FieldValues, field: string): [path: string, value: unknown][] => [
  ...(splitFields(normalizeFields(value)).get(field) ?? []),
];
