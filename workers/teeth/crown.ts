/** A crown in its own frame: x mesial, y buccal, z occlusal with 0 at the neck. Right and left teeth share it. */
import type { ToothKind } from '#events/tooth/curves.ts';
import type { Mesh } from '../mesh/weld.ts';
import { backCrown } from './back.ts';
import { frontCrown } from './front.ts';
import type { CrownSize, Detail } from './size.ts';

export function crownOf(kind: ToothKind, size: CrownSize, detail: Detail): Mesh {
  switch (kind) {
    case 'u1':
    case 'u2':
    case 'u3':
    case 'l1':
    case 'l2':
    case 'l3':
      return frontCrown(kind, size, detail);
    default:
      return backCrown(kind, size, detail);
  }
}
