/** Validation of preset names, and free names for copies. Pure. */
import { limits } from '#events/case/limits.ts';
import type { Issue } from '#events/errors.ts';
import { findIssues } from '#events/parse.ts';
import { presetNameSchema } from '#events/preset/preset.ts';
import { isPresetNameTaken } from '#events/preset/presets.ts';
import type { PresetItem } from '#web/lib/queries.ts';

/** The doctor's own presets of a list. */
export const ownPresetsOf = (list: readonly PresetItem[]): PresetItem[] =>
  list.filter(preset => !preset.locked);

export const isPresetListFull = (list: readonly PresetItem[]): boolean =>
  ownPresetsOf(list).length >= limits.presets;

const isNameTaken = (list: readonly PresetItem[], name: string, id: string) =>
  isPresetNameTaken(ownPresetsOf(list), name, {
    presetId: id,
    reserved: list.filter(preset => preset.locked).map(preset => preset.name),
  });

/** The error of a name, as the server would report it. @param id id of the preset with this name */
export function presetNameIssue(list: readonly PresetItem[], name: string, id = ''): Issue | undefined {
  if (name.trim() === '') return { path: 'name', issue: 'required' };
  const [wrong] = findIssues(presetNameSchema, name);
  if (wrong) return { ...wrong, path: 'name' };
  return isNameTaken(list, name, id) ? { path: 'name', issue: 'taken' } : undefined;
}

/** Appends the first number that makes the name free; shortens the name if needed. */
export function uniquePresetName(list: readonly PresetItem[], name: string): string {
  for (let n = 2; ; n++) {
    const end = ` ${n}`;
    const next = name.slice(0, limits.presetNameMax - end.length).trimEnd() + end;
    if (!isNameTaken(list, next, '')) return next;
  }
}
