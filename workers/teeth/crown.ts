/**
 * Returns a crown in its own frame: x mesial, y buccal, z occlusal with 0 at the neck, mm. Right and left
 * teeth share it.
 */
import type { UnsidedTooth } from '#events/tooth/curves.ts';
import type { Mesh } from '../mesh/weld.ts';
import { generateAnteriorCrown } from './anterior-crown.ts';
import type { CrownDetail, CrownSize } from './crown-size.ts';
import { generatePosteriorCrown } from './posterior-crown.ts';

export function generateCrown(kind: UnsidedTooth, size: CrownSize, detail: CrownDetail): Mesh {
  switch (kind) {
    case 'u1':
    case 'u2':
    case 'u3':
    case 'l1':
    case 'l2':
    case 'l3':
      return generateAnteriorCrown(kind, size, detail);
    default:
      return generatePosteriorCrown(kind, size, detail);
  }
}
