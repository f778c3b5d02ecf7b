/** Dots on their way: along an edge of the map, or within their queue. Times in ms of the frames, lengths in CSS px. */
import type { EdgeCurve } from './map-layout.ts';

export type MapPoint = { x: number; y: number };

export type DotMotions = {
  has(caseIndex: number): boolean;
  /** Whether the case is on its way along an edge. */
  flies(caseIndex: number): boolean;
  /** Starts a motion. `curve`: the edge; null for a straight glide. */
  launch(
    caseIndex: number,
    from: MapPoint,
    timing: { now: number; ms: number },
    curve: EdgeCurve | null,
  ): void;
  /** Moves `target` back to where the case is on its way there. Ends a motion that has arrived. */
  place(caseIndex: number, target: MapPoint, now: number): void;
  /** Time at which the motion began. */
  began(caseIndex: number): number;
  end(caseIndex: number): void;
  clear(): void;
  /** The cases in motion. */
  all(): Iterable<number>;
  /** Whether any motion still lasts. */
  last(now: number): boolean;
};

/** Slow at both ends. */
const ease = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2);

export function createDotMotions(cases: number): DotMotions {
  const fromX = new Float32Array(cases);
  const fromY = new Float32Array(cases);
  const starts = new Float64Array(cases);
  const lengths = new Float32Array(cases);
  const curves: (EdgeCurve | null)[] = Array.from({ length: cases }, () => null);
  const moving = new Set<number>();
  return {
    has: i => moving.has(i),
    flies: i => moving.has(i) && curves[i] !== null,
    launch: (i, from, { now, ms }, curve) => {
      fromX[i] = from.x;
      fromY[i] = from.y;
      starts[i] = now;
      lengths[i] = ms;
      curves[i] = curve;
      moving.add(i);
    },
    place: (i, target, now) => {
      if (!moving.has(i)) return;
      const share = (now - (starts[i] ?? 0)) / (lengths[i] ?? 1);
      if (share >= 1) return void moving.delete(i);
      const t = ease(Math.max(0, share));
      const [x0, y0, curve] = [fromX[i] ?? 0, fromY[i] ?? 0, curves[i]];
      const [x1, y1] = curve ? [curve.controlX, curve.controlY] : [(x0 + target.x) / 2, (y0 + target.y) / 2];
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      target.x = a * x0 + b * x1 + c * target.x;
      target.y = a * y0 + b * y1 + c * target.y;
    },
    began: i => starts[i] ?? 0,
    end: i => void moving.delete(i),
    clear: () => moving.clear(),
    all: () => moving,
    last: now => {
      for (const i of moving) if (now < (starts[i] ?? 0) + (lengths[i] ?? 0)) return true;
      return false;
    },
  };
}
