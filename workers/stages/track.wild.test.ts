import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { readRealMandible } from './testing/real-teeth.ts';
import { defineTrackTests } from './testing/tracks.ts';

describeWithSharedFiles('the tracks of a staged arch', () => {
  defineTrackTests('real teeth', readRealMandible());
});
