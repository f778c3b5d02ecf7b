import { describe, expect, it } from 'vitest';
import { seededRandom } from '../mesh/seeded-random.ts';
import {
  applyMotionToCorners,
  createPlainCrowns,
  joinCorners,
  knownMotionAtStage,
  middleOfCorners,
  type TestTooth,
} from './testing/teeth.ts';
import { followArch } from './track.ts';

const teeth = createPlainCrowns('lower', [45, 41, 33, 36], 48);
const stage = (list: readonly TestTooth[], at: number) =>
  joinCorners(list.map(tooth => applyMotionToCorners(tooth.corners, knownMotionAtStage(tooth, at))));

/** Normally distributed numbers (Box and Muller). */
function normal(seed: number): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
/** Adds noise to corners, the same for all corners of a vertex. */
function noisy(corners: Float32Array, noise: () => number): Float32Array {
  const known = new Map<string, number[]>();
  const out = corners.slice();
  for (let i = 0; i < out.length; i += 3) {
    const key = corners.subarray(i, i + 3).join();
    const own = known.get(key) ?? [noise(), noise(), noise()];
    known.set(key, own);
    for (let axis = 0; axis < 3; axis++)
      out[i + axis] = (corners[i + axis] as number) + (own[axis] as number);
  }
  return out;
}
/** Moves a disc of 1 mm² on the tooth's buccal side outwards by 0.1 mm. */
function bonded({ fdi, corners }: TestTooth): TestTooth {
  const middle = middleOfCorners(corners);
  let [far, at] = [0, 0];
  for (let i = 0; i < corners.length; i += 3) {
    const away = Math.hypot((corners[i] as number) - middle[0], (corners[i + 1] as number) - middle[1]);
    if (away > far) [far, at] = [away, i];
  }
  const place = [0, 1, 2].map(axis => corners[at + axis] as number);
  const out = [0, 1].map(axis => ((place[axis] as number) - (middle[axis] as number)) / far);
  const changed = corners.slice();
  for (let i = 0; i < corners.length; i += 3) {
    if (Math.hypot(...place.map((v, axis) => (corners[i + axis] as number) - v)) > 0.5642) continue;
    for (let axis = 0; axis < 2; axis++)
      changed[i + axis] = (corners[i + axis] as number) + 0.1 * (out[axis] as number);
  }
  return { fdi, corners: changed };
}
const uniform = (seed: number) => {
  const random = seededRandom(seed);
  return () => 0.04 * random() - 0.02;
};
const gauss = (seed: number) => {
  const random = normal(seed);
  return () => 0.02 * random();
};
const marks = (stages: readonly Float32Array[]) => {
  const followed = followArch(stage(teeth, 0));
  for (const next of stages) expect(followed.stage(next).way).toBe('all');
  return followed.tracks.map(({ trimmed, changed }) => [...trimmed, ...changed.keys()]);
};

describe('a change of shape', () => {
  it.each([
    ['uniform within 20 µm', uniform],
    ['of a standard deviation of 20 µm', gauss],
  ])('is not reported for noise %s', (_, noise) => {
    expect(marks([1, 2, 3, 4].map(at => noisy(stage(teeth, at), noise(at))))).toEqual([[], [], [], []]);
  });
  it('of 0.1 mm over 1 mm² is reported on its tooth, with and without noise', () => {
    const changed = teeth.map(tooth => (tooth.fdi === 36 || tooth.fdi === 41 ? bonded(tooth) : tooth));
    expect(marks([stage(teeth, 1), stage(changed, 2)])).toEqual([[], [2], [], [2]]);
    expect(marks([stage(teeth, 1), noisy(stage(changed, 2), uniform(5))])).toEqual([[], [2], [], [2]]);
    expect(marks([stage(teeth, 1), noisy(stage(changed, 2), gauss(6))])).toEqual([[], [2], [], [2]]);
  });
  it('is reported for more noise than a scanner has', () => {
    const random = gauss(3);
    expect(marks([noisy(stage(teeth, 1), () => 5 * random())])).toEqual([[1], [1], [1], [1]]);
  });
});
