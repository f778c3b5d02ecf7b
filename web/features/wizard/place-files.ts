/** Many files at once: which of them goes where. Pure. */
import type { Slot } from '#events/case/options.ts';

export type Placed<F> = { placed: { file: F; slot: Slot }[]; left: F[] };

/**
 * The files in the order they came, one to each free slot in clinical order. A slot that was aimed at takes the first
 * file whether it is free or not; the rest go to the free ones after it, then to those before.
 */
export function placeFiles<F>(
  files: readonly F[],
  all: readonly Slot[],
  taken: ReadonlySet<Slot>,
  aim?: Slot,
): Placed<F> {
  const start = aim === undefined ? 0 : all.indexOf(aim);
  const turned = [...all.slice(start), ...all.slice(0, start)];
  const open = turned.filter(slot => slot === aim || !taken.has(slot));
  const placed = files.flatMap((file, i) => {
    const slot = open[i];
    return slot === undefined ? [] : [{ file, slot }];
  });
  return { placed, left: files.slice(open.length) };
}

const radiographWords: readonly [slot: Slot, said: RegExp][] = [
  ['panoramic', /pano|opg|orthopant|全景|曲面/i],
  ['lateral', /ceph|lateral|侧位|头影/i],
];
const photoWords = /face|facial|smile|profile|occlusal|buccal|intraoral|mouth|面|口内|微笑/i;

/** The radiograph that a name speaks of; null where it speaks of none, of both, or of a photo. */
export function radiographOfName(name: string): Slot | null {
  const [first, second] = radiographWords.filter(([, said]) => said.test(name));
  return first && !second && !photoWords.test(name) ? first[0] : null;
}

/**
 * Pictures at once: a radiograph by its name where it belongs, as long as that is free; the others as placeFiles has
 * it. One alone goes where it is dropped, whatever it is called.
 */
export function placePictures<F extends { name: string }>(
  files: readonly F[],
  all: readonly Slot[],
  taken: ReadonlySet<Slot>,
  aim?: Slot,
): Placed<F> {
  if (aim !== undefined && files.length === 1) return placeFiles(files, all, taken, aim);
  const named = new Map<Slot, F>();
  for (const file of files) {
    const slot = radiographOfName(file.name);
    if (slot && !taken.has(slot) && !named.has(slot)) named.set(slot, file);
  }
  const found = [...named].map(([slot, file]) => ({ file, slot }));
  const rest = files.filter(file => !found.some(one => one.file === file));
  const open = all.filter(slot => !named.has(slot));
  const others = placeFiles(rest, open, taken, aim !== undefined && open.includes(aim) ? aim : undefined);
  return { placed: [...found, ...others.placed], left: others.left };
}
