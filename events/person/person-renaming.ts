/**
 * Puts a person's new name into rows that were presented before. Stored rows need no change, because names are joined
 * when a row is presented.
 */
import type { Position } from './position.ts';

export type NamedPerson = { id: string; name: string; position: Position };

type Fields = Record<string, unknown>;

/** Descends only into JSON values; leaves bytes, dates and maps unchanged. */
const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Replaces the assignee's name in facts of an event, which have name and id separately, not as `NamedPerson`. */
function own(value: Fields, { id, name, position }: NamedPerson): Fields {
  if (value.id === id && value.position === position && typeof value.name === 'string')
    return value.name === name ? value : { ...value, name };
  if (value.assigneeId === id && typeof value.assignee === 'string')
    return value.assignee === name ? value : { ...value, assignee: name };
  return value;
}

function within(value: unknown, person: NamedPerson): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => within(item, person));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!isPlain(value)) return value;
  let made = own(value, person);
  for (const [key, before] of Object.entries(made)) {
    const after = within(before, person);
    if (after !== before) made = { ...made, [key]: after };
  }
  return made;
}

/** Returns the value with the person's current name; the same object if nothing changes. */
export const withPersonRenamed = <T>(value: T, person: NamedPerson): T =>
  // Replaces texts by texts only, so the type holds.
  within(value, person) as T;
