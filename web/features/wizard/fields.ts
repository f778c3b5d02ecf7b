/** The wizard's sections as typed: parts may be invalid; empty values are no answers. Pure. */

import { maskedPaths } from '#events/case/masking.ts';
import { patientDateIssues } from '#events/case/patient-dates.ts';
import {
  type DeliveryAddress,
  type SectionName,
  type Sections,
  sectionSchemas,
} from '#events/case/sections.ts';
import { type Issue, isRefusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';

/** Sections in editing: an address may lack parts. */
export type EditableSections = Omit<Sections, 'data'> & {
  data: Omit<Sections['data'], 'deliveryAddress'> & { deliveryAddress?: Partial<DeliveryAddress> };
};
export type FieldValues = Record<string, unknown>;

export const isFieldGroup = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path (`deliveryAddress.zip`). */
export function valueAtPath(value: FieldValues, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isFieldGroup(at) ? at[key] : undefined), value);
}

/** Returns a copy with another value at a path. */
export function withValueAtPath(value: FieldValues, path: string, part: unknown): FieldValues {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...value, [key]: part };
  const inner = value[key];
  return { ...value, [key]: withValueAtPath(isFieldGroup(inner) ? inner : {}, rest.join('.'), part) };
}

/** Returns the value to send: trimmed texts, without empty texts, lists and groups. */
function dropEmpty(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (!isFieldGroup(value)) return value ?? undefined;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const kept = dropEmpty(part);
    return kept === undefined ? [] : [[key, kept]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

export function normalizeFields(value: FieldValues): FieldValues {
  const kept = dropEmpty(value);
  return isFieldGroup(kept) ? kept : {};
}

/** Deep equality, independent of key order. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, i) => isSameValue(part, b[i]));
  if (!isFieldGroup(a) || !isFieldGroup(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isSameValue(a[key], b[key]));
}

/** Returns the errors of a section's value, as the server would report them. @param today YYYY-MM-DD */
export function sectionIssues(section: SectionName, value: FieldValues, today: string): Issue[] {
  const sent = normalizeFields(value);
  try {
    parse(sectionSchemas[section], sent);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.data?.issues ?? [];
  }
  return section === 'patient' ? patientDateIssues(sent, today) : [];
}

/** Fields whose parts are validated on their own: an invalid part does not drop the others. */
const ownParts: readonly string[] = ['lingual'];

function withoutPath(value: FieldValues, [field = '', ...within]: readonly string[]): FieldValues {
  const { [field]: part, ...others } = value;
  return within.length > 0 && isFieldGroup(part) ? { ...others, [field]: withoutPath(part, within) } : others;
}

/** Returns the value without its invalid fields: they count as missing. Masked fields count as present. */
function withoutInvalid(section: SectionName, value: FieldValues, today: string): FieldValues {
  if (hasMaskedFields(section, value)) return normalizeFields(value);
  return sectionIssues(section, value, today)
    .map(issue => issue.path.split('.'))
    .map(path => path.slice(0, ownParts.includes(path[0] ?? '') ? 2 : 1))
    .reduce(withoutPath, normalizeFields(value));
}

/** The sections as they would be if everything valid were saved now. */
export function validSections(edited: EditableSections, today: string): Sections {
  const entries = Object.entries(edited) as [SectionName, FieldValues][];
  const all = Object.fromEntries(entries.map(([name, value]) => [name, withoutInvalid(name, value, today)]));
  // Cast at the boundary: every remaining field has passed its schema.
  return all as Sections;
}

/** Whether the server masked parts of the value with stars: such a value is never edited or sent. */
export function hasMaskedFields(section: SectionName, value: FieldValues): boolean {
  return maskedPaths(section, value).length > 0;
}
