import { describe, expect, it } from 'vitest';
import {
  archSvgPath,
  countLitTicks,
  pointOnArch,
  TEETH_PER_JAW,
  tickPath,
  tickSharesAcrossWidth,
  tickSharesAlongLine,
  tickSharesBetween,
} from './arch.ts';

const arch = { width: 600, height: 450 };

describe('the arch line', () => {
  it('is y = h(2x − 1)²: the ends at h, the apex at 0, the quarter at h / 4', () => {
    expect(pointOnArch(arch, 0)).toMatchObject({ x: 0, y: 450 });
    expect(pointOnArch(arch, 0.5)).toMatchObject({ x: 300, y: 0 });
    expect(pointOnArch(arch, 0.25).y).toBeCloseTo(112.5);
    expect(pointOnArch(arch, 0.2).y).toBeCloseTo(pointOnArch(arch, 0.8).y);
  });

  it('has unit normals that are perpendicular to the slope and point outwards', () => {
    for (const t of [0, 0.1, 0.5, 0.77, 1]) {
      const { nx, ny } = pointOnArch(arch, t);
      const slope = (4 * 450 * (2 * t - 1)) / 600;
      expect(Math.hypot(nx, ny)).toBeCloseTo(1);
      expect(nx * 1 + ny * slope).toBeCloseTo(0);
      expect(ny).toBeLessThan(0);
    }
    expect(pointOnArch(arch, 0.1).nx).toBeLessThan(0);
    expect(pointOnArch(arch, 0.9).nx).toBeGreaterThan(0);
  });

  it('has a partial path that follows the whole line', () => {
    expect(archSvgPath(arch)).toBe('M0 450Q300 -450 600 450');
    const [, cx, cy, x, y] = /Q(\S+) (\S+) (\S+) (\S+)$/.exec(archSvgPath(arch, 0.4))?.map(Number) ?? [];
    const half = {
      x: 0.25 * 0 + 0.5 * Number(cx) + 0.25 * Number(x),
      y: 0.25 * 450 + 0.5 * Number(cy) + 0.25 * Number(y),
    };
    expect(half.y).toBeCloseTo(pointOnArch(arch, half.x / 600).y, 1);
    expect(Number(y)).toBeCloseTo(pointOnArch(arch, 0.4).y, 1);
  });

  it('spaces items evenly along its length, mirror-symmetric', () => {
    const shares = tickSharesAlongLine(arch, TEETH_PER_JAW, 0.03);
    const points = shares.map(t => pointOnArch(arch, t));
    const gaps = points
      .slice(1)
      .map((p, i) => Math.hypot(p.x - (points[i]?.x ?? 0), p.y - (points[i]?.y ?? 0)));
    const outer = gaps.slice(0, 5);
    expect(Math.max(...outer) - Math.min(...outer)).toBeLessThan(1);
    expect((shares[0] ?? 0) + (shares[15] ?? 0)).toBeCloseTo(1, 3);
    expect(tickSharesAlongLine(arch, 3)).toEqual([0, expect.closeTo(0.5, 3), expect.closeTo(1, 3)]);
  });

  it('draws a tick outwards along the normal', () => {
    expect(tickPath(arch, 0.5, 3, 10)).toBe('M300 -3L300 -10');
  });
});

describe('countLitTicks', () => {
  it.each([
    [0, 24, 0],
    [1, 100, 1],
    [7, 24, 5],
    [12, 24, 8],
    [99, 100, 15],
    [24, 24, 16],
    [30, 24, 16],
    [3, 0, 0],
  ])('%i of %i lights %i ticks', (value, total, lit) => expect(countLitTicks(value, total)).toBe(lit));
});

describe('tickSharesBetween', () => {
  it.each([2, 4, 5, 7, 8, 9])('distributes 16 ticks over the gaps of %i steps, none on a step', count => {
    const steps = tickSharesAcrossWidth(count);
    const ticks = tickSharesBetween(steps);
    expect(ticks).toHaveLength(TEETH_PER_JAW);
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
    for (const tick of ticks)
      expect(Math.min(...steps.map(step => Math.abs(step - tick)))).toBeGreaterThan(0.005);
  });
});
