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
