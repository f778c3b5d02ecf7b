/** A person's new name, put into what refers to that person: names are joined when a row is presented. */
import type { Position } from './position.ts';

export type Named = { id: string; name: string; position: Position };

type Fields = Record<string, unknown>;

/** Only what JSON makes: bytes, dates and maps are left alone. */
const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Facts of an event name the assignee as text beside the id; everything else refers to people as `Named`. */
function own(value: Fields, { id, name, position }: Named): Fields {
  if (value.id === id && value.position === position && typeof value.name === 'string')
    return value.name === name ? value : { ...value, name };
  if (value.assigneeId === id && typeof value.assignee === 'string')
    return value.assignee === name ? value : { ...value, assignee: name };
  return value;
}

function within(value: unknown, person: Named): unknown {
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

/** The value with the person's name as it is now; the value itself, where nothing in it changes. */
export const renamed = <T>(value: T, person: Named): T =>
  // Only texts are exchanged for texts, so the type stays.
  within(value, person) as T;
