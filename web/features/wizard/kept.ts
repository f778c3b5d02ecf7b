/**
 * What is typed and not saved, in the tab's sessionStorage: it outlives a reload and an expired session, and goes when
 * it is saved, when its person signs out, or when somebody else signs in in this tab.
 */
import { sectionNames } from '#events/case/sections.ts';
import type { Unsaved } from './draft-state.ts';
import { isFields } from './fields.ts';

/** The prefix that web/lib/storage.ts clears. */
const prefix = 'draft:';
type Box = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (userId: string, caseId: string) => `${prefix}${userId}:${caseId}`;

export function keep(box: Box, userId: string, caseId: string, unsaved: Unsaved | null): void {
  if (unsaved === null) {
    box.removeItem(keyOf(userId, caseId));
    return;
  }
  try {
    box.setItem(keyOf(userId, caseId), JSON.stringify(unsaved));
  } catch {
    // The box is full or shut: what was typed is still on the page, and is saved from there.
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = <T>(value: unknown, is: (part: unknown) => part is T): value is T[] =>
  Array.isArray(value) && value.every(is);

/** What was kept, as far as it can be read. */
export function kept(box: Box, userId: string, caseId: string): Unsaved {
  let found: unknown;
  try {
    found = JSON.parse(box.getItem(keyOf(userId, caseId)) ?? '{}');
  } catch {
    return {};
  }
  const unsaved: Unsaved = {};
  for (const name of sectionNames) {
    const entry = isFields(found) ? found[name] : undefined;
    if (!isFields(entry)) continue;
    const { value, base, revision, open, unanswered } = entry;
    if (!isFields(value) || !isFields(base) || typeof revision !== 'number') continue;
    if (!isListOf(open, isText) || !isListOf(unanswered, isFields)) continue;
    unsaved[name] = { value, base, revision, open, unanswered };
  }
  return unsaved;
}

/** `models` whose place a person confirmed despite their names; `placed` pictures that wait for "looks right". */
export type KeptList = 'models' | 'placed';
const listKeyOf = (list: KeptList, userId: string, caseId: string) => `${keyOf(userId, caseId)}:${list}`;

export function keepList(
  box: Box,
  list: KeptList,
  { userId, caseId }: { userId: string; caseId: string },
  entries: readonly string[],
): void {
  try {
    box.setItem(listKeyOf(list, userId, caseId), JSON.stringify(entries));
  } catch {
    // The box is full or shut: it is asked again after a reload.
  }
}

export function keptList(
  box: Box,
  list: KeptList,
  { userId, caseId }: { userId: string; caseId: string },
): readonly string[] {
  try {
    const found: unknown = JSON.parse(box.getItem(listKeyOf(list, userId, caseId)) ?? '[]');
    return isListOf(found, isText) ? found : [];
  } catch {
    return [];
  }
}

/** Drops what another person left in this tab. */
export function dropOthers(box: Box, userId: string): void {
  const keys = Array.from({ length: box.length }, (_, i) => box.key(i));
  for (const key of keys) {
    if (key?.startsWith(prefix) && !key.startsWith(`${prefix}${userId}:`)) box.removeItem(key);
  }
}
