import { describeWild } from '../../infra/testing/wild.ts';
import { realMandible } from './testing/real-teeth.ts';
import { describeTracks } from './testing/tracks.ts';

describeWild('the tracks of a staged arch', () => {
  describeTracks('real teeth', realMandible());
});
