import { beforeAll } from 'vitest';
import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { previewReady } from '../mesh/preview.ts';
import { decoderReady } from '../mesh/read-glb.ts';
import { readAnnotatedAxisPoints, realMandible } from './testing/real-teeth.ts';
import { describeStagedJaws } from './testing/staged-jaws-contract.ts';

describeWithSharedFiles('a plan of real teeth', () => {
  beforeAll(async () => {
    await previewReady();
    await decoderReady;
  });
  describeStagedJaws('a real mandible', realMandible(), readAnnotatedAxisPoints());
});
