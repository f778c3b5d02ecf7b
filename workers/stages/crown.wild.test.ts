import { describeWild } from '../../infra/testing/wild.ts';
import { describeJaws } from './testing/crown-frames.ts';
import { annotated, realMandible } from './testing/real-teeth.ts';

describeWild('the frame of real teeth', () => {
  describeJaws('beside the axes that anatomists gave them', realMandible(), annotated(), () => 8);
});
