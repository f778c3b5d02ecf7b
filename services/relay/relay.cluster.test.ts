/** The relay with a real Kafka. All tests share one broker, which is killed in between; each test has its own logs. */
import { afterAll, beforeAll, describe } from 'vitest';
import { isKafkaAvailable, type RunningKafka, startKafka } from '../../infra/servers/kafka.ts';
import { describeAccess } from './contract/access.ts';
import { describeKills } from './contract/kills.ts';
import { describeProgram } from './contract/program.ts';
import { describeRelay } from './contract/relay.ts';

const here = await isKafkaAvailable();
let kafka: RunningKafka;

describe.skipIf(!here)('the relay with a real Kafka', () => {
  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka?.stop());

  describe('in this process', () => describeRelay(() => kafka));
  describe('its metrics and authentication', () => describeAccess(() => kafka));
  describe('in processes that are killed', () => describeKills(() => kafka));
  describe('as a program', () => describeProgram(() => kafka));
});
