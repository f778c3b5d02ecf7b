/**
 * Crowns of premolars and molars: a wall up to the height of contour, and above it an occlusal surface of
 * cusps.
 */

import type { Mesh } from '../mesh/weld.ts';
import { crownOutlineRadii } from './crown-outline.ts';
import { type CrownDetail, type CrownSize, collarLengthMm } from './crown-size.ts';
import { createOcclusalRelief, type PosteriorToothKind } from './cusps.ts';
import { lerp, smoothMin, smoothstep } from './interpolation.ts';
import { createRingMesh } from './ring-mesh.ts';

/** Height of contour as a share of the crown's height: buccal, lingual, between neighbours. */
const widest = {
  upper: { buccal: 0.3, lingual: 0.45, between: 0.6 },
  lower: { buccal: 0.32, lingual: 0.55, between: 0.62 },
};
/** Width of the neck as a share of the crown's. */
const neck = { between: 0.77, across: 0.84 };

/** Radius of occlusal ring `i` as a share, 1 at the rim. Rings are dense at the rim. */
const inwards = (i: number, rings: number) => {
  const t = i / rings;
  return lerp(1 - t, Math.cos((t * Math.PI) / 2), 0.55);
};

/** Returns a closed crown in its own frame: x mesial, y buccal, z occlusal, 0 at the neck, mm. */
export function generatePosteriorCrown(kind: PosteriorToothKind, size: CrownSize, detail: CrownDetail): Mesh {
  const { crown } = size;
  const upper = kind.startsWith('u');
  const at = upper ? widest.upper : widest.lower;
  const radius = crownOutlineRadii(kind, size, detail.around);
  const relief = createOcclusalRelief(kind, size);
  const angles = Array.from({ length: detail.around }, (_, j) => (j / detail.around) * 2 * Math.PI);
  const around = angles.map((angle, j) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const side = s > 0 ? at.buccal : at.lingual;
    const full = lerp(side, at.between, c * c) * crown;
    return { c, s, r: radius[j] ?? 1, full, narrow: lerp(neck.across, neck.between, c * c) };
  });
  const ringAt = (j: number) => around[j] ?? { c: 1, s: 0, r: 1, full: 1, narrow: 1 };
  const skin = createRingMesh(detail.around);
  for (let i = 0; i < detail.wall; i++)
    skin.ring(j => {
      const { c, s, r, full, narrow } = ringAt(j);
      const z = lerp(-collarLengthMm, full, i / detail.wall);
      const up = Math.max(0, z / full);
      const root = 1 - 0.2 * smoothstep(0, -collarLengthMm, z);
      const out = r * lerp(narrow, 1, Math.sin((up * Math.PI) / 2) ** 0.9) * root;
      return [out * c, out * s, z];
    });
  for (let i = 0; i < detail.top; i++)
    skin.ring(j => {
      const { c, s, r, full } = ringAt(j);
      const rho = inwards(i, detail.top);
      const [x, y] = [r * rho * c, r * rho * s];
      const wall = full + (1.22 * crown - full) * (1 - rho ** 2.7) ** (1 / 1.5);
      return [x, y, i === 0 ? full : smoothMin(wall, relief(x, y), 0.5)];
    });
  return skin.end([0, 0, -collarLengthMm - 0.3], { point: [0, 0, relief(0, 0)] });
}
