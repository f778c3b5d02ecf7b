import { describe, expect, it } from 'vitest';
import { TOOTH_SIZES, type UnsidedTooth } from '#events/tooth/curve-data.ts';
import { generateCrown } from './crown.ts';
import { coarseCrownDetail, collarLengthMm, fineCrownDetail } from './crown-size.ts';
import { checkSoundness, extentOnAxis, PERFECT_SOUNDNESS } from './testing.ts';

const kinds = Object.keys(TOOTH_SIZES) as UnsidedTooth[];
const sizeOf = (kind: UnsidedTooth) => {
  const [width, depth, crown] = TOOTH_SIZES[kind];
  return { width, depth, crown };
};
const made = new Map(kinds.map(kind => [kind, generateCrown(kind, sizeOf(kind), fineCrownDetail)]));
const crown = (kind: UnsidedTooth) => made.get(kind) ?? generateCrown(kind, sizeOf(kind), fineCrownDetail);

/** Brute force: height of the vertex nearest to a point, seen from above. */
function heightAt(kind: UnsidedTooth, x: number, y: number): number {
  const { positions } = crown(kind);
  let [nearest, height] = [Infinity, 0];
  for (let v = 0; v < positions.length; v += 3) {
    const [px, py, pz] = [positions[v] as number, positions[v + 1] as number, positions[v + 2] as number];
    const away = Math.hypot(px - x, py - y);
    if (pz > 0.4 * sizeOf(kind).crown && away < nearest) [nearest, height] = [away, pz];
  }
  return height;
}

describe.each(kinds)('a crown of kind %s', kind => {
  const { width, depth, crown: tall } = sizeOf(kind);
  it('is a closed body facing outwards, without degenerate triangles, fine and coarse', () => {
    expect(checkSoundness(crown(kind))).toEqual(PERFECT_SOUNDNESS);
    expect(checkSoundness(generateCrown(kind, sizeOf(kind), coarseCrownDetail))).toEqual(PERFECT_SOUNDNESS);
  });
  it('has the requested size', () => {
    const [distal, mesial] = extentOnAxis(crown(kind), 0);
    const [lingual, buccal] = extentOnAxis(crown(kind), 1);
    const [low, high] = extentOnAxis(crown(kind), 2);
    expect(Math.abs(mesial - distal - width) / width).toBeLessThan(0.03);
    expect(Math.abs(buccal - lingual - depth) / depth).toBeLessThan(0.09);
    expect(Math.abs(high - tall) / tall).toBeLessThan(0.06);
    expect(low).toBeCloseTo(-collarLengthMm - 0.25, 0);
  });
  it('has 4,000 to 6,000 triangles, about 900 if coarse', () => {
    const triangles = crown(kind).indices.length / 3;
    expect(triangles).toBeGreaterThan(4000);
    expect(triangles).toBeLessThan(6000);
    const few = generateCrown(kind, sizeOf(kind), coarseCrownDetail).indices.length / 3;
    expect(few).toBeGreaterThan(700);
    expect(few).toBeLessThan(1100);
  });
});

describe('the shape of crowns', () => {
  it('incisors end in an edge thinner than a third of the tooth, and have a cingulum', () => {
    for (const kind of ['u1', 'u2', 'l1', 'l2'] as const) {
      const { positions } = crown(kind);
      const { depth, crown: tall } = sizeOf(kind);
      const slice = (from: number, to: number) => {
        const ys: number[] = [];
        for (let v = 0; v < positions.length; v += 3)
          if ((positions[v + 2] as number) > from * tall && (positions[v + 2] as number) < to * tall)
            ys.push(positions[v + 1] as number);
        return Math.max(...ys) - Math.min(...ys);
      };
      expect(slice(0.9, 0.97)).toBeLessThan(depth / 3);
      expect(slice(0.12, 0.25)).toBeGreaterThan(0.85 * depth);
    }
  });
  it('canines have their tip near the middle of the width', () => {
    for (const kind of ['u3', 'l3'] as const) {
      const { positions } = crown(kind);
      let top = 0;
      for (let v = 3; v < positions.length; v += 3)
        if ((positions[v + 2] as number) > (positions[top + 2] as number)) top = v;
      const { width } = sizeOf(kind);
      expect(Math.abs(positions[top] as number)).toBeLessThan(0.15 * width);
    }
  });
  /** Position of the deepest central groove, and of the cusps around it, in half-widths. */
  const surfaces: [UnsidedTooth, groove: [number, number], ...cusps: [number, number][]][] = [
    ['u4', [-0.1, -0.03], [0, 0.5], [0.1, -0.5]],
    ['u5', [0, -0.03], [0, 0.5], [0.08, -0.5]],
    ['u6', [0.32, 0.03], [0.44, 0.55], [-0.44, 0.53], [0.42, -0.46]],
    ['l4', [0, -0.27], [0.04, 0.26]],
    ['l6', [0.12, 0.08], [0.56, 0.5], [-0.06, 0.54], [0.5, -0.54], [-0.42, -0.54]],
    ['l7', [0, 0], [0.46, 0.5], [-0.46, 0.5], [0.46, -0.52], [-0.46, -0.52]],
  ];
  const over = (kind: UnsidedTooth, [x, y]: [number, number]) => {
    const { width, depth } = sizeOf(kind);
    return heightAt(kind, (x * width) / 2, (y * depth) / 2);
  };
  it.each(surfaces)('%s has cusps at least 0.8 mm above its central groove', (kind, groove, ...cusps) => {
    for (const cusp of cusps)
      expect([cusp, over(kind, cusp) - over(kind, groove) > 0.8]).toEqual([cusp, true]);
  });
  it('marginal ridges of molars are above the groove and below the cusps', () => {
    for (const [kind, groove] of surfaces.filter(([kind]) => /[67]/.test(kind)))
      for (const side of [0.78, -0.78]) {
        const ridge = over(kind, [side, 0]);
        expect([kind, side, ridge > over(kind, groove)]).toEqual([kind, side, true]);
        expect(ridge).toBeLessThan(0.92 * sizeOf(kind).crown);
      }
  });
  it('is reproducible', () => {
    expect(generateCrown('u6', sizeOf('u6'), fineCrownDetail)).toEqual(crown('u6'));
  });
});
