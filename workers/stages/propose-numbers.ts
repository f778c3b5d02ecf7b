/**
 * Proposes FDI numbers from the teeth's places along their arch and their widths. A technician confirms them.
 */
import type { Vec3 } from '#events/plan/pose.ts';
import { toothSizeOf } from '#events/tooth/curves.ts';
import { type Arch, type Fdi, positionFromMidline, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import type { ToothOnArch } from './arch-line.ts';

/** Deviations that cost 1 ("unlikely on its own"). */
const doubt = {
  /** Distance from the tooth's position on a textbook arch, mm. */
  place: 4,
  /** Deviation of the distance between neighbours from the textbook's, mm. */
  gap: 2,
  /** Deviation of the width from the textbook's, mm. */
  width: 0.9,
  /** Distance of the midline from the middle of the arch, mm. */
  midline: 2.5,
  /** Cost of each tooth skipped, except third molars. */
  missing: 1.2,
};
/** Midline shifts that are tried, mm. */
const midlines = Array.from({ length: 25 }, (_, i) => i - 12);

/** Returns the distance from the midline to each tooth's middle by textbook widths in mm, negative on the right. */
function placesOf(row: readonly Fdi[]): number[] {
  const widths = row.map(tooth => toothSizeOf(tooth).width);
  const start = -widths.slice(0, 8).reduce((sum, width) => sum + width, 0);
  let at = start;
  return widths.map(width => {
    at += width;
    return at - width / 2;
  });
}

const square = (value: number, unit: number) => (value / unit) ** 2;

/** Returns the cheapest numbers for one midline, by dynamic programming over teeth and columns of the row. */
function best(teeth: readonly { along: number; width: number }[], row: readonly Fdi[], shift: number) {
  const places = placesOf(row);
  const skipped = (from: number, to: number) =>
    row.slice(from, to).filter(tooth => positionFromMidline(tooth) < 8).length * doubt.missing;
  const own = (i: number, column: number) => {
    const tooth = teeth[i];
    const size = toothSizeOf(row[column] ?? 11);
    if (!tooth) return Infinity;
    return (
      square(tooth.along - shift - (places[column] as number), doubt.place) +
      square(tooth.width - size.width, doubt.width)
    );
  };
  const step = (i: number, from: number, to: number) => {
    const between = (teeth[i]?.along ?? 0) - (teeth[i - 1]?.along ?? 0);
    const due = (places[to] as number) - (places[from] as number);
    return Math.min(4, square(between - due, doubt.gap)) + skipped(from + 1, to);
  };
  let costs = row.map((_, column) => own(0, column) + skipped(0, column));
  const ways: number[][] = [];
  for (let i = 1; i < teeth.length; i++) {
    const way: number[] = [];
    const next = row.map((_, to) => {
      const ranked = costs.map((cost, from) => (from < to ? cost + step(i, from, to) : Infinity));
      const least = Math.min(...ranked, Infinity);
      way[to] = ranked.indexOf(least);
      return least + own(i, to);
    });
    ways.push(way);
    costs = next;
  }
  const whole = costs.map((cost, column) => cost + skipped(column + 1, row.length));
  const cost = Math.min(...whole) + square(shift, doubt.midline);
  const columns = [whole.indexOf(Math.min(...whole))];
  for (const way of ways.toReversed()) columns.unshift(way[columns[0] as number] as number);
  return { cost, columns };
}

/**
 * Proposes the FDI numbers of an arch.
 * @param line the teeth along their arch
 * @param widths mesiodistal, mm, in the order of the list that the line was made from
 * @returns a number for each tooth of that list; all null if the arch has more teeth than numbers
 */
export function proposeNumbers(
  row: Arch,
  line: readonly ToothOnArch[],
  widths: readonly number[],
): (Fdi | null)[] {
  const numbers: (Fdi | null)[] = line.map(() => null);
  if (line.length === 0 || line.length > TEETH_BY_ARCH[row].length) return numbers;
  const teeth = line.map(({ at, along }) => ({ along, width: widths[at] ?? 0 }));
  const tried = midlines.map(shift => best(teeth, TEETH_BY_ARCH[row], shift));
  const least = tried.reduce((a, b) => (b.cost < a.cost ? b : a));
  line.forEach(({ at }, i) => {
    numbers[at] = TEETH_BY_ARCH[row][least.columns[i] ?? -1] ?? null;
  });
  return numbers;
}

/** Returns the extent of a tooth along a direction, mm. A rough value, for proposing numbers. */
export function toothExtentAlong(positions: Float32Array, [x, y, z]: Vec3): number {
  let [from, to] = [Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    const place =
      (positions[i] as number) * x + (positions[i + 1] as number) * y + (positions[i + 2] as number) * z;
    from = Math.min(from, place);
    to = Math.max(to, place);
  }
  return to - from;
}
