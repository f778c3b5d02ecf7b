import { describe, expect, test } from 'vitest';
import { isScattered } from './scattered.ts';
import type { Mesh } from './weld.ts';

/** Flat rectangles as separate pieces: left edge and width, mm. */
function meshOf(pieces: readonly (readonly [x: number, wide: number])[]): Mesh {
  const positions = pieces.flatMap(([x, wide]) => [x, 0, 0, x + wide, 0, 0, x + wide, 8, 0, x, 8, 0]);
  const indices = pieces.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map(corner => 4 * i + corner));
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}
const teeth = Array.from({ length: 16 }, (_, i) => [i * 9, 8] as const);
const gum = [0, 140] as const;

describe('isScattered', () => {
  test.each([
    ['sixteen loose crowns', meshOf(teeth), 16, true],
    ['sixteen teeth in their gum', meshOf([...teeth, gum]), 17, false],
    ['a scan with scraps', meshOf([gum, [0, 2], [30, 2]]), 3, false],
    ['a few loose teeth', meshOf(teeth.slice(0, 5)), 5, false],
  ] as const)('decides for %s', (_what, mesh, components, scattered) => {
    expect(isScattered(mesh, components)).toBe(scattered);
  });
});
