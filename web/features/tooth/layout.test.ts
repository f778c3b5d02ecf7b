import { describe, expect, test } from 'vitest';
import { placeOf } from '#events/tooth/arch-form.ts';
import { fissures, kindOf, outline, sizeOf, toothPaths } from '#events/tooth/curves.ts';
import { contacts, type Fdi, isRight, ROWS, TEETH } from '#events/tooth/fdi.ts';
import { LAYOUTS, viewBox } from './layout.ts';

const views = Object.values(LAYOUTS);
const mirrored = (tooth: Fdi) =>
  TEETH.find(
    other => other % 10 === tooth % 10 && Math.abs(other - tooth) === 10 && isRight(other) !== isRight(tooth),
  );

describe('curves', () => {
  test('every tooth is drawn in whole numbers of path data', () => {
    for (const tooth of TEETH) {
      const { occlusal, crown, fissures: lines, roots } = toothPaths(tooth);
      expect(roots.length).toBeGreaterThan(0);
      for (const path of [occlusal, crown, lines, ...roots]) {
        expect(path).toMatch(/^M-?[\d.]+ -?[\d.]+C/);
        expect(path).not.toMatch(/NaN|undefined|Infinity/);
      }
    }
  });

  test('outlines stay within their widths, fissures within the outline’s box', () => {
    for (const tooth of TEETH) {
      const kind = kindOf(tooth);
      for (const [x, y] of [...outline(kind), ...fissures(kind).flat()]) {
        expect(Math.abs(x)).toBeLessThanOrEqual(1);
        expect(Math.abs(y)).toBeLessThanOrEqual(1);
      }
    }
  });

  test('14 and 24 are one curve, mirrored', () => {
    expect(kindOf(14)).toBe(kindOf(24));
    const numbers = (path: string) => [...path.matchAll(/-?[\d.]+/g)].map(Number);
    const [right, left] = [numbers(toothPaths(14).crown), numbers(toothPaths(24).crown)];
    expect(left).toHaveLength(right.length);
    for (const [i, value] of left.entries())
      expect(value).toBeCloseTo((i % 2 ? 1 : -1) * (right[i] ?? NaN), 1);
  });
});

describe('layouts', () => {
  test('place all teeth and contacts inside the box', () => {
    for (const { box, teeth, contact } of views) {
      expect(teeth.size).toBe(32);
      const spots = [
        ...[...teeth.values()].flatMap(place => [place.top, place.number, place.hit]),
        ...contacts().flatMap(key => {
          const place = contact(key);
          return place ? [place.from, place.to, place.label, place.hit] : [];
        }),
      ];
      expect(spots).toHaveLength(32 * 3 + 30 * 4);
      for (const { x, y } of spots) {
        expect(Math.abs(x - box.x)).toBeLessThan(box.width / 2 - 1);
        expect(Math.abs(y - box.y)).toBeLessThan(box.height / 2 - 1);
      }
      expect(viewBox(box).split(' ').map(Number).every(Number.isFinite)).toBe(true);
    }
  });

  test('the patient’s right is on the left, both halves mirror each other', () => {
    for (const { teeth } of views) {
      for (const tooth of TEETH) {
        const [here, there] = [teeth.get(tooth)?.top.x ?? 0, teeth.get(mirrored(tooth) ?? tooth)?.top.x ?? 0];
        expect(here < 0).toBe(isRight(tooth));
        expect(here).toBeCloseTo(-there, 6);
      }
    }
  });

  test('in rows neighbours neither touch nor overlap', () => {
    const { teeth } = LAYOUTS.rows;
    for (const row of Object.values(ROWS)) {
      for (const [i, tooth] of row.entries()) {
        const next = row[i + 1];
        if (next === undefined) continue;
        const apart = (teeth.get(next)?.top.x ?? 0) - (teeth.get(tooth)?.top.x ?? 0);
        expect(apart).toBeGreaterThan((sizeOf(tooth).width + sizeOf(next).width) / 2);
      }
    }
  });

  test('contact targets are 24 px at the least width of 640 px and do not overlap', () => {
    const { box, contact } = LAYOUTS.rows;
    const perMm = 640 / box.width;
    for (const row of ['upper', 'lower'] as const) {
      const hits = contacts([], row).map(key => contact(key)?.hit);
      for (const [i, hit] of hits.entries()) {
        expect((hit?.width ?? 0) * perMm).toBeGreaterThanOrEqual(24);
        const next = hits[i + 1];
        if (hit && next) expect(next.x - hit.x).toBeGreaterThanOrEqual(hit.width);
      }
    }
  });

  test('a contact over an extraction stands in the middle of the gap', () => {
    const { teeth, contact } = LAYOUTS.rows;
    expect(contact('15-13')?.from.x).toBeCloseTo(teeth.get(14)?.top.x ?? 0, 1);
    expect(contact('13-43')).toBeUndefined();
    expect(contact('x')).toBeUndefined();
  });

  test('on the arch, molars stand behind and outside of incisors', () => {
    for (const [front, back] of [
      [11, 16],
      [31, 36],
    ] as const) {
      expect(placeOf(back).depth).toBeGreaterThan(placeOf(front).depth + 20);
      expect(Math.abs(placeOf(back).x)).toBeGreaterThan(Math.abs(placeOf(front).x) + 15);
    }
    // 33 to 37 mm between first molars is the textbook width at their inner side; centres stand a little wider.
    expect(2 * placeOf(26).x).toBeGreaterThan(40);
    expect(2 * placeOf(26).x).toBeLessThan(60);
  });
});
