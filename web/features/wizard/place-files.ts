/** Many pictures at once: which of them goes where, and how that is known. Pure. */
import type { Slot } from '#events/case/options.ts';
import { slotOfName } from './photo-names.ts';

/** By the place it was dropped on, its name, its look, or only its turn among the free places. */
export type PlacedBy = 'aim' | 'name' | 'look' | 'order';
export type Placed<F> = { placed: { file: F; slot: Slot; by: PlacedBy }[]; left: F[] };

/** The photo worker's guess at the view of a picture. */
type Look = { slot: Slot; confidence: number };

/** A look below this is not used: the picture goes by its turn. */
export const sureFrom = 0.6;

/** The free places in clinical order from the one aimed at on, which may be taken. */
function openFrom(all: readonly Slot[], taken: ReadonlySet<Slot>, aim: Slot | undefined): Slot[] {
  const start = aim === undefined ? 0 : Math.max(0, all.indexOf(aim));
  const turned = [...all.slice(start), ...all.slice(0, start)];
  return turned.filter(slot => slot === aim || !taken.has(slot));
}

/**
 * Places pictures by name, then by look with the surest first, then in clinical order. One picture dropped on a place
 * goes there whatever it is. A picture whose name says a taken place is left over: it belongs nowhere else.
 * @param all the places of the gallery it was dropped on
 */
export function placePictures<F extends { name: string }>(
  files: readonly F[],
  all: readonly Slot[],
  taken: ReadonlySet<Slot>,
  { aim, looks = new Map() }: { aim?: Slot; looks?: ReadonlyMap<F, Look | null> } = {},
): Placed<F> {
  const [only] = files;
  if (aim !== undefined && only && files.length === 1)
    return { placed: [{ file: only, slot: aim, by: 'aim' }], left: [] };
  const placed: Placed<F>['placed'] = [];
  const left: F[] = [];
  const isFree = (slot: Slot) => !taken.has(slot) && !placed.some(one => one.slot === slot);
  const named = files.map(file => ({ file, slot: slotOfName(file.name) }));
  for (const { file, slot } of named)
    if (slot && isFree(slot)) placed.push({ file, slot, by: 'name' });
    else if (slot) left.push(file);
  const looked = named
    .filter(({ slot }) => slot === null)
    .map(({ file }) => ({ file, look: looks.get(file) ?? null }))
    .toSorted((a, b) => (b.look?.confidence ?? 0) - (a.look?.confidence ?? 0));
  for (const { file, look } of looked)
    if (look && look.confidence >= sureFrom && isFree(look.slot))
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

/** Pictures whose name says nothing: only these have to be looked at. */
export const unnamed = <F extends { name: string }>(files: readonly F[]): F[] =>
  files.filter(file => slotOfName(file.name) === null);
