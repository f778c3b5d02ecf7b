import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { describeJaws } from './testing/crown-frames.ts';
import { readAnnotatedAxisPoints, realMandible } from './testing/real-teeth.ts';

describeWithSharedFiles('the frame of real teeth', () => {
  describeJaws(
    'compared with the axes that anatomists annotated',
    realMandible(),
    readAnnotatedAxisPoints(),
    () => 8,
  );
});
