/**
 * Unsaved draft sections in the tab's sessionStorage: kept over a reload and an expired session. Cleared when
 * saved, on
 * sign-out, or when another person signs in in this tab.
 */
import { sectionNames } from '#events/case/sections.ts';
import type { UnsavedSections } from './draft-state.ts';
import { isFieldGroup } from './fields.ts';

/** The prefix that web/lib/storage.ts clears. */
const prefix = 'draft:';
type Box = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (userId: string, caseId: string) => `${prefix}${userId}:${caseId}`;

export function storeUnsavedSections(
  box: Box,
  userId: string,
  caseId: string,
  unsaved: UnsavedSections | null,
): void {
  if (unsaved === null) {
    box.removeItem(keyOf(userId, caseId));
    return;
  }
  try {
    box.setItem(keyOf(userId, caseId), JSON.stringify(unsaved));
  } catch {
    // Storage is full or unavailable: the text is still on the page and is saved from there.
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = <T>(value: unknown, is: (part: unknown) => part is T): value is T[] =>
  Array.isArray(value) && value.every(is);

/** Returns the stored sections, without unreadable ones. */
export function readUnsavedSections(box: Box, userId: string, caseId: string): UnsavedSections {
  let found: unknown;
  try {
    found = JSON.parse(box.getItem(keyOf(userId, caseId)) ?? '{}');
  } catch {
    return {};
  }
  const unsaved: UnsavedSections = {};
  for (const name of sectionNames) {
    const entry = isFieldGroup(found) ? found[name] : undefined;
    if (!isFieldGroup(entry)) continue;
    const { value, base, revision, open, unanswered } = entry;
    if (!isFieldGroup(value) || !isFieldGroup(base) || typeof revision !== 'number') continue;
    if (!isListOf(open, isText) || !isListOf(unanswered, isFieldGroup)) continue;
    unsaved[name] = { value, base, revision, open, unanswered };
  }
  return unsaved;
}

/** `models`: model slots confirmed despite their names. `placed`: pictures that wait for "looks right". */
export type PlacementListName = 'models' | 'placed';
const listKeyOf = (list: PlacementListName, userId: string, caseId: string) =>
  `${keyOf(userId, caseId)}:${list}`;

export function storePlacementList(
  box: Box,
  list: PlacementListName,
  { userId, caseId }: { userId: string; caseId: string },
  entries: readonly string[],
): void {
  try {
    box.setItem(listKeyOf(list, userId, caseId), JSON.stringify(entries));
  } catch {
    // Storage is full or unavailable: the question is asked again after a reload.
  }
}

export function readPlacementList(
  box: Box,
  list: PlacementListName,
  { userId, caseId }: { userId: string; caseId: string },
): readonly string[] {
  try {
    const found: unknown = JSON.parse(box.getItem(listKeyOf(list, userId, caseId)) ?? '[]');
    return isListOf(found, isText) ? found : [];
  } catch {
    return [];
  }
}

/** Drops drafts of other people in this tab. */
export function dropOtherUsersDrafts(box: Box, userId: string): void {
  const keys = Array.from({ length: box.length }, (_, i) => box.key(i));
  for (const key of keys) {
    if (key?.startsWith(prefix) && !key.startsWith(`${prefix}${userId}:`)) box.removeItem(key);
  }
}
