/** No STL says in which unit it is: an arch tells by its size. */
export const units = { mm: 1, inch: 25.4, cm: 10, m: 1000, um: 0.001 } as const;
export type Unit = keyof typeof units;

/** Millimetres that an arch measures at its widest (design/MESH.md 1). */
const arch = { from: 30, to: 120 };

/** The unit in which the longest side of a box is an arch's; undefined where it is in none. Millimetres go first. */
export function unitOf(longest: number): Unit | undefined {
  const names = Object.keys(units) as Unit[];
  return names.find(name => {
    const mm = longest * units[name];
    return mm >= arch.from && mm <= arch.to;
  });
}
