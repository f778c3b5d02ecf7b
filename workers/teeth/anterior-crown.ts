/**
 * Crowns of incisors and canines: cross-sections from the root's collar to the edge. Textbook shapes: the
 * labial face is flat and highest near the neck; the lingual one has a cingulum, a fossa and two marginal
 * ridges.
 */
import type { Mesh } from '../mesh/weld.ts';
import { type AnteriorToothKind, anteriorContoursByKind } from './anterior-contours.ts';
import { type CrownDetail, type CrownSize, collarLengthMm } from './crown-size.ts';
import { gaussian, interpolateCubic, lerp, smoothstep } from './interpolation.ts';
import { createRingMesh } from './ring-mesh.ts';

/** Share of the height over which the edge is rounded. */
const rounding = 0.05;

const power = (value: number, exponent: number) => Math.sign(value) * Math.abs(value) ** exponent;

/** Returns a closed crown in its own frame: x mesial, y buccal, z occlusal, 0 at the neck, mm. */
export function generateAnteriorCrown(
  kind: AnteriorToothKind,
  { width, depth, crown }: CrownSize,
  detail: CrownDetail,
): Mesh {
  const front = anteriorContoursByKind[kind];
  const canine = front.keel > 0;
  const skin = createRingMesh(detail.around);
  /**
   * A vertex at share `t` of the height and `angle` around. `cap` is the share of the thickness that the
   * rounding leaves.
   */
  const corner = (t: number, angle: number, cap: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const up = Math.max(0, t);
    const root = 1 - 0.26 * smoothstep(0, -0.3, t);
    const half =
      (c > 0 ? interpolateCubic(front.mesial, up) : interpolateCubic(front.distal, up)) * (width / 2) * root;
    const boxy = lerp(2.05, canine ? 2.2 : 2.9, smoothstep(0.3, 0.85, t));
    const x = half * power(c, 2 / boxy) * lerp(0.97, 1, cap);
    const across = x / (width / 2);
    const [labial, lingual] = [
      interpolateCubic(front.labial, up) * depth,
      interpolateCubic(front.lingual, up) * depth,
    ];
    let y = ((labial - lingual) / 2) * power(s, 2 / boxy) * root * cap;
    const face = Math.abs(s) * cap;
    if (s > 0) {
      y -= front.curved * across * across * smoothstep(-0.1, 0.5, t) * face;
      y += front.keel * gaussian(across, 0.05, 0.34) * smoothstep(0.15, 0.55, t) * face;
      // Two shallow grooves separate the three lobes.
      if (!canine)
        y -=
          0.055 *
          (gaussian(across, 0.34, 0.17) + gaussian(across, -0.34, 0.17)) *
          smoothstep(0.4, 0.85, t) *
          face;
    } else {
      const where = smoothstep(0.22, 0.45, t) * (1 - smoothstep(0.8, 1, t));
      y -= front.ridges * gaussian(Math.abs(across), 0.74, 0.2) * where * face;
      if (canine) y -= 0.3 * gaussian(across, 0.03, 0.22) * where * face;
      y -= front.curved * 0.25 * across * across * smoothstep(0.6, 1, t);
    }
    const bend = front.curved * 0.45 * across * across * smoothstep(0.5, 1, t);
    const low = x > 0 ? front.corners[0] * across ** 6 : front.corners[1] * across ** 4;
    const z = crown * t - low * smoothstep(0.62, 1, t);
    return [x, (labial + lingual) / 2 + y - bend, z] as const;
  };
  const rise = (i: number) => {
    const share = i / detail.front;
    return lerp(-collarLengthMm / crown, 1, 1 - (1 - share) ** 1.25);
  };
  for (let i = 0; i <= detail.front; i++) {
    const t = rise(i);
    const over = Math.min(0.94, Math.max(0, (t - (1 - rounding)) / rounding));
    const cap = Math.sqrt(1 - over * over);
    skin.ring(j => corner(t, (j / detail.around) * 2 * Math.PI, cap));
  }
  const [, y, z] = corner(-collarLengthMm / crown, Math.PI / 2, 0);
  return skin.end([0, y, z - 0.2], 'zip');
}
