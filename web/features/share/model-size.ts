/** The size of a model, and the unit of its file. */
import type { ModelUnit } from '#events/file/recorded-model-findings.ts';
import { guessUnit, mmPerUnit } from '#workers/mesh/unit.ts';

export type ModelSize = {
  /** Sides of its bounding box, mm; in file units if the unit is unknown. */
  mm: [number, number, number];
  unit: ModelUnit | undefined;
};

/** @param positions in file units */
export function modelSizeOf(positions: Float32Array): ModelSize {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] as number;
    low[i % 3] = Math.min(low[i % 3] as number, value);
    high[i % 3] = Math.max(high[i % 3] as number, value);
  }
  const side = (axis: number) =>
    positions.length === 0 ? 0 : (high[axis] as number) - (low[axis] as number);
  const sides = [side(0), side(1), side(2)] as const;
  const unit = guessUnit(Math.max(...sides));
  const mm = unit ? mmPerUnit[unit] : 1;
  return { mm: [sides[0] * mm, sides[1] * mm, sides[2] * mm], unit };
}
