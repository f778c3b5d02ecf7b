/** Places several pictures in slots and records why each was placed there. Pure. */
import type { Slot } from '#events/case/options.ts';
import { pictureSlotOfName } from './photo-names.ts';

/** The reason for a picture's slot: dropped there, file name, content, or the next free slot. */
export type PlacementBasis = 'aim' | 'name' | 'look' | 'order';
export type PlacedPictures<F> = { placed: { file: F; slot: Slot; by: PlacementBasis }[]; left: F[] };

/** The photo worker's guess of the view. */
type Look = { slot: Slot; confidence: number };

/** Minimum confidence of a guess; below it, the picture goes to the next free slot. */
export const minGuessConfidence = 0.6;

/** Free slots in clinical order, starting at `aim`, which may be taken. */
function openFrom(all: readonly Slot[], taken: ReadonlySet<Slot>, aim: Slot | undefined): Slot[] {
  const start = aim === undefined ? 0 : Math.max(0, all.indexOf(aim));
  const turned = [...all.slice(start), ...all.slice(0, start)];
  return turned.filter(slot => slot === aim || !taken.has(slot));
}

/**
 * Places pictures by name, then by content (most confident first), then in clinical order. A single dropped
 * picture goes
 * where it was dropped. A picture whose named slot is taken is left over. @param all the slots of the gallery
 */
export function placePictures<F extends { name: string }>(
  files: readonly F[],
  all: readonly Slot[],
  taken: ReadonlySet<Slot>,
  { aim, looks = new Map() }: { aim?: Slot; looks?: ReadonlyMap<F, Look | null> } = {},
): PlacedPictures<F> {
  const [only] = files;
  if (aim !== undefined && only && files.length === 1)
    return { placed: [{ file: only, slot: aim, by: 'aim' }], left: [] };
  const placed: PlacedPictures<F>['placed'] = [];
  const left: F[] = [];
  const isFree = (slot: Slot) => !taken.has(slot) && !placed.some(one => one.slot === slot);
  const named = files.map(file => ({ file, slot: pictureSlotOfName(file.name) }));
  for (const { file, slot } of named)
    if (slot && isFree(slot)) placed.push({ file, slot, by: 'name' });
    else if (slot) left.push(file);
  const looked = named
    .filter(({ slot }) => slot === null)
    .map(({ file }) => ({ file, look: looks.get(file) ?? null }))
    .toSorted((a, b) => (b.look?.confidence ?? 0) - (a.look?.confidence ?? 0));
  for (const { file, look } of looked)
    if (look && look.confidence >= minGuessConfidence && isFree(look.slot))
      placed.push({ file, slot: look.slot, by: 'look' });
  const rest = files.filter(file => !left.includes(file) && !placed.some(one => one.file === file));
  const open = openFrom(all, taken, aim).filter(slot => !placed.some(one => one.slot === slot));
  rest.forEach((file, at) => {
    const slot = open[at];
    if (slot === undefined) left.push(file);
    else placed.push({ file, slot, by: 'order' });
  });
  return { placed, left };
}

/** Pictures whose names say nothing: only these need a look at their content. */
export const picturesWithoutNamedSlot = <F extends { name: string }>(files: readonly F[]): F[] =>
  files.filter(file => pictureSlotOfName(file.name) === null);
