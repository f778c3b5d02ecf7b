import { beforeAll } from 'vitest';
import { describeWithSharedFiles } from '../../infra/testing/wild.ts';
import { whenPreviewReady } from '../mesh/preview.ts';
import { decoderReady } from '../mesh/read-glb.ts';
import { readAnnotatedAxisPoints, readRealMandible } from './testing/real-teeth.ts';
import { defineStagedJawTests } from './testing/staged-jaws-contract.ts';

describeWithSharedFiles('a plan of real teeth', () => {
  beforeAll(async () => {
    await whenPreviewReady();
    await decoderReady;
  });
  defineStagedJawTests('a real mandible', readRealMandible(), readAnnotatedAxisPoints());
});
