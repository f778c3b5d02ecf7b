/** Names of presets, as they are typed: what is wrong with one, and one that is free. Pure. */
import { limits } from '#events/case/options.ts';
import type { Issue } from '#events/errors.ts';
import { validationIssues } from '#events/parse.ts';
import { presetName } from '#events/preset/preset.ts';
import { nameTaken } from '#events/preset/presets.ts';
import type { PresetItem } from '#web/lib/queries.ts';

/** A doctor's own presets among those that are listed. */
export const ownOf = (list: readonly PresetItem[]): PresetItem[] => list.filter(preset => !preset.locked);

export const isFull = (list: readonly PresetItem[]): boolean => ownOf(list).length >= limits.presets;

const taken = (list: readonly PresetItem[], name: string, id: string) =>
  nameTaken(ownOf(list), name, {
    presetId: id,
    reserved: list.filter(preset => preset.locked).map(preset => preset.name),
  });

/** What is wrong with a name, as the server would say it. @param id of the preset that is to be called so */
export function nameIssue(list: readonly PresetItem[], name: string, id = ''): Issue | undefined {
  if (name.trim() === '') return { path: 'name', issue: 'required' };
  const [wrong] = validationIssues(presetName, name);
  if (wrong) return { ...wrong, path: 'name' };
  return taken(list, name, id) ? { path: 'name', issue: 'taken' } : undefined;
}

/** The name with the first number that makes it free; cut where it would be too long. */
export function freeName(list: readonly PresetItem[], name: string): string {
  for (let n = 2; ; n++) {
    const end = ` ${n}`;
    const next = name.slice(0, limits.presetNameMax - end.length).trimEnd() + end;
    if (!taken(list, next, '')) return next;
  }
}
