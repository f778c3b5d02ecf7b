/** A tooth of a made patient: how large its crown is, its shape, and that shape where it stands. */
import { kindOf, sizeOf, type ToothKind } from '#events/tooth/curves.ts';
import { arch, type Fdi } from '#events/tooth/fdi.ts';
import { seeded } from '../mesh/seeded.ts';
import type { Mesh } from '../mesh/weld.ts';
import { crownOf } from './crown.ts';
import { type Frame, leftHanded } from './frame.ts';
import type { CrownSize, Detail } from './size.ts';

export type Crowns = {
  size(tooth: Fdi): CrownSize;
  /** In the crown's own frame; both sides of a jaw share it. */
  crown(tooth: Fdi, detail: Detail): Mesh;
};

/** How far people's teeth differ from the means: all of them together, and each kind by itself. */
const [allDiffer, eachDiffers] = [0.03, 0.015];

/** The crowns of a patient, each made once. */
export function crownsOf(seed: number): Crowns {
  const random = seeded(seed);
  const differ = (share: number) => 1 + share * (2 * random() - 1);
  const whole = differ(allDiffer);
  const sizes = new Map<ToothKind, CrownSize>();
  const made = new Map<string, Mesh>();
  const kinds: ToothKind[] = (['u', 'l'] as const).flatMap(row =>
    ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((n): ToothKind => `${row}${n}`),
  );
  const share = new Map(kinds.map(kind => [kind, [0, 1, 2].map(() => whole * differ(eachDiffers))]));
  const size = (tooth: Fdi): CrownSize => {
    const kind = kindOf(tooth);
    const known = sizes.get(kind);
    if (known) return known;
    const mean = sizeOf(tooth);
    const [width = 1, depth = 1, crown = 1] = share.get(kind) ?? [];
    const its = { width: mean.width * width, depth: mean.depth * depth, crown: mean.crown * crown };
    sizes.set(kind, its);
    return its;
  };
  return {
    size,
    crown(tooth, detail) {
      const key = `${kindOf(tooth)} ${detail.around}`;
      const known = made.get(key);
      if (known) return known;
      const mesh = crownOf(kindOf(tooth), size(tooth), detail);
      made.set(key, mesh);
      return mesh;
    },
  };
}

/**
 * A crown's mesh as it stands in the world, outwards as it was; its middle, half way up the crown, comes to the
 * frame's `at`.
 * @param about what is taken away from every point: the frame's own `at` leaves it about its pivot
 */
export function standing(mesh: Mesh, crown: number, frame: Frame, about: Frame['at'] = [0, 0, 0]): Mesh {
  const { positions, indices } = mesh;
  const moved = new Float32Array(positions.length);
  const { at, mesial, buccal, occlusal } = frame;
  for (let v = 0; v < positions.length; v += 3) {
    const x = positions[v] as number;
    const y = positions[v + 1] as number;
    const z = (positions[v + 2] as number) - crown / 2;
    for (let axis = 0; axis < 3; axis++) {
      const i = axis as 0 | 1 | 2;
      moved[v + i] = at[i] - about[i] + x * mesial[i] + y * buccal[i] + z * occlusal[i];
    }
  }
  if (!leftHanded(frame)) return { positions: moved, indices };
  const mirrored = indices.slice();
  for (let t = 0; t < mirrored.length; t += 3) {
    mirrored[t + 1] = indices[t + 2] as number;
    mirrored[t + 2] = indices[t + 1] as number;
  }
  return { positions: moved, indices: mirrored };
}

/** 1 in the lower jaw, whose teeth grow upwards; −1 in the upper. */
export const upwards = (tooth: Fdi): 1 | -1 => (arch(tooth) === 'lower' ? 1 : -1);
