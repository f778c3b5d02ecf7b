/**
 * The arch line: y = h(2x − 1)², x from 0 to 1 over the width, y downwards from the apex (0) to the ends (h).
 * Ticks point
 * outwards along the normal. All lengths share one unit.
 */
export type ArchSize = { width: number; height: number };

/** Number of teeth, and of ticks, of one jaw. */
export const TEETH_PER_JAW = 16;

/** Upper teeth in front view: the patient's right side is on the left. */
export const UPPER_FDI = [18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28] as const;

export type ArchPoint = { x: number; y: number /** Unit normal, outwards (up). */; nx: number; ny: number };

/** The point at share `t` (0–1) of the width. */
export function pointOnArch({ width, height }: ArchSize, t: number): ArchPoint {
  const slope = (4 * height * (2 * t - 1)) / width;
  const length = Math.hypot(1, slope);
  return { x: t * width, y: height * (2 * t - 1) ** 2, nx: slope / length, ny: -1 / length };
}

/** The exact path from the left end to share `t`, as one quadratic curve. */
export function archSvgPath({ width, height }: ArchSize, t = 1): string {
  const end = pointOnArch({ width, height }, t);
  return `M0 ${round(height)}Q${round((t * width) / 2)} ${round(height - 2 * height * t)} ${round(end.x)} ${round(end.y)}`;
}

/** Shares of the width for `count` items, each in the middle of its part. */
export function tickSharesAcrossWidth(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i + 0.5) / count);
}

/**
 * Shares of the width at equal distances along the curve. `margin` is the free share of its length at each
 * end.
 */
export function tickSharesAlongLine(arch: ArchSize, count: number, margin = 0): number[] {
  const steps = 600;
  const lengths = [0];
  for (let i = 1; i <= steps; i += 1) {
    const a = pointOnArch(arch, (i - 1) / steps);
    const b = pointOnArch(arch, i / steps);
    lengths.push((lengths[i - 1] ?? 0) + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const total = lengths[steps] ?? 0;
  return Array.from({ length: count }, (_, i) => {
    const share = count === 1 ? 0.5 : margin + (i / (count - 1)) * (1 - 2 * margin);
    const at = lengths.findIndex(length => length >= share * total);
    const before = lengths[at - 1] ?? 0;
    const span = (lengths[at] ?? 0) - before;
    return at <= 0 ? 0 : (at - 1 + (share * total - before) / (span || 1)) / steps;
  });
}

/** SVG path of the tick at `t`: between the distances `from` and `to` outwards from the arch's line. */
export function tickPath(arch: ArchSize, t: number, from: number, to: number): string {
  const { x, y, nx, ny } = pointOnArch(arch, t);
  return `M${round(x + nx * from)} ${round(y + ny * from)}L${round(x + nx * to)} ${round(y + ny * to)}`;
}

/** Several ticks as one path. */
export function ticksPath(arch: ArchSize, at: readonly number[], from: number, to: number): string {
  return at.map(t => tickPath(arch, t, from, to)).join('');
}

/**
 * Number of lit ticks for `value` of `total`: any progress lights at least one, only completion lights all.
 */
export function countLitTicks(value: number, total: number, ticks: number = TEETH_PER_JAW): number {
  if (total <= 0 || value <= 0) return 0;
  if (value >= total) return ticks;
  return Math.max(1, Math.min(ticks - 1, Math.round((value / total) * ticks)));
}

/** Arch lines of progress indicators, with the start and end of their ticks. */
export const PROGRESS_ARCHES = {
  small: { width: 68, height: 9, ticks: [2.5, 8] },
  medium: { width: 120, height: 16, ticks: [4, 13] },
} as const;

/** Paths of the unlit and the lit ticks of a progress indicator. */
export function progressPaths(
  value: number,
  total: number,
  size: keyof typeof PROGRESS_ARCHES,
): { off: string; on: string } {
  const arch = PROGRESS_ARCHES[size];
  const [from, to] = arch.ticks;
  const at = tickSharesAcrossWidth(TEETH_PER_JAW);
  const lit = countLitTicks(value, total);
  return { off: ticksPath(arch, at.slice(lit), from, to), on: ticksPath(arch, at.slice(0, lit), from, to) };
}

/** Shares of the width for 16 ticks between `steps`, distributed over the gaps as evenly as possible. */
export function tickSharesBetween(steps: readonly number[]): number[] {
  const gaps = steps.length - 1;
  return steps.slice(0, -1).flatMap((from, gap) => {
    const to = steps[gap + 1] ?? from;
    const count = Math.floor(((gap + 1) * TEETH_PER_JAW) / gaps) - Math.floor((gap * TEETH_PER_JAW) / gaps);
    return Array.from({ length: count }, (_, i) => from + ((i + 1) / (count + 1)) * (to - from));
  });
}

function round(n: number): number {
  const rounded = Math.round(n * 100) / 100;
  return rounded === 0 ? 0 : rounded;
}
