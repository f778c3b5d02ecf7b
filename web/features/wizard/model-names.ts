/**
 * Which model a file is by what it is called. Nothing else tells soundly: scanners export an arch in any orientation, a
 * single arch has no up or down, and a partial scan no palate. So this is only ever asked about, never done.
 */
import type { Slot } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';

/** Pictures among files that were given as models: they have places of their own. */
export const withoutPictures = <F extends { name: string }>(files: readonly F[]) => {
  const isPicture = ({ name }: F) => fileRules.photo.endings.some(end => name.toLowerCase().endsWith(end));
  return { models: files.filter(file => !isPicture(file)), pictures: files.filter(isPicture).length };
};

/** As scanners, laboratories and people write them, in part of a name. */
const words: readonly [slot: Slot, said: RegExp][] = [
  ['upper', /upper|maxill|上颌|上颚|上牙|上齿/i],
  ['lower', /lower|mandib|下颌|下颚|下牙|下齿/i],
  ['bite', /bite|occlu|buccal|咬合/i],
];

/** The model that a name speaks of; null where it speaks of none, or of several. */
export function modelOfName(name: string): Slot | null {
  const [first, second] = words.filter(([, said]) => said.test(name));
  return first && !second ? first[0] : null;
}

type Standing = { id: string; name: string; slot: Slot | null };
export type MixedUp = {
  id: string;
  name: string;
  from: Slot;
  to: Slot;
  /** What stands there now: the two change places. */
  other: string | undefined;
};

/** A file in a place, as what a person let stand. */
export const standing = (id: string, slot: Slot): string => `${slot}:${id}`;

/**
 * A model that is called like another place, unless what stands in that place is called like it as well.
 * @param kept files whose place a person confirmed
 */
export function mixedUp(files: readonly Standing[], kept: readonly string[] = []): MixedUp | undefined {
  for (const { id, name, slot: from } of files) {
    const to = modelOfName(name);
    if (from === null || to === null || to === from || kept.includes(standing(id, from))) continue;
    const there = files.find(f => f.slot === to);
    if (!there || modelOfName(there.name) !== to) return { id, name, from, to, other: there?.id };
  }
  return undefined;
}

/** A model as it may be compared with another. */
export type Compared = Standing & {
  sha256: string;
  /** Absent of a model that was not read. */
  found?: { triangles: number; size: readonly number[] };
};

/** Both arches seem to be the same jaw: the same model twice, or two whose names say the same jaw. */
export type Twice = { why: 'model' | 'name'; jaw: Slot | null; upper: Compared; lower: Compared };

const sameFound = (a: Compared['found'], b: Compared['found']): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.triangles === b.triangles &&
  a.size.every((side, axis) => Math.abs(side - (b.size[axis] ?? 0)) < 0.01);

/** @param kept files whose place a person confirmed */
export function jawTwice(files: readonly Compared[], kept: readonly string[] = []): Twice | undefined {
  const upper = files.find(({ slot }) => slot === 'upper');
  const lower = files.find(({ slot }) => slot === 'lower');
  if (!upper || !lower) return undefined;
  if (kept.includes(standing(upper.id, 'upper')) && kept.includes(standing(lower.id, 'lower')))
    return undefined;
  if (upper.sha256 === lower.sha256 || sameFound(upper.found, lower.found))
    return { why: 'model', jaw: null, upper, lower };
  const jaw = modelOfName(upper.name);
  const said = jaw !== null && jaw !== 'bite' && jaw === modelOfName(lower.name);
  return said ? { why: 'name', jaw, upper, lower } : undefined;
}

/**
 * Several models at once: each where its name says, as far as that place is not taken by another of them; the others in
 * the order of the free places, the one that was aimed at first. A model that says nothing replaces none but there.
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
    const slot = modelOfName(file.name);
    if (slot && !named.has(slot)) named.set(slot, file);
  }
  const rest = files.filter(file => ![...named.values()].includes(file));
  const open = [aim, ...all.filter(slot => slot !== aim && !taken.has(slot))].filter(s => !named.has(s));
  const others = open.flatMap((slot, i) => (rest[i] ? [{ file: rest[i], slot }] : []));
  return [...[...named].map(([slot, file]) => ({ file, slot })), ...others];
}
