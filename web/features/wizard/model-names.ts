/**
 * Guesses a model's slot from its file name. The geometry is no reliable source: scanners export an arch in
 * any
 * orientation, a single arch has no up or down, and a partial scan has no palate. So a guess leads to a
 * question, never
 * to a change.
 */
import type { Slot } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';

/** Separates pictures from dropped models: pictures have slots of their own. */
export const separatePictures = <F extends { name: string }>(files: readonly F[]) => {
  const isPicture = ({ name }: F) => fileRules.photo.endings.some(end => name.toLowerCase().endsWith(end));
  return { models: files.filter(file => !isPicture(file)), pictures: files.filter(isPicture).length };
};

/** Words in file names, as scanners, laboratories and people write them. */
const words: readonly [slot: Slot, said: RegExp][] = [
  ['upper', /upper|maxill|上颌|上颚|上牙|上齿/i],
  ['lower', /lower|mandib|下颌|下颚|下牙|下齿/i],
  ['bite', /bite|occlu|buccal|咬合/i],
];

/** Returns the slot that a name means; null if it means none or several. */
export function modelSlotOfName(name: string): Slot | null {
  const [first, second] = words.filter(([, said]) => said.test(name));
  return first && !second ? first[0] : null;
}

type Standing = { id: string; name: string; slot: Slot | null };
export type MisplacedModel = {
  id: string;
  name: string;
  from: Slot;
  to: Slot;
  /** The model in the other slot: the two trade places. */
  other: string | undefined;
};

/** Key of a file in a slot, for storing a confirmed place. */
export const placementKey = (id: string, slot: Slot): string => `${slot}:${id}`;

/**
 * Finds a model whose name means another slot, unless the model in that slot has such a name too. @param kept
 * keys of confirmed places
 */
export function findMisplacedModel(
  files: readonly Standing[],
  kept: readonly string[] = [],
): MisplacedModel | undefined {
  for (const { id, name, slot: from } of files) {
    const to = modelSlotOfName(name);
    if (from === null || to === null || to === from || kept.includes(placementKey(id, from))) continue;
    const there = files.find(f => f.slot === to);
    if (!there || modelSlotOfName(there.name) !== to) return { id, name, from, to, other: there?.id };
  }
  return undefined;
}

/** A model with the data for a comparison. */
export type ComparableModel = Standing & {
  sha256: string;
  /** Measures of the model; undefined if the model was not read. */
  found?: { triangles: number; size: readonly number[] };
};

/** Both arches seem to be the same jaw: the same model twice, or two names that mean the same jaw. */
export type DuplicateJaw = {
  why: 'model' | 'name';
  jaw: Slot | null;
  upper: ComparableModel;
  lower: ComparableModel;
};

const sameFound = (a: ComparableModel['found'], b: ComparableModel['found']): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.triangles === b.triangles &&
  a.size.every((side, axis) => Math.abs(side - (b.size[axis] ?? 0)) < 0.01);

/** Finds a jaw that was uploaded twice. @param kept keys of confirmed places */
export function findDuplicateJaw(
  files: readonly ComparableModel[],
  kept: readonly string[] = [],
): DuplicateJaw | undefined {
  const upper = files.find(({ slot }) => slot === 'upper');
  const lower = files.find(({ slot }) => slot === 'lower');
  if (!upper || !lower) return undefined;
  if (kept.includes(placementKey(upper.id, 'upper')) && kept.includes(placementKey(lower.id, 'lower')))
    return undefined;
  if (upper.sha256 === lower.sha256 || sameFound(upper.found, lower.found))
    return { why: 'model', jaw: null, upper, lower };
  const jaw = modelSlotOfName(upper.name);
  const said = jaw !== null && jaw !== 'bite' && jaw === modelSlotOfName(lower.name);
  return said ? { why: 'name', jaw, upper, lower } : undefined;
}

/**
 * Places several models: by name unless another of them takes the slot, the others in the order of free
 * slots, starting
 * at `aim`. A model with a meaningless name replaces only a model at `aim`.
 */
export function placeModels<F extends { name: string }>(
  files: readonly F[],
  all: readonly Slot[],
  aim: Slot,
  taken: ReadonlySet<Slot> = new Set(),
): { file: F; slot: Slot }[] {
  const [only] = files;
  if (only && files.length === 1) return [{ file: only, slot: aim }];
  const named = new Map<Slot, F>();
  for (const file of files) {
    const slot = modelSlotOfName(file.name);
    if (slot && !named.has(slot)) named.set(slot, file);
  }
  const rest = files.filter(file => ![...named.values()].includes(file));
  const open = [aim, ...all.filter(slot => slot !== aim && !taken.has(slot))].filter(s => !named.has(s));
  const others = open.flatMap((slot, i) => (rest[i] ? [{ file: rest[i], slot }] : []));
  return [...[...named].map(([slot, file]) => ({ file, slot })), ...others];
}
