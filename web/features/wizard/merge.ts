/**
 * Two people's (or windows') versions of a section put together, field by field: what only one of them changed is
 * taken, what both changed is left open for a person. Pure.
 */
import { rxFields, rxQuestions } from '#events/case/questions.ts';
import { type SectionName, sections } from '#events/case/sections.ts';
import { clean, type Fields, isFields, same, withPart } from './fields.ts';

/** Fields that depend on another one. Both are taken from the same side. */
const belongsTo: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    rxFields.flatMap(field => {
      const { details } = rxQuestions[field];
      return details ? [[field, details.field]] : [];
    }),
  ),
  trackingNumber: 'courier',
};
/** Groups whose parts are never taken from two sides: half of an address is nobody's. */
const whole: readonly string[] = ['deliveryAddress'];

/** A field by its path (`clinic`, `lingual.torque.11`) with what belongs to it, each by its own path. */
type Parts = ReadonlyMap<string, unknown>;
type Split = ReadonlyMap<string, Parts>;

function* leaves(value: Fields, at: string): Generator<[path: string, value: unknown]> {
  for (const [key, part] of Object.entries(value)) {
    const path = at + key;
    if (isFields(part) && !whole.includes(key)) yield* leaves(part, `${path}.`);
    else yield [path, part];
  }
}

function split(value: Fields): Split {
  const fields = new Map<string, Map<string, unknown>>();
  for (const [path, part] of leaves(value, '')) {
    const field = belongsTo[path] ?? path;
    const parts = fields.get(field) ?? new Map<string, unknown>();
    fields.set(field, parts.set(path, part));
  }
  return fields;
}

const answer = (of: Split, field: string): Fields => clean(Object.fromEntries(of.get(field) ?? []));

const joined = (fields: Iterable<Parts>): Fields => {
  let value: Fields = {};
  for (const parts of fields) for (const [path, part] of parts) value = withPart(value, path, part);
  return value;
};

/** Every field that one of them has, in the schema's order. */
function fieldsOf(section: SectionName, ...all: readonly Split[]): string[] {
  const order = Object.keys(sections[section].shape);
  const place = (field: string) => order.indexOf(field.split('.', 1)[0] ?? field);
  return [...new Set(all.flatMap(each => [...each.keys()]))].toSorted(
    (a, b) => place(a) - place(b) || a.localeCompare(b, 'en', { numeric: true }),
  );
}

const unconfirmed = ({ confirmed: _, ...marks }: Fields) => clean(marks);

/** A confirmation of tooth marks is of those marks that its person saw: marks of two hands were seen by neither. */
function confirmedAsSeen(value: Fields, sides: readonly Fields[]): Fields {
  if (!value.confirmed) return value;
  const seen = sides.some(side => side.confirmed && same(unconfirmed(side), unconfirmed(value)));
  return seen ? value : { ...value, confirmed: undefined };
}

export type Merged = {
  /** What was typed stands in the open fields. */
  value: Fields;
  /** Fields that both changed, each to something else, in the schema's order. */
  open: string[];
};

/**
 * Lays what somebody saved under what was typed since.
 * @param base what both began with
 * @param stillOpen fields that were open before: theirs need not have changed again
 */
export function merge(
  section: SectionName,
  { base, mine, theirs }: { base: Fields; mine: Fields; theirs: Fields },
  stillOpen: readonly string[] = [],
): Merged {
  const [was, own, other] = [split(base), split(mine), split(theirs)];
  const open: string[] = [];
  const taken: Parts[] = [];
  for (const field of fieldsOf(section, was, own, other)) {
    const [before, here, there] = [answer(was, field), answer(own, field), answer(other, field)];
    const untouched = same(here, before);
    const agreed = same(here, there);
    taken.push((untouched && !agreed ? other : own).get(field) ?? new Map());
    const moved = stillOpen.includes(field) || !same(there, before);
    if (!untouched && moved && !agreed && field !== 'confirmed') open.push(field);
  }
  return { value: confirmedAsSeen(joined(taken), [mine, theirs]), open };
}

/** The value with these fields as the other side has them. */
export function taking(
  section: SectionName,
  value: Fields,
  theirs: Fields,
  fields: readonly string[],
): Fields {
  if (fields.length === 0) return value;
  const [own, other] = [split(value), split(theirs)];
  const taken = [...fields, 'confirmed'];
  const parts = fieldsOf(section, own, other).map(
    field => (taken.includes(field) ? other : own).get(field) ?? new Map(),
  );
  return confirmedAsSeen(joined(parts), [theirs]);
}

/** What a value says in a field, each part by its own path, for words. */
export const partsOf = (value: Fields, field: string): [path: string, value: unknown][] => [
  ...(split(clean(value)).get(field) ?? []),
];
