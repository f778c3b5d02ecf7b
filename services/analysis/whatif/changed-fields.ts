/** The fields in which two rows differ. */

/** `path`: names and indexes, joined by dots; empty if one row does not exist. `undefined` stands for no field. */
export type ChangedField = { path: string; here: unknown; there: unknown };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function* differences(here: unknown, there: unknown, path: string): Generator<ChangedField> {
  if (!isFields(here) || !isFields(there) || Array.isArray(here) !== Array.isArray(there)) {
    if (here !== there) yield { path, here, there };
    return;
  }
  for (const key of new Set([...Object.keys(here), ...Object.keys(there)]))
    yield* differences(here[key], there[key], path === '' ? key : `${path}.${key}`);
}

/** @param most fields that are returned */
export function findChangedFields(here: unknown, there: unknown, most: number): ChangedField[] {
  const fields: ChangedField[] = [];
  for (const field of differences(here, there, '')) {
    if (fields.length === most) break;
    fields.push(field);
  }
  return fields;
}
