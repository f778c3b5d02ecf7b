/** No STL says in which unit it is: an arch tells by its size. */
import { type Unit, unitNames } from '#events/file/model-found.ts';

/** Millimetres of each. */
export const units: Record<Unit, number> = { mm: 1, inch: 25.4, cm: 10, m: 1000, um: 0.001 };

/** Millimetres that an arch measures at its widest (design/MESH.md 1). */
const arch = { from: 30, to: 120 };

/** The unit in which the longest side of a box is an arch's; undefined where it is in none. Millimetres go first. */
export function unitOf(longest: number): Unit | undefined {
  return unitNames.find(name => {
    const mm = longest * units[name];
    return mm >= arch.from && mm <= arch.to;
  });
}
