/** The relay against a real Kafka: one broker for all, which is killed on the way, and each with logs of its own. */
import { afterAll, beforeAll, describe } from 'vitest';
import { isKafkaAvailable, type Kafka, startKafka } from '../../infra/servers/kafka.ts';
import { describeAccess } from './contract/access.ts';
import { describeKills } from './contract/kills.ts';
import { describeProgram } from './contract/program.ts';
import { describeRelay } from './contract/relay.ts';

const here = await isKafkaAvailable();
let kafka: Kafka;

describe.skipIf(!here)('against a real Kafka', () => {
  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka?.stop());

  describe('in this process', () => describeRelay(() => kafka));
  describe('as it is watched, and signs in', () => describeAccess(() => kafka));
  describe('in processes that die', () => describeKills(() => kafka));
  describe('as a program', () => describeProgram(() => kafka));
});
