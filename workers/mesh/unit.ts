/** Guesses an STL's unit from the size of an arch, since the format states none. */
import { type ModelUnit, modelUnits } from '#events/file/recorded-model-findings.ts';

/** Millimetres in each unit. */
export const mmPerUnit: Record<ModelUnit, number> = { mm: 1, inch: 25.4, cm: 10, m: 1000, um: 0.001 };

/** Longest side of an arch, mm (design/MESH.md 1). */
const arch = { from: 30, to: 120 };

/**
 * Returns the first unit, beginning with mm, in which the box's longest side has an arch's size; undefined if
 * none fits.
 */
export function guessUnit(longest: number): ModelUnit | undefined {
  return modelUnits.find(name => {
    const mm = longest * mmPerUnit[name];
    return mm >= arch.from && mm <= arch.to;
  });
}
