/**
 * The arch line: y = h(2x − 1)², x from 0 to 1 over a width, y downwards from the apex (0) to the ends (h).
 * Ticks stand on it along the normal, outwards. All lengths share one unit.
 */
export type Arch = { width: number; height: number };

/** 16 teeth of one jaw. */
export const TICKS = 16;

/** The eight of each side in the order they are seen from the front: the patient's right is on the left. */
export const UPPER_FDI = [18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28] as const;

export type ArchPoint = { x: number; y: number /** Unit normal, outwards (up). */; nx: number; ny: number };

/** The point at share `t` (0–1) of the width. */
export function archPoint({ width, height }: Arch, t: number): ArchPoint {
  const slope = (4 * height * (2 * t - 1)) / width;
  const length = Math.hypot(1, slope);
  return { x: t * width, y: height * (2 * t - 1) ** 2, nx: slope / length, ny: -1 / length };
}

/** An exact path of the line from its left end to share `t`, as one quadratic curve. */
export function archPath({ width, height }: Arch, t = 1): string {
  const end = archPoint({ width, height }, t);
  return `M0 ${round(height)}Q${round((t * width) / 2)} ${round(height - 2 * height * t)} ${round(end.x)} ${round(end.y)}`;
}

/** Shares of the width where `count` things stand, each in the middle of its part. */
export function evenly(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i + 0.5) / count);
}

/** Shares of the width at equal distances along the line itself, `margin` (share of its length) kept free at both ends. */
export function alongLine(arch: Arch, count: number, margin = 0): number[] {
  const steps = 600;
  const lengths = [0];
  for (let i = 1; i <= steps; i += 1) {
    const a = archPoint(arch, (i - 1) / steps);
    const b = archPoint(arch, i / steps);
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

/** One tick, from `from` to `to` outwards of the line. */
export function tickPath(arch: Arch, t: number, from: number, to: number): string {
  const { x, y, nx, ny } = archPoint(arch, t);
  return `M${round(x + nx * from)} ${round(y + ny * from)}L${round(x + nx * to)} ${round(y + ny * to)}`;
}

/** Many ticks as one path. */
export function ticksPath(arch: Arch, at: readonly number[], from: number, to: number): string {
  return at.map(t => tickPath(arch, t, from, to)).join('');
}

/** How many of `ticks` are lit for `value` of `total`: some progress lights one, only the end lights all. */
export function litTicks(value: number, total: number, ticks: number = TICKS): number {
  if (total <= 0 || value <= 0) return 0;
  if (value >= total) return ticks;
  return Math.max(1, Math.min(ticks - 1, Math.round((value / total) * ticks)));
}

/** The arch line of a progress, and from where to where its ticks stand out. */
export const PROGRESS = {
  small: { width: 68, height: 9, ticks: [2.5, 8] },
  medium: { width: 120, height: 16, ticks: [4, 13] },
} as const;

/** How far along: the ticks that are not lit and those that are, as paths. */
export function progressPaths(
  value: number,
  total: number,
  size: keyof typeof PROGRESS,
): { off: string; on: string } {
  const arch = PROGRESS[size];
  const [from, to] = arch.ticks;
  const at = evenly(TICKS);
  const lit = litTicks(value, total);
  return { off: ticksPath(arch, at.slice(lit), from, to), on: ticksPath(arch, at.slice(0, lit), from, to) };
}

/** Where the ticks between `steps` stand: 16 shared out among the gaps, as evenly as whole numbers allow. */
export function ticksBetween(steps: readonly number[]): number[] {
  const gaps = steps.length - 1;
  return steps.slice(0, -1).flatMap((from, gap) => {
    const to = steps[gap + 1] ?? from;
    const count = Math.floor(((gap + 1) * TICKS) / gaps) - Math.floor((gap * TICKS) / gaps);
    return Array.from({ length: count }, (_, i) => from + ((i + 1) / (count + 1)) * (to - from));
  });
}

function round(n: number): number {
  const rounded = Math.round(n * 100) / 100;
  return rounded === 0 ? 0 : rounded;
}
