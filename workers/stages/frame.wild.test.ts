import { expect, it } from 'vitest';
import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { findFilesFrame } from './frame.ts';
import { archShapes, expectedAxes, proposedNumbersFor, scannerAxes } from './testing/frames.ts';
import { realMandible } from './testing/real-teeth.ts';
import { asMaxilla } from './testing/teeth.ts';

describeWithSharedFiles('the frame and the numbers of real teeth', () => {
  const lower = realMandible();
  it('are found from teeth with their roots', () => {
    const { world, findings } = findFilesFrame([archShapes('lower', lower)]);
    expect([scannerAxes(world), findings]).toEqual([expectedAxes, []]);
  });
  it('are right as mandible and as maxilla', () => {
    expect(proposedNumbersFor(lower)).toEqual(lower.map(({ fdi }) => fdi));
    const upper = asMaxilla(lower);
    expect(proposedNumbersFor(upper)).toEqual(upper.map(({ fdi }) => fdi));
  });
});
