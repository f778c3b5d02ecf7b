/** Crowns of a generated patient: size, shape, and position in the world. */
import { curveKindOf, toothSizeOf, type UnsidedTooth } from '#events/tooth/curves.ts';
import { archOf, type Fdi } from '#events/tooth/fdi.ts';
import { seededRandom } from '../mesh/seeded-random.ts';
import type { Mesh } from '../mesh/weld.ts';
import { generateCrown } from './crown.ts';
import { type CrownDetail, type CrownSize, fineCrownDetail } from './crown-size.ts';
import { isLeftHanded, type ToothFrame } from './frame.ts';

export type PatientCrowns = {
  size(tooth: Fdi): CrownSize;
  /** Returns a crown's mesh in its own frame; both sides of a jaw share it. */
  crown(tooth: Fdi, detail: CrownDetail): Mesh;
  /** Vertices that may touch a neighbour or an opponent: x, y, z each, in the crown's own frame. */
  facing(tooth: Fdi, whom: 'neighbours' | 'opponents'): Float32Array;
};

/** Variation of patients' teeth from the mean, as shares: of all teeth together, and of each kind. */
const [allDiffer, eachDiffers] = [0.03, 0.015];

const known = new Map<number, PatientCrowns>();

/** Returns a patient's crowns. Each is generated once. */
export function generateCrowns(seed: number): PatientCrowns {
  const crowns = known.get(seed) ?? createCrowns(seed);
  known.set(seed, crowns);
  return crowns;
}

function createCrowns(seed: number): PatientCrowns {
  const random = seededRandom(seed);
  const differ = (share: number) => 1 + share * (2 * random() - 1);
  const whole = differ(allDiffer);
  const sizes = new Map<UnsidedTooth, CrownSize>();
  const made = new Map<string, Mesh>();
  const kinds: UnsidedTooth[] = (['u', 'l'] as const).flatMap(row =>
    ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((n): UnsidedTooth => `${row}${n}`),
  );
  const share = new Map(kinds.map(kind => [kind, [0, 1, 2].map(() => whole * differ(eachDiffers))]));
  const size = (tooth: Fdi): CrownSize => {
    const kind = curveKindOf(tooth);
    const known = sizes.get(kind);
    if (known) return known;
    const mean = toothSizeOf(tooth);
    const [width = 1, depth = 1, crown = 1] = share.get(kind) ?? [];
    const its = { width: mean.width * width, depth: mean.depth * depth, crown: mean.crown * crown };
    sizes.set(kind, its);
    return its;
  };
  const crown = (tooth: Fdi, detail: CrownDetail): Mesh => {
    const key = `${curveKindOf(tooth)} ${detail.around}`;
    const mesh = made.get(key) ?? generateCrown(curveKindOf(tooth), size(tooth), detail);
    made.set(key, mesh);
    return mesh;
  };
  const faces = new Map<string, Float32Array>();
  return {
    size,
    crown,
    facing(tooth, whom) {
      const key = `${curveKindOf(tooth)} ${whom}`;
      const known = faces.get(key);
      if (known) return known;
      const { width, crown: tall } = size(tooth);
      const { positions } = crown(tooth, fineCrownDetail);
      const corners: number[] = [];
      for (let v = 0; v < positions.length; v += 3) {
        const [x = 0, y = 0, z = 0] = positions.subarray(v, v + 3);
        if (z > 0.33 * tall && (whom === 'opponents' || Math.abs(x) > 0.28 * width)) corners.push(x, y, z);
      }
      const face = Float32Array.from(corners);
      faces.set(key, face);
      return face;
    },
  };
}

/** Places points of a crown in the world. Its middle, at half its height, goes to the frame's `at`. */
export function placePointsInWorld(
  positions: Float32Array,
  crown: number,
  { at, mesial, buccal, occlusal }: ToothFrame,
  about: ToothFrame['at'] = [0, 0, 0],
): Float32Array {
  const moved = new Float32Array(positions.length);
  const origin = [at[0] - about[0], at[1] - about[1], at[2] - about[2]] as const;
  for (let v = 0; v < positions.length; v += 3) {
    const x = positions[v] as number;
    const y = positions[v + 1] as number;
    const z = (positions[v + 2] as number) - crown / 2;
    moved[v] = origin[0] + x * mesial[0] + y * buccal[0] + z * occlusal[0];
    moved[v + 1] = origin[1] + x * mesial[1] + y * buccal[1] + z * occlusal[1];
    moved[v + 2] = origin[2] + x * mesial[2] + y * buccal[2] + z * occlusal[2];
  }
  return moved;
}

/**
 * Places a crown's mesh in the world and keeps it facing outwards.
 * @param about is subtracted from every point; the frame's own `at` makes the mesh relative to its pivot
 */
export function placeMeshInWorld(
  mesh: Mesh,
  crown: number,
  frame: ToothFrame,
  about: ToothFrame['at'] = [0, 0, 0],
): Mesh {
  const positions = placePointsInWorld(mesh.positions, crown, frame, about);
  const { indices } = mesh;
  if (!isLeftHanded(frame)) return { positions, indices };
  const mirrored = indices.slice();
  for (let t = 0; t < mirrored.length; t += 3) {
    mirrored[t + 1] = indices[t + 2] as number;
    mirrored[t + 2] = indices[t + 1] as number;
  }
  return { positions, indices: mirrored };
}

/** 1 in the lower jaw, whose teeth point upwards; −1 in the upper. */
export const occlusalSign = (tooth: Fdi): 1 | -1 => (archOf(tooth) === 'lower' ? 1 : -1);
