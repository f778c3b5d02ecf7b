import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { defineCrownAxisTests } from './testing/crown-frames.ts';
import { readAnnotatedAxisPoints, readRealMandible } from './testing/real-teeth.ts';

describeWithSharedFiles('the frame of real teeth', () => {
  defineCrownAxisTests(
    'compared with the axes that anatomists annotated',
    readRealMandible(),
    readAnnotatedAxisPoints(),
    () => 8,
  );
});
