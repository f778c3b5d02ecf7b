import { describe, expect, test } from 'vitest';
import { archPlaceOf } from '#events/tooth/arch-form.ts';
import {
  curveKindOf,
  occlusalLines,
  occlusalOutline,
  toothPaths,
  toothSizeOf,
} from '#events/tooth/curves.ts';
import { contactKeys, type Fdi, isOnRightSide, TEETH, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { CHART_LAYOUTS, viewBoxOf } from './layout.ts';

const views = Object.values(CHART_LAYOUTS);
const mirrored = (tooth: Fdi) =>
  TEETH.find(
    other =>
      other % 10 === tooth % 10 &&
      Math.abs(other - tooth) === 10 &&
      isOnRightSide(other) !== isOnRightSide(tooth),
  );

describe('the curves of the teeth', () => {
  test('contain only finite numbers', () => {
    for (const tooth of TEETH) {
      const { occlusal, crown, fissures: lines, roots } = toothPaths(tooth);
      expect(roots.length).toBeGreaterThan(0);
      for (const path of [occlusal, crown, lines, ...roots]) {
        expect(path).toMatch(/^M-?[\d.]+ -?[\d.]+C/);
        expect(path).not.toMatch(/NaN|undefined|Infinity/);
      }
    }
  });

  test('stay within the widths; fissures stay within the outline’s box', () => {
    for (const tooth of TEETH) {
      const kind = curveKindOf(tooth);
      for (const [x, y] of [...occlusalOutline(kind), ...occlusalLines(kind).flat()]) {
        expect(Math.abs(x)).toBeLessThanOrEqual(1);
        expect(Math.abs(y)).toBeLessThanOrEqual(1);
      }
    }
  });

  test('of 14 and 24 are mirror images', () => {
    expect(curveKindOf(14)).toBe(curveKindOf(24));
    const numbers = (path: string) => [...path.matchAll(/-?[\d.]+/g)].map(Number);
    const [right, left] = [numbers(toothPaths(14).crown), numbers(toothPaths(24).crown)];
    expect(left).toHaveLength(right.length);
    for (const [i, value] of left.entries())
      expect(value).toBeCloseTo((i % 2 ? 1 : -1) * (right[i] ?? NaN), 1);
  });
});

describe('the chart layouts', () => {
  test('place all teeth and contacts inside the box', () => {
    for (const { box, teeth, contact } of views) {
      expect(teeth.size).toBe(32);
      const spots = [
        ...[...teeth.values()].flatMap(place => [place.top, place.number, place.hit]),
        ...contactKeys().flatMap(key => {
          const place = contact(key);
          return place ? [place.from, place.to, place.label, place.hit] : [];
        }),
      ];
      expect(spots).toHaveLength(32 * 3 + 30 * 4);
      for (const { x, y } of spots) {
        expect(Math.abs(x - box.x)).toBeLessThan(box.width / 2 - 1);
        expect(Math.abs(y - box.y)).toBeLessThan(box.height / 2 - 1);
      }
      expect(viewBoxOf(box).split(' ').map(Number).every(Number.isFinite)).toBe(true);
    }
  });

  test('show the patient’s right on the left, with mirrored halves', () => {
    for (const { teeth } of views) {
      for (const tooth of TEETH) {
        const [here, there] = [teeth.get(tooth)?.top.x ?? 0, teeth.get(mirrored(tooth) ?? tooth)?.top.x ?? 0];
        expect(here < 0).toBe(isOnRightSide(tooth));
        expect(here).toBeCloseTo(-there, 6);
      }
    }
  });

  test('leave gaps between neighbours in rows', () => {
    const { teeth } = CHART_LAYOUTS.rows;
    for (const row of Object.values(TEETH_BY_ARCH)) {
      for (const [i, tooth] of row.entries()) {
        const next = row[i + 1];
        if (next === undefined) continue;
        const apart = (teeth.get(next)?.top.x ?? 0) - (teeth.get(tooth)?.top.x ?? 0);
        expect(apart).toBeGreaterThan((toothSizeOf(tooth).width + toothSizeOf(next).width) / 2);
      }
    }
  });

  test('have contact targets of 24 px at the minimum width of 640 px, without overlap', () => {
    const { box, contact } = CHART_LAYOUTS.rows;
    const perMm = 640 / box.width;
    for (const row of ['upper', 'lower'] as const) {
      const hits = contactKeys([], row).map(key => contact(key)?.hit);
      for (const [i, hit] of hits.entries()) {
        expect((hit?.width ?? 0) * perMm).toBeGreaterThanOrEqual(24);
        const next = hits[i + 1];
        if (hit && next) expect(next.x - hit.x).toBeGreaterThanOrEqual(hit.width);
      }
    }
  });

  test('place a contact over an extraction in the middle of the gap', () => {
    const { teeth, contact } = CHART_LAYOUTS.rows;
    expect(contact('15-13')?.from.x).toBeCloseTo(teeth.get(14)?.top.x ?? 0, 1);
    expect(contact('13-43')).toBeUndefined();
    expect(contact('x')).toBeUndefined();
  });

  test('place molars behind and outside the incisors on the arch', () => {
    for (const [front, back] of [
      [11, 16],
      [31, 36],
    ] as const) {
      expect(archPlaceOf(back).depth).toBeGreaterThan(archPlaceOf(front).depth + 20);
      expect(Math.abs(archPlaceOf(back).x)).toBeGreaterThan(Math.abs(archPlaceOf(front).x) + 15);
    }
    // The textbook width between first molars is 33 to 37 mm at their inner side; the centres are slightly
    // further apart.
    expect(2 * archPlaceOf(26).x).toBeGreaterThan(40);
    expect(2 * archPlaceOf(26).x).toBeLessThan(60);
  });
});
