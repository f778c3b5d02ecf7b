/** Gets what tests over real servers stand on, before a test's own time begins. What cannot be had is told by its tests. */
import { k6Path } from './k6.ts';
import { kafkaJars } from './kafka.ts';
import { redisProgram } from './redis.ts';
import { versitygw } from './s3.ts';

const servers = { Kafka: kafkaJars, Redis: redisProgram, S3: versitygw, k6: k6Path };

await Promise.all(
  Object.entries(servers).map(([name, get]) =>
    get().catch((error: Error) => console.log(`${name} cannot be had here: ${error.message.split('\n')[0]}`)),
  ),
);
