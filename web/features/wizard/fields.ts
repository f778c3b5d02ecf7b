/** The wizard's sections as they are typed: parts may still be wrong, and what is empty is no answer. Pure. */

import { maskedPaths } from '#events/case/masking.ts';
import { patientDateIssues } from '#events/case/patient-dates.ts';
import { type DeliveryAddress, type SectionName, type Sections, sections } from '#events/case/sections.ts';
import { type Issue, isRefusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';

/** Sections while they are edited: an address may lack parts. */
export type Edited = Omit<Sections, 'data'> & {
  data: Omit<Sections['data'], 'deliveryAddress'> & { deliveryAddress?: Partial<DeliveryAddress> };
};
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a path (`deliveryAddress.zip`). */
export function partAt(value: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), value);
}

/** The value with another part at a path. */
export function withPart(value: Fields, path: string, part: unknown): Fields {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...value, [key]: part };
  const inner = value[key];
  return { ...value, [key]: withPart(isFields(inner) ? inner : {}, rest.join('.'), part) };
}

/** The value as it is sent: texts without blanks at their ends; empty texts, lists and groups left out. */
function filled(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (!isFields(value)) return value ?? undefined;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const kept = filled(part);
    return kept === undefined ? [] : [[key, kept]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

export function clean(value: Fields): Fields {
  const kept = filled(value);
  return isFields(kept) ? kept : {};
}

/** True where both say the same, whatever the order of their keys. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, i) => same(part, b[i]));
  if (!isFields(a) || !isFields(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => key in b && same(a[key], b[key]));
}

/** What is wrong with a section's value, as the server would say it. @param today YYYY-MM-DD */
export function issuesOf(section: SectionName, value: Fields, today: string): Issue[] {
  const sent = clean(value);
  try {
    parse(sections[section], sent);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.data?.issues ?? [];
  }
  return section === 'patient' ? patientDateIssues(sent, today) : [];
}

/** Fields whose parts are answers of their own: one that is wrong leaves the others. */
const ownParts: readonly string[] = ['lingual'];

function without(value: Fields, [field = '', ...within]: readonly string[]): Fields {
  const { [field]: part, ...others } = value;
  return within.length > 0 && isFields(part) ? { ...others, [field]: without(part, within) } : others;
}

/** The value without the fields that are wrong: what is wrong is not there yet. What is only starred is there. */
function usable(section: SectionName, value: Fields, today: string): Fields {
  if (isMasked(section, value)) return clean(value);
  return issuesOf(section, value, today)
    .map(issue => issue.path.split('.'))
    .map(path => path.slice(0, ownParts.includes(path[0] ?? '') ? 2 : 1))
    .reduce(without, clean(value));
}

/** The sections as they would be were everything saved now. */
export function usableOf(edited: Edited, today: string): Sections {
  const entries = Object.entries(edited) as [SectionName, Fields][];
  const all = Object.fromEntries(entries.map(([name, value]) => [name, usable(name, value, today)]));
  // The boundary: every field left has just passed its schema.
  return all as Sections;
}

/** True where the server sent stars for what the eye hides: such a value is never edited, nor sent back. */
export function isMasked(section: SectionName, value: Fields): boolean {
  return maskedPaths(section, value).length > 0;
}
