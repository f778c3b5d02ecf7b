import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { realMandible } from './testing/real-teeth.ts';
import { describeTracks } from './testing/tracks.ts';

describeWithSharedFiles('the tracks of a staged arch', () => {
  describeTracks('real teeth', realMandible());
});
