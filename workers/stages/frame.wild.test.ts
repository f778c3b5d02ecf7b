import { expect, it } from 'vitest';
import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { findFilesFrame } from './frame.ts';
import {
  createArchShapes,
  expectedScannerAxes,
  proposedNumbersFor,
  scannerAxesInWorld,
} from './testing/frames.ts';
import { readRealMandible } from './testing/real-teeth.ts';
import { mirrorIntoMaxilla } from './testing/teeth.ts';

describeWithSharedFiles('the frame and the numbers of real teeth', () => {
  const lower = readRealMandible();
  it('are found from teeth with their roots', () => {
    const { world, findings } = findFilesFrame([createArchShapes('lower', lower)]);
    expect([scannerAxesInWorld(world), findings]).toEqual([expectedScannerAxes, []]);
  });
  it('are right as mandible and as maxilla', () => {
    expect(proposedNumbersFor(lower)).toEqual(lower.map(({ fdi }) => fdi));
    const upper = mirrorIntoMaxilla(lower);
    expect(proposedNumbersFor(upper)).toEqual(upper.map(({ fdi }) => fdi));
  });
});
