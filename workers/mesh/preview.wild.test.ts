import { beforeAll, expect, it } from 'vitest';
import { mergeStl } from '../../infra/testing/models.ts';
import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { readRealToothFiles } from '../stages/testing/real-teeth.ts';
import { whenPreviewReady } from './preview.ts';
import { previewOfStl } from './testing.ts';

beforeAll(whenPreviewReady);

describeWithSharedFiles('the preview of real teeth', () => {
  it('is within a hundredth of a millimetre at a twentieth of their triangles', () => {
    const { findings } = previewOfStl(mergeStl(readRealToothFiles().map(({ stl }) => stl)));
    expect(findings).toMatchObject({
      triangles: 440_232,
      components: 16,
      rims: 0,
      unit: 'mm',
      fallback: null,
    });
    expect(findings.kept).toBeLessThanOrEqual(20_000);
    expect(findings.deviation.mean).toBeLessThan(20);
    expect(findings.deviation.p99).toBeLessThan(100);
  });
});
