import { beforeAll, expect, it } from 'vitest';
import { createLargeArchStl, createSmallArchStl } from '../../infra/testing/models.ts';
import { whenPreviewReady } from './preview.ts';
import { previewOfStl } from './testing.ts';

beforeAll(whenPreviewReady);

const rounded = (sides: readonly number[]) => sides.map(side => Math.round(side));

it('a preview of a small model has its size, unit and pieces, and all its triangles', () => {
  const { findings } = previewOfStl(createSmallArchStl());
  expect(findings).toMatchObject({
    triangles: 56,
    kept: 56,
    unit: 'mm',
    components: 14,
    rims: 0,
    fallback: null,
  });
  expect(findings.deviation.max).toBeLessThan(0.01);
});

it('a preview recognises inches by the size of the arch', () => {
  const [mm, inch] = [
    previewOfStl(createSmallArchStl()).findings,
    previewOfStl(createSmallArchStl(), x => x / 25.4).findings,
  ];
  expect([inch.unit, rounded(inch.size)]).toEqual(['inch', rounded(mm.size)]);
});

it('a preview reports a mirrored closed model as inward, never an open model', () => {
  expect(previewOfStl(createSmallArchStl()).findings.inward).toBe(false);
  expect(previewOfStl(createSmallArchStl(), x => -x).findings.inward).toBe(true);
  const open = createSmallArchStl().subarray(0, 84 + 50 * 55);
  open.writeUInt32LE(55, 80);
  expect(previewOfStl(open, x => -x).findings).toMatchObject({ rims: 1, inward: false });
});

it('a preview refuses a model without any area', () => {
  expect(() => previewOfStl(createSmallArchStl(), () => 7)).toThrow(
    expect.objectContaining({
      data: { issues: [{ path: 'file', issue: 'mesh-flat', values: { triangles: 56 } }] },
    }),
  );
});

it('a preview keeps the precision of a model far from the origin', () => {
  const { origin, findings } = previewOfStl(createSmallArchStl(), x => x + 100_000);
  expect(Math.min(...origin)).toBeGreaterThan(99_000);
  expect(rounded(findings.size)).toEqual(rounded(previewOfStl(createSmallArchStl()).findings.size));
  expect(findings.deviation.max).toBeLessThan(0.01);
});

it('a preview of a large arch deviates less than 0.01 mm with a twentieth of the triangles', () => {
  const { findings } = previewOfStl(createLargeArchStl());
  expect(findings).toMatchObject({ triangles: 446_388, components: 16, rims: 0, unit: 'mm', fallback: null });
  expect(findings.kept).toBeLessThanOrEqual(20_000);
  expect(findings.deviation.mean).toBeLessThan(20);
  expect(findings.deviation.p99).toBeLessThan(100);
});
